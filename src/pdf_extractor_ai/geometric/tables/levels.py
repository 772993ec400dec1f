"""Levels of a header without walls: a name that has nothing over it reaches up, one in two lines is one name."""

from __future__ import annotations

from pdf_extractor_ai.geometric.tables.columns import is_value
from pdf_extractor_ai.geometric.tables.model import Cell
from pdf_extractor_ai.geometric.tables.pieces import reading_order


def settle_levels(cells: list[Cell], n_head: int, n_cols: int) -> None:
    """Let names in the header rows span the levels over them in which their columns hold nothing, in place.

    Names stand on the line right over their values, wherever the names of groups begin. A name whose first line
    stands on an upper level, beside the name of a group, is put together.
    """
    head = [cell for cell in cells if cell.row < n_head]
    if n_head < 2 or not any(cell.col_span > 1 and cell.row < n_head - 1 for cell in head):
        return
    levels: list[list[Cell | None]] = [[None] * n_cols for _ in range(n_head)]
    for cell in sorted(head, key=lambda cell: (cell.row, cell.col)):
        above = levels[cell.row - 1][cell.col : cell.col + cell.col_span] if cell.row else [cell]
        upper = above[0]
        if upper is not None and upper is not cell and _one_name(upper, cell):
            upper.lines = reading_order([*upper.lines, *cell.lines])
            upper.row_span = cell.row - upper.row + 1
            cells.remove(cell)
            cell = upper
        while cell.row and not any(levels[cell.row - 1][cell.col : cell.col + cell.col_span]):
            cell.row -= 1
            cell.row_span += 1
        for row in range(cell.row, cell.row + cell.row_span):
            levels[row][cell.col : cell.col + cell.col_span] = [cell] * cell.col_span


def _one_name(upper: Cell, lower: Cell) -> bool:
    """True when two names over one column, beside the names of groups, are the two lines of one name."""
    if upper.col_span != 1 or lower.col_span != 1 or is_value(upper.text) or is_value(lower.text):
        return False
    first, last = upper.lines[-1], lower.lines[0]
    if lower.text.startswith("(") or last.baseline - first.baseline > 1.6 * max(first.size, last.size):
        return False
    return first.style.bold == last.style.bold and abs(first.size - last.size) < 0.5
