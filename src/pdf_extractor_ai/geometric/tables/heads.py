"""The head of a ruled grid in which no rule parts the names of groups from the names of columns under them."""

from __future__ import annotations

from collections.abc import Sequence

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.pieces import bottom, middle, row_base, top, visual_rows
from pdf_extractor_ai.geometric.tables.ruled import Grid


def part_head(grid: Grid, pieces: Sequence[Line]) -> bool:
    """Part the first row of the grid, in place, under the names that reach over several columns; True when done.

    ``pieces`` is the text in the grid. Above the new border stand lines of which each reaches over a border of the
    columns below; under it every name keeps to its column. Cells beside them span both rows.
    """
    head = [piece for piece in pieces if grid.ys[0] < middle(piece) < grid.ys[1]]
    stretches = [stretch for stretch in _stretches(grid.right[0]) if stretch[1] > stretch[0]]
    border = next((y for stretch in stretches if (y := _border(head, grid, stretch)) is not None), None)
    if border is None or grid.n_rows < 2:
        return False
    parted = [(a, b) for a, b in stretches if _border(head, grid, (a, b)) == border]
    grid.ys.insert(1, border)
    grid.right.insert(0, list(grid.right[0]))
    grid.below.insert(0, [any(a <= col <= b for a, b in parted) for col in range(grid.n_cols)])
    for a, b in parted:
        grid.right[1][a:b] = [True] * (b - a)
    return True


def _stretches(walls: Sequence[bool]) -> list[tuple[int, int]]:
    """First and last column of every stretch between two walls."""
    out, first = [], 0
    for col, wall in enumerate(walls):
        if wall:
            out.append((first, col))
            first = col + 1
    return out


def _border(head: Sequence[Line], grid: Grid, stretch: tuple[int, int]) -> float | None:
    """The height that parts the names of groups in a stretch from those of columns, if one does."""
    x0, x1 = grid.xs[stretch[0]], grid.xs[stretch[1] + 1]
    inner = grid.xs[stretch[0] + 1 : stretch[1] + 1]
    rows = visual_rows(piece for piece in head if x0 < (piece.x0 + piece.x1) / 2 < x1)
    over = [[_crosses(piece, inner) for piece in row] for row in rows]
    count = next((index for index, row in enumerate(over) if not all(row)), len(rows))
    below = [piece for row in rows[count:] for piece in row]
    if not 0 < count < len(rows) or any(_crosses(piece, inner) for piece in below):
        return None
    filled = {sum(1 for x in inner if x < (piece.x0 + piece.x1) / 2) for piece in below}
    if len(filled) < max(2, 0.6 * (len(inner) + 1)):
        return None
    upper, lower = rows[count - 1], rows[count]
    if row_base(lower) - row_base(upper) < 0.9 * upper[0].size:
        return None
    return (max(map(bottom, upper)) + min(map(top, lower))) / 2


def _crosses(piece: Line, borders: Sequence[float]) -> bool:
    slack = 0.3 * piece.size
    return any(piece.x0 + slack < x < piece.x1 - slack for x in borders)
