"""Evidence from a structure tree: believed only where it covers the page's text, and then for roles and tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from pdf_extractor_ai.geometric.page import Line, Page, Tag
from pdf_extractor_ai.geometric.tables import Cell, Table, mark_ends

_COVERED = 0.8  # running heads and page numbers are outside the tree, marked as artifacts or not
_ARTIFACTS, _FEW = 0.35, 100  # more of a page (characters) are none: its producer marks everything so
_HALF = 0.4
_HEADINGS = frozenset(["H", "H1", "H2", "H3", "H4", "H5", "H6", "Title"])
_EDGE = 0.12
_MAX_GRID = 20_000


def trust_tags(page: Page, tags: dict[int, Tag], artifacts: Collection[int] = ()) -> None:
    """Give every line its tag when the tree covers the page; what is left at the page's edges is furniture.

    ``artifacts`` are the text objects (``Line.order``) that the producer says are none of the content.
    """
    if not tags or not page.lines:
        return
    covered = sum(len(line.text) for line in page.lines if line.mcid in tags)
    total = sum(len(line.text) for line in page.lines)
    apart = sum(len(line.text) for line in page.lines if line.order in artifacts and line.mcid not in tags)
    if apart < max(_ARTIFACTS * total, _FEW):
        total -= apart
    if len({tag.block for tag in tags.values()}) < 2:
        # One element round the whole page tells nothing of its text, but artifacts are told apart all the same.
        if covered >= _COVERED * total:
            _take_edges(page, {id(line) for line in page.lines if line.order in artifacts and line.mcid not in tags})
        return
    if covered < _COVERED * total:
        # A drawing with untagged labels spoils the count, but not what is marked as a heading.
        if covered >= _HALF * total:
            for line in page.lines:
                tag = tags.get(line.mcid)
                line.tag = tag if tag is not None and tag.role in _HEADINGS else None
        return
    page.tags = tags
    for line in page.lines:
        line.tag = tags.get(line.mcid)
    _take_edges(page, {id(line) for line in page.lines if line.tag is None})


def _take_edges(page: Page, apart: Collection[int]) -> None:
    """Of the lines with these ids, those at the top and the bottom of the page become furniture."""
    rest: list[Line] = []
    for line in page.lines:
        if id(line) in apart and line.baseline < _EDGE * page.height:
            page.furniture.append(("page_header", line))
        elif id(line) in apart and line.baseline > (1 - _EDGE) * page.height:
            page.furniture.append(("page_footer", line))
        else:
            rest.append(line)
    page.lines = rest


def tagged_tables(page: Page) -> list[Table]:
    """Tables as the structure tree has them: rows, cells, spans; only such as make a full grid."""
    groups: dict[int, list[Line]] = defaultdict(list)
    for line in page.lines:
        if line.tag is not None and line.tag.table and line.tag.cell >= 0:
            groups[line.tag.table].append(line)
    tables = [_table(page, number, lines) for number, lines in sorted(groups.items())]
    made = [table for table in tables if table is not None]
    owned = {id(line) for table in made for line in table.lines}
    free = [line for line in page.lines if id(line) not in owned]
    for table in made:
        mark_ends(table, page, free, 0.0)  # running heads are artifacts, outside the tree
        # Another table of the page stands between this one and the page's end.
        table.clear_above = table.clear_above and not any(other.y1 <= table.y0 + 2 for other in made)
        table.clear_below = table.clear_below and not any(other.y0 >= table.y1 - 2 for other in made)
    return made


def _table(page: Page, number: int, lines: list[Line]) -> Table | None:
    cells: dict[int, Tag] = {}
    for tag in page.tags.values():
        if tag.table == number and tag.cell >= 0:
            cells.setdefault(tag.cell, tag)
    rows: dict[int, list[Tag]] = defaultdict(list)
    for cell in sorted(cells):
        rows[cells[cell].row].append(cells[cell])
    text: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        if line.tag is not None:
            text[line.tag.cell].append(line)
    made = _place([rows[row] for row in sorted(rows)], text)
    if made is None:
        return None
    n_rows, n_cols = len(rows), max(cell.col + cell.col_span for cell in made)
    if n_rows < 2 or n_cols < 2:
        return None
    return Table(
        min(line.x0 for line in lines), min(line.y0 for line in lines), max(line.x1 for line in lines),
        max(line.y1 for line in lines), n_rows, n_cols, made, confidence=1.0, reasons=("tagged",), lines=lines,
    )  # fmt: skip


def _place(rows: list[list[Tag]], text: dict[int, list[Line]]) -> list[Cell] | None:
    """Cells at their places, rows filled from the left past what hangs down from above; ``None`` if ragged.

    A cell without text has no marked content, so a row may miss cells: then its places follow from the x of the
    cells in full rows.
    """
    width = max((sum(tag.col_span for tag in row) for row in rows), default=0)
    if width * len(rows) > _MAX_GRID:
        return None
    lefts = _column_lefts(rows, text, width)
    taken: set[tuple[int, int]] = set()
    cells: list[Cell] = []
    for number, row in enumerate(rows):
        missing = width - sum(tag.col_span for tag in row)
        column = 0
        for tag in row:
            members = sorted(text.get(tag.cell, []), key=lambda line: (round(line.baseline), line.x0))
            while (number, column) in taken:
                column += 1
            if missing > 0 and lefts and members:
                near = _nearest(min(line.x0 for line in members), max(line.x1 for line in members), lefts)
                column = max(column, near)
            if column + tag.col_span > width:
                return None
            cell = Cell(
                number, column, min(tag.row_span, len(rows) - number), tag.col_span, members,
                column_header=tag.role == "TH" and all(other.role == "TH" for other in row), row_header=False,
            )  # fmt: skip
            cells.append(cell)
            taken.update((number + r, column + c) for r in range(cell.row_span) for c in range(cell.col_span))
            column += tag.col_span
    return cells


def _column_lefts(rows: list[list[Tag]], text: dict[int, list[Line]], width: int) -> list[tuple[float, float]]:
    """Left and right edge of every column over the rows that have all their cells."""
    edges = [[1e9, -1e9] for _ in range(width)]
    for row in rows:
        if len(row) != width:
            continue
        for column, tag in enumerate(row):
            for line in text.get(tag.cell, []):
                edges[column][0] = min(edges[column][0], line.x0)
                edges[column][1] = max(edges[column][1], line.x1)
    return [(left, right) for left, right in edges] if all(right > left for left, right in edges) else []


def _nearest(x0: float, x1: float, columns: list[tuple[float, float]]) -> int:
    middle = (x0 + x1) / 2
    return min(range(len(columns)), key=lambda index: abs((columns[index][0] + columns[index][1]) / 2 - middle))
