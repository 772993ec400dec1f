"""Lists of a command's options in two columns, as browsers print them: a name in bold, labels half-way down."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.columns import is_value
from pdf_extractor_ai.geometric.tables.model import Table
from pdf_extractor_ai.geometric.tables.pieces import Row, row_base

_OPTION = re.compile(r"^--?[A-Za-z]")
_MOSTLY = 0.7
_NEAR = 1.9  # ems from the name to the first row
# Two lines of one cell stand no further apart, in ems, and a label half-way between them at these shares of that.
_LEADING = 1.45
_HALF_WAY = (0.3, 0.7)
_SHORT = 14.0  # ems


def settled(rows: Sequence[Row]) -> list[Row]:
    """Visual rows, with a lone label half-way down two lines beside it put into the row of the first of them.

    So is one line half-way down a label of two. One side is short, so that columns of text with shifted lines stay as
    they are; and neither begins with a value, as the numbers at an axis do.
    """
    out: list[Row] = []
    index = 0
    while index < len(rows):
        if index + 2 < len(rows) and _half_way(*rows[index : index + 3]):
            out.append(sorted((*rows[index], *rows[index + 1]), key=lambda line: line.x0))
            index += 2
            continue
        out.append(rows[index])
        index += 1
    return out


def _half_way(above: Row, row: Row, below: Row) -> bool:
    if not len(above) == len(row) == len(below) == 1:
        return False
    first, middle, last = above[0], row[0], below[0]
    gap = last.baseline - first.baseline
    beside = first.x0 > middle.x1 + middle.size or middle.x0 > max(first.x1, last.x1) + middle.size
    return (
        beside
        and not is_value(middle.text)
        and not is_value(first.text)
        and abs(first.x0 - last.x0) < 0.5 * middle.size
        and gap < _LEADING * middle.size
        and _HALF_WAY[0] * gap < middle.baseline - first.baseline < _HALF_WAY[1] * gap
        and min(middle.width, max(first.width, last.width)) < _SHORT * middle.size
        and middle.x0 - first.x1 < _SHORT * middle.size
    )


def option_name(table: Table, lines: Sequence[Line]) -> Line | None:
    """The bold name right over a list of options in two columns; ``None`` without one, and for any other table."""
    names = [cell for cell in table.cells if cell.col == 0 and cell.lines]
    if table.n_cols != 2 or sum(1 for cell in names if _OPTION.match(cell.text)) < max(3, _MOSTLY * len(names)):
        return None
    first = names[0].lines[0]
    top = min(row_base([line]) for cell in table.cells for line in cell.lines)
    over = [
        line for line in lines
        if 0.5 * line.size < top - line.baseline < _NEAR * line.size and line.x0 < table.col_edges[1]
        and line.x0 > table.x0 - 2 * line.size
    ]  # fmt: skip
    if len(over) != 1 or not over[0].style.bold or first.style.bold or abs(over[0].size - first.size) > 0.1:
        return None
    return over[0]
