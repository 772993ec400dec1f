"""A ruled grid and the page's lines -> table: rows without rules between them parted, titles and notes put out."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from pdf_extractor_ai.geometric.markers import BULLETS
from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.centred import centred_groups
from pdf_extractor_ai.geometric.tables.code_cells import names_listing
from pdf_extractor_ai.geometric.tables.columns import Band, is_value
from pdf_extractor_ai.geometric.tables.edges import Edge
from pdf_extractor_ai.geometric.tables.headers import mark_headers
from pdf_extractor_ai.geometric.tables.model import Cell, Table
from pdf_extractor_ai.geometric.tables.pieces import row_base, visual_rows
from pdf_extractor_ai.geometric.tables.rows import group_bands, is_flow, labelled_groups
from pdf_extractor_ai.geometric.tables.ruled import Grid, fill_cells, grid_cells
from pdf_extractor_ai.geometric.tables.titles import is_note, is_title

_LEAST_ITEMS = 4
# A page of instructions in a frame has more lines.
_LARGER = 1.18
_SAME = 1.0
_ROOM = 0.8
_LONGEST_NOTE = 30


def ruled_table(grid: Grid, lines: Sequence[Line], turned: Sequence[Line] = ()) -> Table | None:
    """The table of a grid, unjudged; ``None`` when fewer than two columns hold text."""
    cells = grid_cells(grid)
    rest = fill_cells(grid, cells, lines, turned)
    if not rest:
        return None
    owned = [line for line in (*lines, *turned) if id(line) in rest]
    marks = _drop_bullets(cells)
    cells, xs, ys = _compact(cells, grid)
    if not xs:
        return None
    cells, ys = _split_rows(cells, xs, ys)
    table = Table(
        xs[0], ys[0], xs[-1], ys[-1], len(ys) - 1, len(xs) - 1, cells, ruled=True, col_edges=tuple(xs), lines=owned,
        rest=[part for line in owned for part in rest[id(line)]], marks=marks,
    )  # fmt: skip
    _put_out(table, ys)
    if table.n_rows < 1 or len({cell.col for cell in table.cells if cell.lines}) < 2:
        return None
    mark_headers(table.cells, table.n_rows, table.n_cols)
    return table


def _drop_bullets(cells: Sequence[Cell]) -> list[Line]:
    """The bullets of cells of which nearly each is one item, taken out: a slide's list style, and nothing said."""
    filled = [cell for cell in cells if cell.lines]
    bullets = [[line for line in cell.lines if line.text.strip() in BULLETS] for cell in filled]
    single = sum(1 for cell, marks in zip(filled, bullets, strict=True) if len(marks) == 1 and len(cell.lines) > 1)
    if len(filled) < _LEAST_ITEMS or single < 0.9 * len(filled):
        return []
    return [
        cell.lines.pop(0)
        for cell, marks in zip(filled, bullets, strict=True)
        if len(marks) == 1 and cell.lines[0] is marks[0]
    ]


def _compact(cells: list[Cell], grid: Grid) -> tuple[list[Cell], list[float], list[float]]:
    """The cells without rows and columns in which nothing begins or stands."""
    rows = sorted({cell.row for cell in cells if cell.lines})
    cols = sorted({cell.col for cell in cells if cell.lines})
    wide = [
        cell.col
        for cell in cells
        if not cell.lines and cell.col not in cols and grid.xs[cell.col + 1] - grid.xs[cell.col] > 14
    ]
    # An empty column of some width under a header name is part of the table; a sliver comes from double rules.
    cols = sorted({*cols, *(col for col in wide if _headed(cells, col))})
    if len(cols) < 2 or not rows:
        return [], [], []
    new_row = {old: new for new, old in enumerate(rows)}
    new_col = {old: new for new, old in enumerate(cols)}
    out: list[Cell] = []
    for cell in cells:
        in_rows = [new_row[r] for r in range(cell.row, cell.row + cell.row_span) if r in new_row]
        in_cols = [new_col[c] for c in range(cell.col, cell.col + cell.col_span) if c in new_col]
        if in_rows and in_cols:
            cell.row, cell.col, cell.row_span, cell.col_span = in_rows[0], in_cols[0], len(in_rows), len(in_cols)
            out.append(cell)
    xs = [grid.xs[col] for col in cols] + [grid.xs[-1]]
    ys = [grid.ys[row] for row in rows] + [grid.ys[-1]]
    return out, xs, ys


def _headed(cells: Sequence[Cell], col: int) -> bool:
    return any(cell.lines and cell.col <= col < cell.col + cell.col_span and cell.row <= 1 for cell in cells)


def _split_rows(cells: list[Cell], xs: Sequence[float], ys: list[float]) -> tuple[list[Cell], list[float]]:
    """Stretches between two rules that hold several rows of the table are cut into these rows."""
    n_rows, n_cols = len(ys) - 1, len(xs) - 1
    out_ys = [ys[0]]
    shift = 0
    for row in range(n_rows):
        now = row + shift
        own = [cell for cell in cells if cell.row == now and cell.row_span == 1]
        label = _centred_label(own)
        groups = _rows_inside([cell for cell in own if cell is not label], xs, n_rows)
        if len(groups) > 1 and all(cell.col_span == 1 for cell in own if cell.lines):
            extra = len(groups) - 1
            for cell in cells:
                if cell.row > now:
                    cell.row += extra
                elif cell.row + cell.row_span - 1 >= now and cell not in own:
                    cell.row_span += extra
            gone = {id(cell) for cell in own}
            cells = [cell for cell in cells if id(cell) not in gone]
            for index, group in enumerate(groups):
                if label is not None and index == 0:
                    cells.append(Cell(now, label.col, row_span=len(groups), lines=label.lines))
                for col in range(n_cols):
                    lines = [line for band in group for line in band.cells.get(col, ())]
                    if lines:
                        cells.append(Cell(now + index, col, lines=lines))
            out_ys += [(a[-1].base + b[0].base) / 2 for a, b in itertools.pairwise(groups)]
            shift += extra
        out_ys.append(ys[row + 1])
    cells.sort(key=lambda cell: (cell.row, cell.col))
    return cells, out_ys


def _centred_label(cells: Sequence[Cell]) -> Cell | None:
    """The first cell between two rules when its one line stands half-way down the rows beside it, as their name."""
    first = min((cell for cell in cells if cell.lines), key=lambda cell: cell.col, default=None)
    if first is None or len(first.lines) != 1 or any(line.angle for line in first.lines):
        return None
    beside = [line.baseline for cell in cells if cell is not first for line in cell.lines]
    line = first.lines[0]
    if not beside or max(beside) - min(beside) < line.size:
        return None
    centred = abs(line.baseline - (min(beside) + max(beside)) / 2) < 0.35 * line.size
    between = min(abs(line.baseline - other) for other in beside) > 0.2 * line.size
    return first if centred and (between or max(beside) - min(beside) > 1.8 * line.size) else None


def _rows_inside(cells: Sequence[Cell], xs: Sequence[float], n_rows: int) -> list[list[Band]]:
    """The rows between two rules, one group when they are one."""
    if any(line.angle for cell in cells for line in cell.lines):
        return []
    column = {id(line): cell.col for cell in cells for line in cell.lines}
    lines = [line for cell in cells for line in cell.lines]
    if len(column) < 4:
        return []
    bands: list[Band] = []
    for row in visual_rows(lines):
        band = Band(row_base(row), row[0].size)
        for line in row:
            band.cells.setdefault(column[id(line)], []).append(line)
        bands.append(band)
    if len(bands) < 2:
        return []
    stacks = [
        [" ".join(p.text for p in band.cells[col]) for band in bands if col in band.cells]
        for col in set(column.values())
    ]
    # Values stacked in several columns, as many in each: these are rows, whatever else is ruled.
    stacked = [stack for stack in stacks if len(stack) >= 2 and sum(map(is_value, stack)) >= 0.9 * len(stack)]
    sure = len(stacked) >= 2 and len({len(stack) for stack in stacked}) == 1
    full = sum(1 for band in bands if len(band.cells) >= 2)
    # A value in every line of one column, and no line without company: every line is a row. Of two lines each column
    # must have both.
    whole = len(bands) >= 3 or all(len(stack) == len(bands) for stack in stacks)
    sure = sure or (whole and full == len(bands) and any(len(stack) == len(bands) for stack in stacked))
    likely = n_rows <= 3 and len(bands) >= 4 and full >= 0.6 * len(bands)
    pad = 0.5 * lines[0].size
    widths = [max(b - a - 2 * pad, 1.0) for a, b in itertools.pairwise(xs)]
    if n_rows <= 3 and (centred := centred_groups(bands, widths)):
        return centred
    if not sure and (not likely or is_flow(bands, widths)):
        return labelled_groups(bands, widths) if n_rows <= 3 else []
    groups = group_bands(bands, widths)
    if not sure and len(groups) < 3:
        return []
    return groups


def _put_out(table: Table, ys: list[float]) -> None:
    """Take a title row from the top and note rows from the bottom: their lines go back to the page."""
    while table.n_rows > 2:
        first = [cell for cell in table.cells if cell.row == 0 and cell.lines]
        if len(first) != 1 or first[0].col_span < table.n_cols or not is_title(first[0].text):
            break
        _drop_row(table, ys, 0)
    while table.n_rows > 2:
        last = [cell for cell in table.cells if cell.row + cell.row_span == table.n_rows and cell.lines]
        if len(last) != 1 or last[0].row_span > 1 or last[0].col_span < table.n_cols:
            break
        if not is_note(last[0].text) and len(last[0].lines) < 3:
            break
        _drop_row(table, ys, table.n_rows - 1)


def _drop_row(table: Table, ys: list[float], row: int) -> None:
    for cell in [cell for cell in table.cells if cell.row == row]:
        table.rest += cell.lines
        table.cells.remove(cell)
    if row == 0:
        del ys[0]
        for cell in table.cells:
            cell.row -= 1
        table.y0 = ys[0]
    else:
        ys.pop()
        table.y1 = ys[-1]
    table.n_rows -= 1


def boxed_column(grid: Grid, lines: Sequence[Line], strokes: Sequence[Edge]) -> Table | None:
    """A table of one wide column: stacked boxes with a short name in the first; ``None`` for a note in a frame."""
    cells = grid_cells(grid)
    rest = fill_cells(grid, cells, lines)
    cells = [cell for cell in cells if cell.lines]
    inner = [edge for edge in strokes if edge.stroke and grid.ys[0] + 2 < edge.pos < grid.ys[-1] - 2]
    if (
        len(cells) < 2
        or len(cells) < 0.5 * grid.n_rows
        or len(inner) < len(cells) - 1
        or len(cells[0].lines) != 1
        or len(cells[0].text) > 60
        or names_listing(cells[0].text)
        or _joined_by_a_stroke(cells)
        or _under_heading(cells)
        or _own_boxes(grid, strokes)
        or any(_too_large(line, cell, grid) for cell in cells for line in cell.lines)
    ):
        return None
    if max(len(cell.lines) for cell in cells) > (12 if len(cells) > 2 else _LONGEST_NOTE):
        return None
    for row, cell in enumerate(cells):
        cell.row, cell.row_span, cell.col, cell.col_span = row, 1, 0, 1
    x0, y0, x1, y1 = grid.box
    owned = [line for line in lines if id(line) in rest]
    table = Table(
        x0, y0, x1, y1, len(cells), 1, cells, ruled=True, col_edges=(x0, x1), lines=owned,
        rest=[part for line in owned for part in rest[id(line)]],
    )  # fmt: skip
    cells[0].column_header = True
    return table


def _too_large(line: Line, cell: Cell, grid: Grid) -> bool:
    """True for words that have no room in their box: they are drawn over it."""
    height = grid.ys[cell.row + cell.row_span] - grid.ys[cell.row]
    return height < _ROOM * line.size or (line.x0 < grid.xs[0] - 1 and line.x1 > grid.xs[-1] + 1)


def _own_boxes(grid: Grid, strokes: Sequence[Edge]) -> bool:
    """True when the rules across lie round one middle and are not of one width: boxes as wide as the words in them."""
    x0, _, x1, _ = grid.box
    centred = all(abs(edge.start + edge.end - x0 - x1) < 2 * _SAME for edge in strokes)
    return centred and sum(1 for edge in strokes if edge.start > x0 + _SAME) > 0.5 * len(strokes)


def _under_heading(cells: Sequence[Cell]) -> bool:
    """True for a text under a name set larger: a box on a poster or a slide."""
    return len(cells) == 2 and cells[0].lines[0].size > _LARGER * max(line.size for line in cells[1].lines)


def _joined_by_a_stroke(cells: Sequence[Cell]) -> bool:
    """True for two boxes with an empty stretch between them: nodes of a diagram."""
    return len(cells) == 2 and cells[1].row > cells[0].row + cells[0].row_span
