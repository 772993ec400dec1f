"""What is drawn round words: nodes of a diagram, brackets of a matrix, diagonals of a figure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pdf_extractor_ai.geometric.page import Bitmap, Fill, Line, Page, Shape
from pdf_extractor_ai.geometric.tables.edges import NEAR, Edge, Edges
from pdf_extractor_ai.geometric.tables.model import Table
from pdf_extractor_ai.geometric.tables.pieces import middle, top
from pdf_extractor_ai.geometric.tables.ruled import Grid

# Faces of big delimiters, and the characters that these are put together from.
_BIG = re.compile(r"CMEX|MathExt|LMEX|txex|pxex|EXT\b|Extension|Size[1-4](?:\b|-)", re.IGNORECASE)
_PARTS = re.compile("[\u239b-\u23b1]")
_LEAST_WORDS = 6
_MOSTLY = 0.6
_MAX_SHAPES = 2000
_APART = 2.5
_FEW = 6
# A blank between two words of a text is narrower, in ems, than the white between two cells.
_BLANK = 0.45


def nodes(table: Table, shapes: Sequence[Shape]) -> bool:
    """True when nearly every word has a curved shape of its own, with white between these: the nodes of a diagram."""
    lines = [line for cell in table.cells for line in cell.lines]
    width = table.x1 - table.x0
    own = [mark for mark in shapes[:_MAX_SHAPES] if 4 < mark.x1 - mark.x0 < 0.5 * width and mark.y1 - mark.y0 > 4]
    held = [next((mark for mark in own if _holds(mark, line)), None) for line in lines]
    found = sorted((mark for mark in held if mark is not None), key=lambda mark: (round(mark.y0), mark.x0))
    if len(lines) < _LEAST_WORDS or len(found) < _MOSTLY * len(lines):
        return False
    # Grounds of cells touch.
    gaps = sorted(b.x0 - a.x1 for a, b in pairwise(found) if abs(b.y0 - a.y0) < 1 and a is not b)
    return bool(gaps) and gaps[len(gaps) // 2] > _APART


def _holds(mark: Shape, line: Line) -> bool:
    x, y = (line.x0 + line.x1) / 2, middle(line)
    return mark.x0 < x < mark.x1 and mark.y0 < y < mark.y1 and mark.y1 - mark.y0 < 4 * line.size


def cards(table: Table, fills: Sequence[Fill]) -> bool:
    """True when every column stands on a ground of its own, with white between: boxes side by side."""
    if table.n_rows < 2:
        return False
    found: list[Fill] = []
    for col in range(table.n_cols):
        lines = [line for cell in table.cells if cell.col == col for line in cell.lines]
        if len(lines) < 2:
            return False
        x0, x1 = min(line.x0 for line in lines), max(line.x1 for line in lines)
        y0, y1 = min(map(middle, lines)), max(map(middle, lines))
        under = [fill for fill in fills if fill.x0 < x0 and fill.x1 > x1 and fill.y0 < y0 and fill.y1 > y1]
        if not under:
            return False
        found.append(min(under, key=lambda fill: fill.x1 - fill.x0))
    gap = 0.6 * table.cells[0].lines[0].size if table.cells[0].lines else 6.0
    return all(b.x0 - a.x1 > gap for a, b in pairwise(found))


def bracketed(table: Table, lines: Sequence[Line]) -> bool:
    """True when big brackets stand beside or among the cells of a small table: the rows of a matrix."""
    count = 0
    for line in lines:
        if not (_PARTS.search(line.text) or _BIG.search(line.style.font)):
            continue
        near = table.x0 - 1.5 * line.size < line.x0 < table.x1 + 0.5 * line.size
        count += near and line.y1 > table.y0 and line.y0 < table.y1
    return count >= 2


def crossed(grid: Grid, shapes: Sequence[Shape]) -> bool:
    """True when several cells are crossed by a slanted stroke from corner to corner: a figure, no table."""
    count = 0
    for mark in shapes[:_MAX_SHAPES]:
        if not mark.stroke:
            continue
        for row in range(grid.n_rows):
            top, bottom = grid.ys[row], grid.ys[row + 1]
            if abs(mark.y0 - top) > 2 or abs(mark.y1 - bottom) > 2:
                continue
            count += any(abs(mark.x0 - a) < 2 and abs(mark.x1 - b) < 2 for a, b in pairwise(grid.xs))
    return count >= 2


def apart(grid: Grid, flat: Sequence[Edge]) -> bool:
    """True when an inner column has no border at its top and bottom: two boxes with white between them.

    Of a few cells a corner is not left out, either.
    """
    closed = [
        [
            any(
                abs(edge.pos - y) < NEAR and edge.start < a + 0.4 * (b - a) and edge.end > b - 0.4 * (b - a)
                for edge in flat
            )
            for y in (grid.ys[0], grid.ys[-1])
        ]
        for a, b in pairwise(grid.xs)
    ]
    if not all(closed[0]):
        return False
    few = grid.n_rows * grid.n_cols <= _FEW and not all(bottom for _, bottom in closed)
    return few or (all(closed[-1]) and any(not any(ends) for ends in closed))


def chart_of_boxes(table: Table, fills: Sequence[Fill]) -> bool:
    """True when most words of a few big cells stand on grounds of their own, more than there are cells."""
    lines = [line for cell in table.cells for line in cell.lines]
    filled = sum(1 for cell in table.cells if cell.lines)
    width = 0.5 * (table.x1 - table.x0)
    own = [fill for fill in fills[:_MAX_SHAPES] if fill.x1 - fill.x0 < width]
    grounds = [next((fill for fill in own if _lies_on(line, fill)), None) for line in lines]
    held = {id(fill) for fill in grounds if fill is not None}
    return len(lines) - grounds.count(None) >= _MOSTLY * len(lines) and len(held) >= max(4, 1.5 * filled)


def _lies_on(line: Line, fill: Fill) -> bool:
    return fill.x0 < line.x0 and line.x1 < fill.x1 and fill.y0 < middle(line) < fill.y1


def under_icons(table: Table, page: Page) -> bool:
    """True when a small drawing stands right over most names of the first row: labels of signs."""
    first = [cell for cell in table.cells if cell.row == 0 and cell.lines]
    if len(first) < 2 or table.n_rows > 5:
        return False
    count = 0
    marks: list[Shape | Bitmap] = [*page.shapes[:_MAX_SHAPES], *page.bitmaps]
    for cell in first:
        line = cell.lines[0]
        x0, x1, y = line.x0 - line.size, line.x1 + line.size, top(line)
        count += any(
            x0 < (mark.x0 + mark.x1) / 2 < x1
            and y - 3.5 * line.size < mark.y1 < y + 0.3 * line.size
            and mark.x1 - mark.x0 < 5 * line.size
            for mark in marks
        )
    return count >= _MOSTLY * len(first)


def words_on_grounds(table: Table, group: Edges) -> bool:
    """True when the borders of grounds cut lines between two words of a text: words set off by a colour.

    The cells of a table stand further apart, and none of its borders is drawn.
    """
    if any(edge.stroke for edge in group.upright):
        return False
    rows = {cell.row for cell in table.cells if cell.lines}
    beside = [row for row in rows if sum(1 for cell in table.cells if cell.row == row and cell.lines) > 1]
    cut = sum(1 for line in table.lines if any(_in_text(line, x) for x in table.col_edges[1:-1]))
    return cut > 0 and cut >= 0.5 * len(beside)


def _in_text(line: Line, x: float) -> bool:
    """True when ``x`` runs through a line where two words stand a mere blank apart."""
    if line.rtl or line.angle or not line.x0 + line.size < x < line.x1 - line.size:
        return False
    blanks = [at for at, char in enumerate(line.text) if char == " "]
    nearest = min(blanks, key=lambda at: abs(line.xs[at] + line.xs[at + 1] - 2 * x), default=None)
    return nearest is None or line.xs[nearest + 1] - line.xs[nearest] < _BLANK * line.size
