"""The tables of one page: ruled grids first, then rules across only, then what is aligned without rules."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from pdf_extractor_ai.geometric.page import Line, Page
from pdf_extractor_ai.geometric.styles import fixed_pitch
from pdf_extractor_ai.geometric.tables.blanks import boxes_to_fill, boxes_to_tick, full_rules, is_signed, without_fields
from pdf_extractor_ai.geometric.tables.charts import Box, chart_boxes, drawn_in, drawn_over
from pdf_extractor_ai.geometric.tables.code_cells import listing_title
from pdf_extractor_ai.geometric.tables.columns import split_row
from pdf_extractor_ai.geometric.tables.confidence import confidence
from pdf_extractor_ai.geometric.tables.continuation import continued_mark
from pdf_extractor_ai.geometric.tables.drawn import (
    apart,
    bracketed,
    cards,
    chart_of_boxes,
    crossed,
    nodes,
    under_icons,
    words_on_grounds,
)
from pdf_extractor_ai.geometric.tables.edges import Edge, Edges, crossing_groups, outside, page_edges
from pdf_extractor_ai.geometric.tables.entries import contents_lines
from pdf_extractor_ai.geometric.tables.grounds import cell_grounds
from pdf_extractor_ai.geometric.tables.header_regions import bold_header_regions, header_regions
from pdf_extractor_ai.geometric.tables.implied import imply_walls
from pdf_extractor_ai.geometric.tables.judge import WEAK, judge_open, judge_ruled
from pdf_extractor_ai.geometric.tables.ledger import ledger_regions
from pdf_extractor_ai.geometric.tables.model import Table
from pdf_extractor_ai.geometric.tables.one_column import one_column_tables
from pdf_extractor_ai.geometric.tables.open_grid import Region, open_table, under_title
from pdf_extractor_ai.geometric.tables.option_lists import option_name
from pdf_extractor_ai.geometric.tables.pages import is_of_title_page, runs_off
from pdf_extractor_ai.geometric.tables.pieces import middle, visual_rows
from pdf_extractor_ai.geometric.tables.pitch import code_lines
from pdf_extractor_ai.geometric.tables.prose import find_prose
from pdf_extractor_ai.geometric.tables.regions import (
    aligned_regions,
    ruled_regions,
    with_foot,
    with_head,
    with_names,
)
from pdf_extractor_ai.geometric.tables.ruled import Grid, build_grid
from pdf_extractor_ai.geometric.tables.ruled_table import boxed_column, ruled_table
from pdf_extractor_ai.geometric.tables.scales import scale_boxes, without_scales
from pdf_extractor_ai.geometric.tables.striped import striped_regions
from pdf_extractor_ai.geometric.tables.titles import is_table_title
from pdf_extractor_ai.geometric.tables.turned import add_turned_head
from pdf_extractor_ai.geometric.tables.zebra import zebra_regions

_MAX_LINES = 4000
# Running heads and feet stand in this share of the page at its top and bottom.
_MARGIN = 0.12
# The box round a head or a stripe holds no more rows.
_HEAD_ROWS = 3


def find_tables(page: Page, body_size: float, given: Sequence[Table] = ()) -> list[Table]:
    """The tables of a page, top to bottom; ``body_size`` is the document's usual type size in points.

    ``given`` are tables that are known already (see `tables_over_ends`), as far as their lines are still there.
    Every line of the page belongs to at most one table. Of the page itself only ``diagrams`` is set, anew in every
    call.
    """
    page.diagrams = []
    if not page.lines or len(page.lines) > _MAX_LINES:
        return []
    finder = _Finder(page, body_size)
    own = {id(line) for line in (*page.lines, *page.turned)}  # a table may have got its turned names before
    for table in given:
        if all(id(line) in own for line in table.lines):
            finder.take(table)
    finder.ruled()
    contents = finder.without_contents()
    finder.across()
    finder.aligned()
    tables, free = finder.tables, [*finder.free, *contents]
    tables.sort(key=lambda table: (table.y0, table.x0))
    for table in tables:
        table.confidence, table.reasons = confidence(table)
        mark_ends(table, page, free)
    return tables


def loose_tables(page: Page, body_size: float) -> list[Table]:
    """The tables of a page that only alignment shows, as `find_tables` would find them without any rules."""
    if len(page.lines) > _MAX_LINES:
        return []
    finder = _Finder(page, body_size)
    finder.without_contents()
    finder.aligned()
    return finder.tables


class _Finder:
    """The state of the search on one page: which lines are still free, and what was found."""

    def __init__(self, page: Page, size: float) -> None:
        self.page, self.size = page, size
        charts = [*chart_boxes(page), *scale_boxes(page)]
        self.free: list[Line] = [line for line in page.lines if not _inside(line, charts)]
        # Lines that run up are read from the left one on, lines that run down from the right one.
        self.turned = sorted(
            (line for line in page.turned if line.angle in (90, 270)),
            key=lambda line: line.x0 if line.angle == 90 else -line.x0,
        )
        self.tables: list[Table] = []
        self.edges = outside(page_edges(page), charts)
        self.used: set[Edge] = set()

    def ruled(self) -> None:
        """Rows of cells with grounds among others, grids of crossing rules, and framed rows."""
        groups = [(group, build_grid(group, self.free)) for group in crossing_groups(self.edges)]
        grids = [grid.box for group, grid in groups if grid and (grid.n_rows > _HEAD_ROWS or _drawn_upright(group))]
        striped = striped_regions(cell_grounds(self.page), self.edges.flat, self.free)
        self.try_all([region for region in striped if not any(_overlap(region, box) for box in grids)])
        for group, grid in groups:
            if grid is None:
                continue
            if grid.n_rows == grid.n_cols == 1 and not self.holds_names(grid.box):
                # The ends of two boxes are no rules between rows.
                self.used.update(group.flat)
                continue
            table = self.framed(grid, group)
            if table is not None:
                self.used.update(group.flat)
                self.take(table)

    def framed(self, grid: Grid, group: Edges) -> Table | None:
        """The table in one grid."""
        if grid.n_cols >= 2:
            if runs_off(grid, group, self.page):
                return None
            walled = grid.walled
            imply_walls(grid, self.free)
            table = ruled_table(grid, self.free, self.turned)
            # A row of grounds is a stripe or the head of what follows, also right under a title.
            alone = grid.n_rows == 1 and not _drawn_upright(group)
            why = "no text" if table is None else judge_ruled(table, walled, named=not alone and self.named(table))
            if table is not None and not why:
                why = self.drawn(grid, group, table) or ("text" if words_on_grounds(table, group) else "")
            if why in ("boxes", "drawing", "form"):
                self.free = [line for line in self.free if not _inside(line, [grid.box])]
                self.page.diagrams.append(grid.box)
            return None if why else table
        if grid.n_rows < 2:
            return None
        x0, y0, x1, y1 = grid.box
        inside = [line for line in self.free if y0 < middle(line) < y1 and line.x0 > x0 - 3 and line.x1 < x1 + 3]
        table = self.opened(Region(x0, y0, x1, y1, inside, list(group.flat)))
        return table or boxed_column(grid, self.free, group.flat)

    def drawn(self, grid: Grid, group: Edges, table: Table) -> str:
        """What a grid of rules is, if what is drawn and left open in it shows that it is no table."""
        if drawn_over(grid, self.page.shapes) or crossed(grid, self.page.shapes):
            return "drawing"
        if self.named(table):
            return ""
        if apart(grid, group.flat) or chart_of_boxes(table, self.page.fills):
            return "boxes"
        return "form" if boxes_to_fill(table, grid.ys, self.size) or boxes_to_tick(table, self.page) else ""

    def holds_names(self, box: Box) -> bool:
        """True when a box closes in a row or two of several pieces each, as the box round a head or a stripe does."""
        x0, y0, x1, y1 = box
        if sum(1 for mark in self.page.shapes if x0 < mark.x0 and mark.x1 < x1 and y0 < mark.y0 and mark.y1 < y1) > 1:
            return False
        rows = visual_rows(line for line in self.free if y0 < middle(line) < y1 and line.x1 > x0 and line.x0 < x1)
        code = all(fixed_pitch(line) for row in rows for line in row)
        return not code and len(rows) <= _HEAD_ROWS and any(len(split_row(row)) > 1 for row in rows)

    def named(self, table: Table) -> bool:
        """True when a title right over or under the grid calls it a table."""
        return any(
            is_table_title(line.text) and line.x0 < table.x1 and line.x1 > table.x0
            and (-2 < table.y0 - line.baseline < 3 * line.size or 0 < line.baseline - table.y1 < 3 * line.size)
            for line in self.free
        )  # fmt: skip

    def without_contents(self) -> list[Line]:
        """Take the entries of contents out of the free lines, and return them."""
        entries = contents_lines(self.free)
        out = [line for line in self.free if id(line) in entries]
        self.free = _without(self.free, entries)
        return out

    def across(self) -> None:
        """Rows between rules of one width, bars of one width, and names over a rule."""
        flat = [edge for edge in without_scales(self.edges) if edge not in self.used]
        flat = without_fields(flat, self.free)
        self.try_all(ruled_regions(flat, self.free), headless=True)
        for table in one_column_tables(flat, self.free):
            self.take(table)
        bold = bold_header_regions(flat, self.free, find_prose(self.free).widened())
        self.try_all(
            [region for region in bold if any(map(region.full, region.rules)) or not drawn_in(region, self.page.shapes)]
        )
        self.try_all(zebra_regions(self.page.fills, flat, self.free, self.size))
        self.try_all(header_regions(flat, self.free))

    def aligned(self) -> None:
        """Rows whose pieces align, without any rule."""
        lines = _without(self.free, code_lines(self.free))
        self.try_all(ledger_regions(lines))
        left = {id(line) for line in self.free}
        lines = [line for line in lines if id(line) in left]
        for region in aligned_regions(lines, find_prose(lines)):
            table = self.opened(region, last=True)
            if table is None or drawn_in(region, self.page.shapes):
                continue
            self.take(self.headed(region, table, named=not table.header_rows))

    def try_all(self, regions: Sequence[Region], *, headless: bool = False) -> None:
        """Every region's table in turn, from the lines that are still free.

        ``headless``: where a rule parts the rows, the first one may be the rule under the names.
        """
        for region in regions:
            left = {id(line) for line in self.free}
            region.lines = [line for line in region.lines if id(line) in left]
            region = under_title(region)
            table = self.opened(region)
            if table is None:
                continue
            region, table = self.footed(region, table) if headless else (region, table)
            under = not any(region.full(edge) and region.y0 + 2 < edge.pos < region.y1 - 2 for edge in region.rules)
            self.take(self.headed(region, table, named=under) if headless else table)

    def footed(self, region: Region, table: Table) -> tuple[Region, Table]:
        """The region and its table with the rows of sums under its last rule, if there are any."""
        more = with_foot(region, self.free, table)
        better = self.opened(more) if more is not None else None
        if more is not None and better is not None and better.n_cols == table.n_cols and better.n_rows > table.n_rows:
            return more, better
        return region, table

    def headed(self, region: Region, table: Table, *, named: bool) -> Table:
        """The region's table with the names right over it, if there are any; ``named``: also those that only count."""
        tries = (with_head(region, self.free, table), with_names(region, self.free, table) if named else None)
        for more in tries:
            better = self.opened(more) if more is not None else None
            if better is not None and better.n_cols == table.n_cols and better.n_rows > table.n_rows:
                return better
        return table

    def opened(self, region: Region, *, last: bool = False) -> Table | None:
        """The table of a region without upright rules, if it is one.

        ``last``: nothing else can claim its lines, so that a title may speak for what aligns poorly.
        """
        if len(region.lines) < 4:
            return None
        if (title := listing_title(region.lines)) is not None:
            self.page.diagrams.append((region.x0, title.y0, region.x1, region.y1))
            return None
        table = open_table(region, self.size)
        if table is None:
            return None
        full = [edge for edge in region.rules if region.full(edge)]
        inner, drawn = _between_rows(full, region.lines)
        why = judge_open(table, len(full), inner, drawn, region.headed)
        if why and not (last and why == WEAK and table.n_rows > 2 and self.named(table)):
            return self.options(region, table) if last and why == WEAK else None
        page = self.page
        if page.number == 1 and not region.by_line and not inner and is_signed(table):
            return None
        ruled = drawn and table.n_rows > 2
        if not ruled and not region.headed and not self.named(table) and is_of_title_page(table, page):
            return None
        if nodes(table, page.shapes) or under_icons(table, page) or boxes_to_tick(table, page):
            return None
        if boxes_to_fill(table, full_rules(full), self.size):
            return None
        figure = not drawn and (cards(table, page.fills) or bracketed(table, self.free))
        return None if figure else table

    def options(self, region: Region, table: Table) -> Table | None:
        """The table with the name over it as its first row, where it is a list of options."""
        name = option_name(table, self.free)
        if name is None:
            return None
        owned = [*region.owned, name] if region.owned else []
        whole = replace(region, y0=name.baseline - name.size, lines=[name, *region.lines], owned=owned)
        made = open_table(whole, self.size)
        return made if made is not None and (made.n_rows, made.n_cols) == (table.n_rows + 1, 2) else table

    def take(self, table: Table) -> None:
        """Add the table; its lines are no longer free."""
        add_turned_head(table, self.turned, self.free)
        self.tables.append(table)
        owned = {id(line) for line in table.lines}
        self.turned = [line for line in self.turned if id(line) not in owned]
        self.free = [line for line in self.free if id(line) not in owned]


def _between_rows(rules: Sequence[Edge], lines: Sequence[Line]) -> tuple[int, bool]:
    """How many rules have rows above and below them, and whether lines part the rows as in a table."""
    heights = sorted(middle(line) for line in lines)
    gaps: dict[int, list[Edge]] = {}
    for rule in rules:
        gaps.setdefault(bisect_left(heights, rule.pos), []).append(rule)
    inner = [group for place, group in gaps.items() if 0 < place < len(heights)]
    # Two lines far apart in one gap are the ends of two boxes.
    strokes = sum(1 for group in inner if group[-1].pos - group[0].pos < 5 and any(edge.stroke for edge in group))
    ends = [any(edge.stroke for edge in gaps.get(place, ())) for place in (0, len(heights))]
    return len(inner), strokes >= 2 or (strokes == 1 and all(ends))


def _without(lines: Sequence[Line], ids: set[int]) -> list[Line]:
    return [line for line in lines if id(line) not in ids]


def _drawn_upright(group: Edges) -> bool:
    return any(edge.stroke for edge in group.upright)


def _overlap(region: Region, box: Box) -> bool:
    return region.x0 < box[2] and region.x1 > box[0] and region.y0 < box[3] and region.y1 > box[1]


def _inside(line: Line, boxes: Sequence[Box]) -> bool:
    x, y = (line.x0 + line.x1) / 2, middle(line)
    return any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in boxes)


def mark_ends(table: Table, page: Page, free: Sequence[Line], margin: float = _MARGIN) -> None:
    """Set whether only page furniture stands above and below the table, in its own column.

    ``margin`` is the share of the page at its top and bottom in which lines are taken for furniture.
    """
    head, foot = margin * page.height, (1 - margin) * page.height
    # Beyond two lines of running head or foot near the edge there is text, and the table does not go on.
    own = [line for line in free if line.x0 < table.x1 and line.x1 > table.x0 and not continued_mark(line.text)]
    table.clear_above = not any(head < middle(line) < table.y0 for line in own)
    below = [line for line in own if table.y1 < middle(line)]
    table.clear_below = not any(middle(line) < foot for line in below) and table.y1 > 0.45 * page.height
