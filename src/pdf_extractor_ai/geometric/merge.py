"""Lines beside each other -> one visual line."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from pdf_extractor_ai.geometric.page import Line, LinkSpan, Run


def merge_row(parts: Sequence[Line]) -> Line:
    """One line out of several on a baseline, a space between them; the parts come in reading order."""
    if len(parts) == 1:
        return parts[0]
    main = max(parts, key=lambda part: len(part.text))
    text: list[str] = []
    xs: list[float] = []
    runs: list[Run] = []
    links: list[LinkSpan] = []
    offset, edge = 0, 0.0
    for part in parts:
        if text:
            text.append(" ")
            xs.append(edge)
            offset += 1
        for run in part.runs:
            if not runs or runs[-1].style != run.style:
                runs.append(Run(run.start + offset, run.style))
        links.extend(LinkSpan(link.start + offset, link.end + offset, link.uri) for link in part.links)
        text.append(part.text)
        xs.extend(part.xs[:-1])
        edge = part.xs[-1]
        offset += len(part.text)
    last = parts[-1]
    xs.append(last.xs[-1])
    return Line(
        "".join(text), min(p.x0 for p in parts), min(p.y0 for p in parts), max(p.x1 for p in parts),
        max(p.y1 for p in parts), main.baseline, main.size, array("f", xs), tuple(runs), main.angle, main.rtl,
        parts[0].mcid, tuple(links), min(p.order for p in parts),
        next((p.tag for p in reversed(parts) if p.tag is not None), None), parts[0].bullet,
    )  # fmt: skip
