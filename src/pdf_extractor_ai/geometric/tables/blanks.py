"""Boxes to fill in: small labels at the top of boxes with room under them, and boxes to tick beside words."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from pdf_extractor_ai.geometric.page import Line, Page
from pdf_extractor_ai.geometric.tables.columns import is_value
from pdf_extractor_ai.geometric.tables.edges import Edge
from pdf_extractor_ai.geometric.tables.model import Table
from pdf_extractor_ai.geometric.tables.pieces import bottom, middle, top, visual_rows

# A label is smaller than the text of its page, or than this many points.
_SMALL = 8.3
_SMALLER = 0.85
# Under a label there is room for a line, in ems; paragraphs of a word processor keep less from the rule below.
_ROOM = 1.3
_OVER = 0.75
_LEFT = 0.6
_MOSTLY = 0.6
_MANY = 8
_LEAST_BLANKS = 3
_BRACKETED = re.compile(r"\([^()]*[^\W\d_]{2}[^()]*\)")


def boxes_to_fill(table: Table, borders: Sequence[float], size: float) -> bool:
    """True when in most rows between the ``borders`` half the cells are small labels with room to write under them."""
    rows: dict[int, list[list[Line]]] = {}
    for cell in table.cells:
        # A name over several rows, or set letter by letter down them, is no label of one.
        lines = [line for line in cell.lines if len(line.text) > 1]
        row = bisect_right(borders, middle(lines[0])) - 1 if lines and cell.row_span == 1 else -1
        if 0 <= row < len(borders) - 1:
            rows.setdefault(row, []).append(lines)
    labelled = sum(_is_label_row(cells, borders[row], borders[row + 1], size) for row, cells in rows.items())
    return labelled >= 2 and labelled >= _MOSTLY * len(rows)


def _is_label_row(cells: Sequence[Sequence[Line]], upper: float, lower: float, size: float) -> bool:
    """True when half the cells are labels, and none is so full that it makes the row as high as it is."""
    lines = [line for cell in cells for line in cell]
    over, under = min(map(top, lines)) - upper, lower - max(map(bottom, lines))
    if under < max(2 * over, _LEFT * max(line.size for line in lines)):
        return False
    return sum(_is_label(cell, upper, lower, size) for cell in cells) >= 0.5 * len(cells)


def _is_label(lines: Sequence[Line], upper: float, lower: float, size: float) -> bool:
    em = max(line.size for line in lines)
    if len(visual_rows(lines)) > 1 or em > max(_SMALL, _SMALLER * size) or is_value(lines[0].text):
        return False
    return min(map(top, lines)) - upper < _OVER * em and lower - max(map(bottom, lines)) > _ROOM * em


def boxes_to_tick(table: Table, page: Page) -> bool:
    """True when two or more boxes to tick stand beside words in the cells; in cells of their own they are values.

    On a form with many of them a few rows without any value are labels.
    """
    lines = [line for cell in table.cells for line in cell.lines]
    boxes = [note for note in page.notes if note.kind == "checkbox"]
    if len(boxes) >= _MANY and table.n_rows <= 3 and sum(is_value(c.text) for c in table.cells) <= 1:
        return True
    count = 0
    for note in boxes:
        if not (table.x0 < note.x0 < table.x1 and table.y0 < note.y1 < table.y1 + 2):
            continue
        y = (note.y0 + note.y1) / 2
        count += any(
            abs(middle(line) - y) < 0.7 * line.size and -2 < line.x0 - note.x1 < 1.2 * line.size for line in lines
        )
    return count >= 2


def is_signed(table: Table) -> bool:
    """True for a row or two of words under bold names on a title page: persons, and what they are or where.

    Of more than two names each must stand over the middle of what is under it. In two columns another name may stand
    further down.
    """
    body = [cell for cell in table.cells if cell.row > 0 and cell.lines]
    if table.n_rows > 4 or any(is_value(cell.text) for cell in body):
        return False
    head = {cell.col: cell.lines[0] for cell in table.cells if cell.row == 0 and cell.lines}
    under = [(head[cell.col], line) for cell in body if cell.col in head for line in cell.lines]
    named = [b for a, b in under if a.style == b.style]
    if not under or not all(line.style.bold for line in head.values()):
        return False
    if table.n_cols == 2:
        return 3 * len(named) <= len(under)
    if named:
        return False
    centred = sum(abs(a.x0 + a.x1 - b.x0 - b.x1) < a.size for a, b in under)
    flush = sum(abs(a.x0 - b.x0) < 0.3 * a.size for a, b in under)
    return centred >= 0.9 * len(under) and flush < 0.4 * len(under)


def named_blanks(table: Table) -> bool:
    """True when two columns say in brackets under every line what to write on it: `(signature, date)`, `(name)`."""
    found: dict[int, list[str]] = {}
    for cell in table.cells:
        if cell.lines and cell.lines[-1].size <= _SMALLER * max(line.size for c in table.cells for line in c.lines):
            found.setdefault(cell.col, []).append(cell.lines[-1].text.strip())
    named = [
        texts for texts in found.values()
        if len(texts) >= _LEAST_BLANKS and len(set(texts)) == 1 and _BRACKETED.fullmatch(texts[0])
    ]  # fmt: skip
    return len(named) >= 2


def without_fields(flat: Sequence[Edge], lines: Sequence[Line]) -> list[Edge]:
    """The rules across but for those to write on: of two or more right behind a label, at its height."""
    by_height = sorted(lines, key=lambda line: line.baseline)
    heights = [line.baseline for line in by_height]
    fields = {edge for edge in flat if _behind_label(edge, by_height, heights)}
    return [edge for edge in flat if edge not in fields] if len(fields) >= 2 else list(flat)


def _behind_label(edge: Edge, by_height: Sequence[Line], heights: Sequence[float]) -> bool:
    near = by_height[bisect_left(heights, edge.pos - 12) : bisect_right(heights, edge.pos + 6)]
    return any(
        -0.1 * line.size < edge.start - line.x1 < 0.6 * line.size
        and -0.5 * line.size < edge.pos - line.baseline < 0.7 * line.size
        for line in near
    )


def full_rules(rules: Sequence[Edge]) -> list[float]:
    """The heights of rules, those that touch taken as one."""
    out: list[float] = []
    for edge in sorted(rules):
        if not out or edge.pos - out[-1] > 2:
            out.append(edge.pos)
    return out
