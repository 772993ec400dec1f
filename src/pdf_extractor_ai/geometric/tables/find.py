"""The tables of one page: ruled grids first, then rules across only, then what is aligned without rules."""

from __future__ import annotations

from collections.abc import Sequence

from pdf_extractor_ai.geometric.page import Line, Page
from pdf_extractor_ai.geometric.tables.continuation import continued_mark
from pdf_extractor_ai.geometric.tables.edges import Edge, crossing_groups, page_edges
from pdf_extractor_ai.geometric.tables.judge import confidence, judge_open, judge_ruled
from pdf_extractor_ai.geometric.tables.model import Table
from pdf_extractor_ai.geometric.tables.open_grid import Region, open_table
from pdf_extractor_ai.geometric.tables.pieces import middle
from pdf_extractor_ai.geometric.tables.regions import aligned_regions, find_prose, ruled_regions
from pdf_extractor_ai.geometric.tables.ruled import build_grid
from pdf_extractor_ai.geometric.tables.ruled_table import ruled_table

_MAX_LINES = 4000
# Running heads and feet stand in this share of the page at its top and bottom.
_MARGIN = 0.12


def find_tables(page: Page, body_size: float) -> list[Table]:
    """The tables of a page, top to bottom; ``body_size`` is the document's usual type size in points.

    Every line of the page belongs to at most one table. The page itself is not changed.
    """
    if not page.lines or len(page.lines) > _MAX_LINES:
        return []
    free = list(page.lines)
    tables: list[Table] = []
    edges = page_edges(page)
    used: set[Edge] = set()
    for group in crossing_groups(edges):
        grid = build_grid(group)
        if grid is None:
            continue
        table = None
        if grid.n_cols >= 2:
            table = ruled_table(grid, free)
            if table is not None and judge_ruled(table):
                table = None
        elif grid.n_rows >= 2:
            x0, y0, x1, y1 = grid.box
            inside = [line for line in free if y0 < middle(line) < y1 and line.x0 > x0 - 3 and line.x1 < x1 + 3]
            table = _open(Region(x0, y0, x1, y1, inside, list(group.flat)), body_size, page)
        if table is not None:
            used.update(group.flat)
            free = _take(table, free, tables)
    prose = find_prose(free)
    for region in ruled_regions([edge for edge in edges.flat if edge not in used], free):
        left = {id(line) for line in free}
        region.lines = [line for line in region.lines if id(line) in left]
        table = _open(region, body_size, page)
        if table is not None:
            free = _take(table, free, tables)
    for region in aligned_regions(free, prose):
        table = _open(region, body_size, page)
        if table is not None:
            free = _take(table, free, tables)
    tables.sort(key=lambda table: (table.y0, table.x0))
    for table in tables:
        table.confidence, table.reasons = confidence(table)
        _mark_ends(table, page, free)
    return tables


def _open(region: Region, size: float, page: Page) -> Table | None:
    if len(region.lines) < 4:
        return None
    table = open_table(region, size)
    if table is None:
        return None
    full = sum(1 for edge in region.rules if region.full(edge))
    return None if judge_open(table, full) else table


def _take(table: Table, free: Sequence[Line], tables: list[Table]) -> list[Line]:
    """Add the table, and return the lines that are still free."""
    tables.append(table)
    owned = {id(line) for line in table.lines}
    return [line for line in free if id(line) not in owned]


def _mark_ends(table: Table, page: Page, free: Sequence[Line]) -> None:
    """Does only page furniture stand above and below the table, in its own column?"""
    head, foot = _MARGIN * page.height, (1 - _MARGIN) * page.height
    # Beyond two lines of running head or foot near the edge there is text, and the table does not go on.
    own = [line for line in free if line.x0 < table.x1 and line.x1 > table.x0 and not continued_mark(line.text)]
    table.clear_above = not any(head < middle(line) < table.y0 for line in own)
    below = [line for line in own if table.y1 < middle(line)]
    table.clear_below = not any(middle(line) < foot for line in below) and table.y1 > 0.45 * page.height
