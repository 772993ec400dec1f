"""List markers that are drawn and no characters: the discs, rings and squares of browsers and office programs."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from pdf_extractor_ai.geometric.page import Fill, Line, Page, Shape

_MOST = 600  # a page with more small shapes shows a plot or a map
# In units of the line's size (em).
_SMALL, _LARGE = 0.12, 0.62
_NEAR, _FAR = 0.12, 2.2
_ALIKE = 1.25
_HEADING = 1.2  # a square before a line this much larger than the body adorns a heading
_LEAST = 2
"""A single dot beside a line may be anything."""


def mark_bullets(page: Page, body: float) -> None:
    """Set ``bullet`` on the lines before which a small disc, ring or square stands, where two at least do."""
    shapes: list[Shape | Fill] = [shape for shape in page.shapes if _is_dot(shape)]
    shapes += [fill for fill in page.fills if _is_dot(fill)]
    if not _LEAST <= len(shapes) <= _MOST or not page.lines:
        return
    lines = sorted((line for line in page.lines if line.size < _HEADING * body), key=lambda line: line.baseline)
    heights = [line.baseline for line in lines]
    found: dict[int, tuple[Line, Shape | Fill]] = {}
    for shape in shapes:
        low = bisect_left(heights, shape.y1 - 3)
        # A line's marker stands between its baseline and the height of its capitals.
        beside = [line for line in lines[low : bisect_right(heights, shape.y1 + 24)] if _stands_before(shape, line)]
        if beside:
            line = min(beside, key=lambda line: line.x0)
            found[id(line)] = (line, shape)
    for line, shape in found.values():
        width = shape.x1 - shape.x0
        mates = sum(width / _ALIKE <= other.x1 - other.x0 <= width * _ALIKE for _, other in found.values())
        if mates >= _LEAST:
            line.bullet = "▪" if isinstance(shape, Fill) else "◦" if shape.stroke else "•"


def _is_dot(part: Shape | Fill) -> bool:
    width, height = part.x1 - part.x0, part.y1 - part.y0
    return 1.0 < width < 16.0 and 0.75 * width < height < 1.34 * width


def _stands_before(shape: Shape | Fill, line: Line) -> bool:
    size, middle = line.size, (shape.y0 + shape.y1) / 2
    return (
        _NEAR * size < line.x0 - shape.x1 < _FAR * size
        and _SMALL * size < shape.x1 - shape.x0 < _LARGE * size
        and line.baseline - 0.62 * size < middle < line.baseline - 0.12 * size
        and not line.rtl
    )
