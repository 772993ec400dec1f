"""Grids from crossing rules: where the walls are, and which cells a missing wall joins."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.borders import pieces_in, without_slivers
from pdf_extractor_ai.geometric.tables.edges import NEAR, Edge, Edges, positions
from pdf_extractor_ai.geometric.tables.model import Cell
from pdf_extractor_ai.geometric.tables.pieces import middle, reading_order, split_at

# A wall counts when its rules cover this share of the cell's side: rules may stop short of the corners.
_COVER = 0.6
_OVERSHOOT = 8.0
MAX_CELLS = 6000


@dataclass(slots=True)
class Grid:
    """Column and row borders, and for every cell whether a wall stands at its right and below it."""

    xs: list[float]
    ys: list[float]
    right: list[list[bool]]
    below: list[list[bool]]

    @property
    def n_rows(self) -> int:
        """Rows between the borders."""
        return len(self.ys) - 1

    @property
    def n_cols(self) -> int:
        """Columns between the borders."""
        return len(self.xs) - 1

    @property
    def walled(self) -> float:
        """Which share of the places for walls inside the grid, upright or across, has one: the greater of the two.

        A table with many joined cells one way still has nearly all walls the other way; boxes that only stand at the
        same heights or places, as in a diagram or a form, lack many of both.
        """
        upright = [wall for row in self.right for wall in row[:-1]]
        across = [wall for row in self.below[:-1] for wall in row]
        return max((sum(walls) / len(walls) for walls in (upright, across) if walls), default=1.0)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The outer frame."""
        return self.xs[0], self.ys[0], self.xs[-1], self.ys[-1]


def build_grid(group: Edges, lines: Sequence[Line] = ()) -> Grid | None:
    """The grid of a group of crossing edges, ``None`` when it has no two borders each way or too many cells.

    Where the page's ``lines`` are given, borders that leave no room for text between them are one border.
    """
    flat = [edge for edge in group.flat if edge.length > 3]
    upright = [edge for edge in group.upright if edge.length > 3]
    if len(flat) < 2 or not upright:
        return None
    xs = _with_open_sides(positions(upright), flat)
    ys = _with_open_sides(positions(flat), upright)
    if len(xs) < 2 or len(ys) < 2 or (len(xs) - 1) * (len(ys) - 1) > MAX_CELLS:
        return None
    xs, upright = without_slivers(xs, upright, pieces_in(lines, xs[0], ys[0], xs[-1], ys[-1]))
    if len(xs) < 2:
        return None
    right = _walls(xs, ys, upright)
    below = _walls(ys, xs, flat)
    # `_walls` answers per border and stretch; turn that into right[row][col] and below[row][col].
    keep_x = [0, *(i for i in range(1, len(xs) - 1) if any(right[i])), len(xs) - 1]
    keep_y = [0, *(i for i in range(1, len(ys) - 1) if any(below[i])), len(ys) - 1]
    xs, ys = [xs[i] for i in keep_x], [ys[i] for i in keep_y]
    right, below = _walls(xs, ys, upright), _walls(ys, xs, flat)
    n_rows, n_cols = len(ys) - 1, len(xs) - 1
    return Grid(
        xs,
        ys,
        [[col == n_cols - 1 or right[col + 1][row] for col in range(n_cols)] for row in range(n_rows)],
        [[row == n_rows - 1 or below[row + 1][col] for col in range(n_cols)] for row in range(n_rows)],
    )


def _with_open_sides(places: list[float], across: Sequence[Edge]) -> list[float]:
    """The border positions, plus the ends of the crossing rules where these run on beyond the last border."""
    if not places:
        return places
    strokes = [edge for edge in across if edge.stroke]
    low = sorted(edge.start for edge in strokes if edge.start < places[0] - _OVERSHOOT)
    high = sorted(edge.end for edge in strokes if edge.end > places[-1] + _OVERSHOOT)
    out = list(places)
    if len(low) >= 2:
        out.insert(0, low[0])
    if len(high) >= 2:
        out.append(high[-1])
    return out


def _walls(borders: Sequence[float], stretches: Sequence[float], edges: Sequence[Edge]) -> list[list[bool]]:
    """For every border and every stretch between two crossing borders: do the edges cover it?"""
    covered = [[0.0] * (len(stretches) - 1) for _ in borders]
    for edge in edges:
        at = min(bisect_right(borders, edge.pos), len(borders) - 1)
        if at and abs(borders[at - 1] - edge.pos) <= abs(borders[at] - edge.pos):
            at -= 1
        if abs(borders[at] - edge.pos) > NEAR + 0.5:
            continue
        row = covered[at]
        for index in range(max(bisect_right(stretches, edge.start) - 1, 0), len(row)):
            low, high = stretches[index], stretches[index + 1]
            if low >= edge.end:
                break
            row[index] = max(row[index], min(high, edge.end) - max(low, edge.start))
    return [[got >= _COVER * (stretches[i + 1] - stretches[i]) for i, got in enumerate(row)] for row in covered]


def grid_cells(grid: Grid) -> list[Cell]:
    """The grid's cells, those with no wall between them joined into rectangles."""
    taken = [[False] * grid.n_cols for _ in range(grid.n_rows)]
    cells: list[Cell] = []
    for row in range(grid.n_rows):
        for col in range(grid.n_cols):
            if taken[row][col]:
                continue
            wide = 1
            while not grid.right[row][col + wide - 1] and not taken[row][col + wide]:
                wide += 1
            tall = 1
            while row + tall < grid.n_rows and _goes_on(grid, row + tall - 1, col, wide):
                tall += 1
            for r in range(row, row + tall):
                for c in range(col, col + wide):
                    taken[r][c] = True
            cells.append(Cell(row, col, tall, wide))
    return cells


def _goes_on(grid: Grid, row: int, col: int, wide: int) -> bool:
    """True when the stretch of cells is open below, and as wide in the next row as here."""
    if any(grid.below[row][col : col + wide]):
        return False
    under = grid.right[row + 1]
    if any(under[col : col + wide - 1]) or not under[col + wide - 1]:
        return False
    return col == 0 or under[col - 1]


def fill_cells(
    grid: Grid, cells: Sequence[Cell], lines: Sequence[Line], turned: Sequence[Line] = ()
) -> dict[int, list[Line]]:
    """Put the lines into the cells; returns, by ``id`` of the owned line, its parts outside the grid.

    ``turned`` are lines that run up or down the page, in reading order: each goes whole where its middle lies.
    """
    owner: list[list[Cell | None]] = [[None] * grid.n_cols for _ in range(grid.n_rows)]
    for cell in cells:
        for row in range(cell.row, cell.row + cell.row_span):
            for col in range(cell.col, cell.col + cell.col_span):
                owner[row][col] = cell
    x0, y0, x1, y1 = grid.box
    rest: dict[int, list[Line]] = {}
    for line in lines:
        height = middle(line)
        if not y0 <= height <= y1 or line.x1 <= x0 or line.x0 >= x1:
            continue
        row = min(bisect_right(grid.ys, height), grid.n_rows) - 1
        walls = [x0, *(grid.xs[c + 1] for c in range(grid.n_cols - 1) if grid.right[row][c]), x1]
        parts = split_at(line, walls)
        inside: list[tuple[Line, Cell]] = []
        outside: list[Line] = []
        for part in parts:
            centre = (part.x0 + part.x1) / 2
            col = min(max(bisect_right(grid.xs, centre), 1), grid.n_cols) - 1
            home = owner[row][col]
            if x0 - 1 <= centre <= x1 + 1 and home is not None:
                inside.append((part, home))
            else:
                outside.append(part)
        if inside:
            rest[id(line)] = outside
            for part, home in inside:
                home.lines.append(part)
    for cell in cells:
        cell.lines = reading_order(cell.lines)
    for line in turned:
        row = bisect_right(grid.ys, (line.y0 + line.y1) / 2) - 1
        col = bisect_right(grid.xs, (line.x0 + line.x1) / 2) - 1
        home = owner[row][col] if 0 <= row < grid.n_rows and 0 <= col < grid.n_cols else None
        if home is not None:
            home.lines.append(line)
            rest[id(line)] = []
    return rest
