"""Glyphs and lines set by hand, so that a rule can be tried without a PDF."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from pdf_extractor_ai.geometric.glyph import SUPPOSED_SPACE, Painted
from pdf_extractor_ai.geometric.page import Line, Page, Run, Style

ROMAN = Style("Serif", 10.0)


def glyphs(
    text: str,
    x: float = 72.0,
    baseline: float = 100.0,
    *,
    style: Style = ROMAN,
    advance: float = 0.5,
    gap: float = 0.25,
    order: int = 0,
    real: bool = False,
) -> list[Painted]:
    """Characters ``advance`` em wide. A space of ``text`` is a gap: marked by a space character when ``real``;
    ``|`` is a gap with a space that only the parser supposes, ``~`` one without any mark."""
    out: list[Painted] = []
    size = style.size
    for char in text:
        if char in " |~":
            mark = {" ": " " if real else "", "|": SUPPOSED_SPACE, "~": ""}[char]
            if mark:
                right = x + gap * size if mark == " " else x
                out.append(Painted(mark, x, baseline - size, right, baseline, style, baseline, order, -1))
            x += gap * size
            continue
        out.append(
            Painted(
                char, x, baseline - 0.8 * size, x + advance * size, baseline + 0.2 * size, style, baseline, order, -1
            )
        )
        x += advance * size
    return out


def line(
    text: str,
    x: float = 72.0,
    baseline: float = 100.0,
    *,
    style: Style = ROMAN,
    right: float | None = None,
    order: int = 0,
) -> Line:
    """A line whose characters share its width evenly: half an em each unless ``right`` says where it ends."""
    size = style.size
    end = x + 0.5 * size * len(text) if right is None else right
    step = (end - x) / max(len(text), 1)
    xs = array("f", [x + step * index for index in range(len(text))] + [end])
    return Line(
        text, x, baseline - 0.8 * size, end, baseline + 0.2 * size, baseline, size, xs, (Run(0, style),), order=order
    )


def page(lines: Sequence[Line], number: int = 1, width: float = 595.0, height: float = 842.0) -> Page:
    """A page that holds these lines and nothing else."""
    return Page(number, width, height, lines=list(lines), characters=sum(len(one.text) for one in lines))
