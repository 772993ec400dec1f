"""Walls that a ruled grid leaves out: columns without rules inside a ruled one, rows whose cells only text parts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.borders import pieces_in
from pdf_extractor_ai.geometric.tables.columns import find_separators, is_marker, is_value
from pdf_extractor_ai.geometric.tables.heads import part_head
from pdf_extractor_ai.geometric.tables.pieces import Row, middle, visual_rows
from pdf_extractor_ai.geometric.tables.ruled import Grid

_LEAST_ROWS = 3
_MOSTLY = 0.6
# White that parts two columns of values, in ems.
_NARROW = 0.3


def imply_walls(grid: Grid, lines: Sequence[Line]) -> None:
    """Add to the grid, in place, the walls that its text shows."""
    pieces = pieces_in(lines, *grid.box)
    if not pieces:
        return
    rows: list[list[Line]] = [[] for _ in range(grid.n_rows)]
    for piece in pieces:
        row = bisect_right(grid.ys, middle(piece)) - 1
        if 0 <= row < grid.n_rows:
            rows[row].append(piece)
    _part_open_rows(grid, rows)
    for col in reversed(range(grid.n_cols)):
        _part_column(grid, rows, col)
    if part_head(grid, pieces):
        _part_open_rows(grid, [[piece for piece in pieces if grid.ys[0] < middle(piece) < grid.ys[1]]])


def _part_open_rows(grid: Grid, rows: Sequence[Sequence[Line]]) -> None:
    """Where no wall parts a stretch of columns but the text keeps to them, there are walls."""
    for row, own in enumerate(rows):
        col = 0
        while col < grid.n_cols:
            last = col
            while not grid.right[row][last]:
                last += 1
            if last > col:
                for inner in _implied(own, grid.xs[col : last + 2]):
                    grid.right[row][col + inner] = True
            col = last + 1


def _implied(pieces: Sequence[Line], borders: Sequence[float]) -> list[int]:
    """Which inner borders of a stretch without walls part its text: all of them, or those between wide names."""
    inside = [p for p in pieces if p.x1 > borders[0] and p.x0 < borders[-1]]
    inner = borders[1:-1]
    filled = {bisect_right(inner, (piece.x0 + piece.x1) / 2) for piece in inside}
    if len(filled) < 2:
        return []
    over = [sum(1 for p in inside if p.x0 + 0.3 * p.size < x < p.x1 - 0.3 * p.size) for x in inner]
    if sum(over) <= 0.05 * len(inside):
        return list(range(len(inner)))
    # Names that each span several columns: the borders that none of them covers part them, one between two names.
    free = [index for index, count in enumerate(over) if not count]
    out: list[int] = []
    for left, right in pairwise(sorted(inside, key=lambda p: (p.x0 + p.x1) / 2)):
        between = [i for i in free if left.x1 - 0.3 * left.size <= inner[i] <= right.x0 + 0.3 * right.size]
        if between:
            centre = (left.x1 + right.x0) / 2
            out.append(min(between, key=lambda i: abs(inner[i] - centre)))
    return sorted(set(out))


def _part_column(grid: Grid, rows: Sequence[Sequence[Line]], col: int) -> None:
    """Put the columns into the grid that stand in one ruled column."""
    x0, x1 = grid.xs[col], grid.xs[col + 1]
    own = [
        [p for p in row if x0 - 1 <= (p.x0 + p.x1) / 2 <= x1 + 1]
        if grid.right[number][col] and (col == 0 or grid.right[number][col - 1])
        else []
        for number, row in enumerate(rows)
    ]
    visual = [row for part in own for row in visual_rows(part)]
    separators = _hidden_separators(visual)
    if not separators:
        return
    body = next(n for n, part in enumerate(own) if any(len(row) > 1 for row in visual_rows(part)))
    at = col + 1
    grid.xs[at:at] = separators
    for number in range(grid.n_rows):
        crossed = [
            number < body or any(p.x0 + 0.3 * p.size < x < p.x1 - 0.3 * p.size for p in rows[number])
            for x in separators
        ]
        last = grid.right[number][col]
        open_stretch = not own[number] and not (last and (col == 0 or grid.right[number][col - 1]))
        walls = [False if open_stretch else not over for over in crossed]
        grid.right[number][col : col + 1] = [*walls, last]
        grid.below[number][col : col + 1] = [grid.below[number][col]] * (len(separators) + 1)


def _hidden_separators(visual: Sequence[Row]) -> list[float]:
    """The x of the strips that part the text of one ruled column into several columns, if they do."""
    multi = [row for row in visual if len(row) >= 2]
    if len(multi) < _LEAST_ROWS:
        return []
    size = multi[0][0].size
    if len(multi) < _MOSTLY * len(visual):
        return _sparse_separators(visual, len(multi), size)
    close = find_separators(visual, size, _NARROW * size)
    columns = _parted(multi, close)
    if close and all(len(column) >= _MOSTLY * len(multi) and _of_values(column) for column in columns):
        return close
    separators = find_separators(visual, size, 0.62 * size)
    if not separators:
        return []
    columns = _parted(multi, separators)
    if any(len(column) < _MOSTLY * len(multi) for column in columns):
        return _sparse_separators(visual, len(multi), size)
    if sum(1 for p in columns[0] if is_marker(p.text)) > 0.5 * len(columns[0]):
        return []
    if all(map(_of_values, columns[1:])):
        return separators
    # Words beside words: only where every column starts at one place, row by row.
    return separators if len(multi) >= 5 and all(map(_aligned, columns)) else []


def _parted(rows: Sequence[Row], separators: Sequence[float]) -> list[list[Line]]:
    columns: list[list[Line]] = [[] for _ in range(len(separators) + 1)]
    for row in rows:
        for piece in row:
            columns[bisect_right(separators, (piece.x0 + piece.x1) / 2)].append(piece)
    return columns


def _of_values(column: Sequence[Line]) -> bool:
    return sum(is_value(piece.text) for piece in column) >= 0.7 * len(column)


def _sparse_separators(visual: Sequence[Row], several: int, size: float) -> list[float]:
    """Strips that no piece at all covers, where most rows fill only some of three or more columns of values."""
    pieces = sorted((piece.x0, piece.x1) for row in visual for piece in row)
    # Names stand on top: rows without any value do not count.
    valued = [flags for row in visual if any(flags := [is_value(piece.text) for piece in row])]
    if len(valued) < 0.6 * len(visual) or several < 0.25 * len(visual):
        return []
    if sum(map(sum, valued)) < 0.75 * sum(map(len, valued)):
        return []
    # A line over most columns says of one row what the others give by values.
    wide = [span for span in pieces if span[1] - span[0] > 0.5 * (pieces[-1][1] - pieces[0][0])]
    if 0 < len(wide) <= 0.1 * len(visual):
        pieces = [span for span in pieces if span not in wide]
    out: list[float] = []
    reach = pieces[0][1]
    for low, high in pieces[1:]:
        if low - reach >= 0.4 * size:
            out.append((reach + low) / 2)
        reach = max(reach, high)
    return out if len(out) >= 2 else []


def _aligned(column: Sequence[Line]) -> bool:
    size = column[0].size
    for edges in ([p.x0 for p in column], [p.x1 for p in column], [(p.x0 + p.x1) / 2 for p in column]):
        usual = sorted(edges)[len(edges) // 2]
        if sum(abs(x - usual) < 0.4 * size for x in edges) >= 0.8 * len(edges):
            return True
    return False
