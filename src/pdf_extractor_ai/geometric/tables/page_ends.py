"""Tables whose rows on one side of a page end are too few to tell: judged as if the page had not ended there."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from pdf_extractor_ai.geometric.page import Line, Page
from pdf_extractor_ai.geometric.tables.charts import drawn_in
from pdf_extractor_ai.geometric.tables.columns import split_row
from pdf_extractor_ai.geometric.tables.find import find_tables, loose_tables
from pdf_extractor_ai.geometric.tables.model import Cell, Table
from pdf_extractor_ai.geometric.tables.open_grid import Region
from pdf_extractor_ai.geometric.tables.pieces import Row, bottom, row_base, top, visual_rows

# So many rows next to the page end are looked at; one of them at least has several columns.
_NEAR = 3
_STEPS = 6
# Rows further apart than this, in ems, stand in no table together.
_WIDEST_STEP = 2.6
_LEADING = 1.2
# Odd and even pages may be shifted by more than this, in points.
_SHIFT = 3.0
_GAP = 0.95
_DOTS = ". . . ."  # a page of contents


def tables_over_ends(
    pages: Sequence[Page], body_size: float, check: Callable[[], None] = lambda: None
) -> dict[int, list[Table]]:
    """By page number, the parts of tables that only show as such when the page end is left out.

    Two or three rows at the foot of a page, or at the top of the next, are no table by themselves. The pages'
    running heads and feet must be out of their ``lines``; the pages are not changed but as by `find_tables`, which the
    parts are for. One that goes on with the page before it says so (`Table.goes_on`). ``check`` is called at every page
    end and may raise to stop the search.
    """
    given: dict[int, list[Table]] = {}
    alone: dict[int, list[Table]] = {}  # what the last page was found to hold by itself
    for before, after in pairwise(pages):
        check()
        if after.number != before.number + 1 or not before.lines or not after.lines:
            continue
        shift = _shift(_rows_at(before.lines, foot=True), _rows_at(after.lines, foot=False), before, after)
        if shift is None:
            continue
        known = given.get(before.number)
        again = known is not None or before.number not in alone
        tables = find_tables(before, body_size, known or ()) if again else alone[before.number]
        upper = _at_end(tables, before, foot=True)
        alone = {after.number: find_tables(after, body_size)}
        lower = _at_end(alone[after.number], after, foot=False)
        if (upper is not None and lower is not None) or any(part is not None and part.ruled for part in (upper, lower)):
            continue
        parts = _joined(before, after, shift, body_size)
        if parts is None or not all(_covers(*pair) for pair in zip(parts, (upper, lower), strict=True)):
            continue
        if any(_drawn(*pair) for pair in zip(parts, (before, after), strict=True)):
            continue
        if not any(upper is table for table in given.get(before.number, ())):
            given.setdefault(before.number, []).append(parts[0])
        given.setdefault(after.number, []).append(parts[1])
    return given


def _rows_at(lines: Sequence[Line], *, foot: bool) -> list[Row]:
    """The few rows next to the page end, from it inwards, cut into pieces; none further apart than in a table."""
    near = sorted(lines, key=lambda line: line.baseline, reverse=foot)[: 12 * _NEAR]
    rows = visual_rows(near)
    if foot:
        rows.reverse()
    out = rows[:1]
    for row in rows[1:_NEAR]:
        if abs(row_base(row) - row_base(out[-1])) > _WIDEST_STEP * row[0].size:
            break
        out.append(row)
    return [split_row(row, _GAP) for row in out]


def _shift(foot: Sequence[Row], head: Sequence[Row], before: Page, after: Page) -> float | None:
    """By how much the second page lies further right, where rows on both sides of the end share their columns."""
    several = [[row for row in rows if len(row) > 1] for rows in (foot, head)]
    if not all(several) or all(any(_DOTS in line.text for line in row) for row in several[0]):
        return None
    margins = min(line.x0 for line in after.lines) - min(line.x0 for line in before.lines)
    for shift in (0.0, margins) if abs(margins) > _SHIFT else (0.0,):
        if any(_share_columns(a, b, shift) for a in several[0] for b in several[1]):
            return shift
    return None


def _share_columns(above: Row, below: Row, shift: float) -> bool:
    slack = 0.35 * below[0].size
    hits = sum(
        any(min(abs(b.x0 - shift - a.x0), abs(b.x1 - shift - a.x1)) < slack and abs(a.size - b.size) < 1 for a in above)
        for b in below
    )
    return hits >= 2


def _at_end(tables: Sequence[Table], page: Page, *, foot: bool) -> Table | None:
    """The table that holds the line next to the page end."""
    last = (max if foot else min)(page.lines, key=lambda line: line.baseline)
    return next((table for table in tables if any(line is last for line in table.lines)), None)


def _drawn(part: Table, page: Page) -> bool:
    """True when upright rules or a drawing stand among the words."""
    walls = any(
        not rule.horizontal and part.x0 < rule.x0 < part.x1 and rule.y0 < part.y1 and rule.y1 > part.y0
        for rule in page.rules
    )
    return walls or drawn_in(Region(part.x0, part.y0, part.x1, part.y1, part.lines), page.shapes)


def _covers(part: Table, found: Table | None) -> bool:
    """True when a part holds all of the table that was found without it, in as many columns."""
    if found is None:
        return True
    own = {id(line) for line in part.lines}
    return part.n_cols == found.n_cols and all(id(line) in own for line in found.lines)


def _joined(before: Page, after: Page, shift: float, body_size: float) -> tuple[Table, Table] | None:
    """The two parts of the table that stands over the end between the pages, if there is one."""
    rows = [visual_rows(page.lines) for page in (before, after)]
    steps = [
        step
        for part in (rows[0][-_STEPS:], rows[1][:_STEPS])
        for a, b in pairwise(part)
        if (step := row_base(b) - row_base(a)) < _WIDEST_STEP * a[0].size
    ]
    size = rows[0][-1][0].size
    drop = row_base(rows[0][-1]) + (median(steps) if steps else _LEADING * size) - row_base(rows[1][0])
    moved = [_moved(line, -shift, drop) for line in after.lines]
    origin = {id(copy): line for copy, line in zip(moved, after.lines, strict=True)}
    whole = Page(before.number, before.width, before.height + after.height, lines=[*before.lines, *moved])
    for table in loose_tables(whole, body_size):
        over = [line for line in table.lines if id(line) in origin]
        if over and len(over) < len(table.lines):
            return _split(table, origin, shift, drop)
    return None


def _moved(line: Line, dx: float, dy: float) -> Line:
    xs = array("d", [x + dx for x in line.xs])
    return replace(
        line, x0=line.x0 + dx, x1=line.x1 + dx, xs=xs, y0=line.y0 + dy, y1=line.y1 + dy, baseline=line.baseline + dy
    )


def _split(table: Table, origin: dict[int, Line], shift: float, drop: float) -> tuple[Table, Table] | None:
    """The table cut at the page end, each part in the coordinates of its own page."""
    end = max(line.baseline for line in table.lines if id(line) not in origin)
    upper = _part(table, [line for line in table.lines if id(line) not in origin], float("-inf"), end)
    lower = _part(table, [line for line in table.lines if id(line) in origin], end, float("inf"))
    if not all(max(Counter(cell.row for cell in part.cells).values(), default=0) > 1 for part in (upper, lower)):
        return None
    lower.lines = [origin[id(line)] for line in lower.lines]
    lower.rest = [_moved(line, shift, -drop) for line in lower.rest]
    for cell in lower.cells:
        cell.lines = [_moved(line, shift, -drop) for line in cell.lines]
    lower.x0, lower.y0, lower.x1, lower.y1 = lower.x0 + shift, lower.y0 - drop, lower.x1 + shift, lower.y1 - drop
    lower.col_edges = tuple(x + shift for x in lower.col_edges)
    lower.goes_on = True
    return upper, lower


def _part(table: Table, lines: list[Line], above: float, below: float) -> Table:
    """The rows of a table whose lines lie between two heights; a row that lies on both sides has its share of each."""
    cells: list[Cell] = []
    for cell in table.cells:
        if inside := [line for line in cell.lines if above < line.baseline <= below]:
            cells.append(replace(cell, lines=inside))
    first = min((cell.row for cell in cells), default=0)
    n_rows = max((cell.row for cell in cells), default=0) - first + 1
    for cell in cells:
        cell.row -= first
        cell.row_span = min(cell.row_span, n_rows - cell.row)
    y0, y1 = min(map(top, lines)), max(map(bottom, lines))
    rest = [line for line in table.rest if above < line.baseline <= below]
    return replace(table, y0=y0, y1=y1, n_rows=n_rows, cells=cells, lines=lines, rest=rest, marks=[])
