"""Lines in a monospaced face -> source text, its indentation rebuilt from where the lines begin."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from statistics import median

from pdf_extractor_ai.geometric.page import Line


def code_text(lines: Sequence[Line]) -> str:
    """The lines with their indents and inner gaps as spaces; a gap of a line's height is an empty line.

    One column of a monospaced face is as wide as its commonest advance.
    """
    advance = _advance(lines)
    left = min(line.x0 for line in lines)
    steps = [b.baseline - a.baseline for a, b in itertools.pairwise(lines) if b.baseline > a.baseline]
    leading = min((step for step in steps if step > 0.5 * lines[0].size), default=0.0)
    out: list[str] = []
    previous: Line | None = None
    for line in lines:
        if previous is not None and leading and 1.6 * leading < line.baseline - previous.baseline < 4.5 * leading:
            out.extend([""] * (round((line.baseline - previous.baseline) / leading) - 1))
        out.append(" " * round((line.x0 - left) / advance) + _spaced(line, advance))
        previous = line
    return "\n".join(out)


def _advance(lines: Sequence[Line]) -> float:
    widths = [
        line.xs[index + 1] - line.xs[index]
        for line in lines
        for index in range(min(len(line.text) - 1, 40))
        if line.text[index] != " " and line.text[index + 1] != " "
    ]
    usual = median(widths) if widths else 0.6 * lines[0].size
    return usual if usual > 0.2 * lines[0].size else 0.6 * lines[0].size


def _spaced(line: Line, advance: float) -> str:
    """The text with as many spaces as fit where it has one."""
    out: list[str] = []
    for index, char in enumerate(line.text):
        if char == " ":
            width = line.xs[index + 1] - line.xs[index]
            out.append(" " * max(1, round(width / advance)))
        else:
            out.append(char)
    return "".join(out)
