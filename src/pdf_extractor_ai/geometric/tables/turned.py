"""Names that run up or down the page over the columns of a table without uprights."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.model import Cell, Table
from pdf_extractor_ai.geometric.tables.pieces import middle, reading_order

# The names end no further above the first row, in ems.
_NEAR = 2.2


def add_turned_head(table: Table, turned: Sequence[Line], free: Sequence[Line]) -> None:
    """Put the names over the columns, turned ones and those beside them, into a first row of the table, in place.

    ``turned`` are lines that run up or down, in reading order. Nothing changes when fewer than half of the columns
    have a turned name right over them.
    """
    if table.ruled or len(table.col_edges) != table.n_cols + 1 or not table.lines:
        return
    size = table.lines[0].size
    names = [line for line in turned if -0.5 * size < table.y0 - line.y1 < _reach(turned, table, size)]
    row: dict[int, list[Line]] = {}
    for line in names:
        if table.x0 - size < (line.x0 + line.x1) / 2 < table.x1 + size:
            row.setdefault(_column(table, line), []).append(line)
    if len(row) < max(2, 0.5 * (table.n_cols - 1)):
        return
    top = min(line.y0 for lines in row.values() for line in lines)
    beside: dict[int, list[Line]] = {}
    for line in free:
        if top - size < middle(line) < table.y0 and table.x0 - size < line.x0 and line.x1 < table.x1 + size:
            beside.setdefault(_column(table, line), []).append(line)
    row |= {col: reading_order(lines) for col, lines in beside.items() if col not in row and len(lines) <= 3}
    for cell in table.cells:
        cell.row += 1
        cell.column_header = False
    table.cells = [*(Cell(0, col, lines=row[col], column_header=True) for col in sorted(row)), *table.cells]
    table.n_rows += 1
    table.y0 = top
    table.lines += [line for lines in row.values() for line in lines]


def _reach(turned: Sequence[Line], table: Table, size: float) -> float:
    """How far above the table a name may end: names that begin at one height end at several."""
    near = [line for line in turned if -0.5 * size < table.y0 - line.y1 < _NEAR * size]
    return max((table.y0 - line.y0 for line in near), default=0.0)


def _column(table: Table, line: Line) -> int:
    return bisect_right(table.col_edges[1:-1], (line.x0 + line.x1) / 2)
