"""Tables that go on over the end of a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from statistics import median

from pdf_extractor_ai.geometric.tables.columns import is_value
from pdf_extractor_ai.geometric.tables.model import Cell, Table

# Column borders of two parts of one table agree to this many points, after a shift of the whole part.
_SAME_EDGE = 4.0
_CONTINUED = re.compile(
    r"\b(?:cont(?:inued|['’]?d|\.)|fortsetzung|fortgesetzt|suite|continuaci[oó]n|continua|продолжение)",
    re.IGNORECASE,
)


def join_over_pages(tables: Iterable[tuple[int, Table]]) -> list[tuple[int, Table]]:
    """The tables with those that go on over a page end joined into one, under their first page's number.

    A joined table is the first part, changed in place: ``row_pages`` holds the page of every row and ``boxes``
    the box on every page. Two parts belong together when nothing but page furniture stands between them and
    their columns agree, or when the second repeats the first one's header rows.
    """
    given = list(tables)
    for number, table in given:
        table.row_pages = [number] * table.n_rows
        table.boxes = [(number, table.x0, table.y0, table.x1, table.y1)]
    out: list[tuple[int, Table]] = []
    for number, table, start, repeated in _with_starts(given):
        if start is table:
            out.append((number, table))
        else:
            _append(start, table, repeated, number)
    return out


def parts_over_pages(tables: Iterable[tuple[int, Table]]) -> list[Table]:
    """For every table the first part of the table that it belongs to, which may be itself; nothing is changed."""
    return [start for _, _, start, _ in _with_starts(list(tables))]


def _with_starts(given: Sequence[tuple[int, Table]]) -> Iterator[tuple[int, Table, Table, int]]:
    """Every table with its page, the first part of its whole, and how many rows repeat that one's header."""
    last_of: dict[int, Table] = {}
    first_of: dict[int, Table] = {}
    for number, table in given:
        if number not in first_of or table.y0 < first_of[number].y0:
            first_of[number] = table
        if number not in last_of or table.y1 > last_of[number].y1:
            last_of[number] = table
    # The table that a part was joined to, by the part's id: a table may run over many pages.
    whole: dict[int, Table] = {}
    for number, table in given:
        before = last_of.get(number - 1)
        if before is not None and first_of[number] is table:
            start = whole.get(id(before), before)
            repeated = _belongs(start, before, table)
            if repeated is not None:
                whole[id(table)] = start
                yield number, table, start, repeated
                continue
        yield number, table, table, 0


def _belongs(start: Table, before: Table, after: Table) -> int | None:
    """How many rows of the second part repeat the header, ``None`` when it is another table."""
    if after.goes_on and start.n_cols == after.n_cols:
        return _repeated_rows(start, after)
    if start.n_cols != after.n_cols or (start.ruled != after.ruled and not _same_edges(before, after)):
        return None
    repeated = _repeated_rows(start, after)
    same = _same_edges(before, after)
    if not (before.clear_below and after.clear_above):
        return None
    if repeated and (same or not start.ruled):
        return repeated
    if not same:
        return None
    return None if after.header_rows and _new_header(after, start) else 0


def _same_edges(a: Table, b: Table) -> bool:
    if not (a.ruled and b.ruled):
        return _same_columns(a, b)
    if len(a.col_edges) != len(b.col_edges) or not a.col_edges:
        return False
    # Odd and even pages have other margins, so the part may be shifted as a whole.
    shift = b.col_edges[0] - a.col_edges[0]
    return all(abs(y - x - shift) <= _SAME_EDGE for x, y in zip(a.col_edges, b.col_edges, strict=True))


def _same_columns(a: Table, b: Table) -> bool:
    """True when every column's text begins, ends or centres at one place in both parts."""
    first, second = _sides(a), _sides(b)
    known = [(x, y) for x, y in zip(first, second, strict=True) if x and y]
    if not known or len(known) < 0.5 * len(first):
        return False
    # Odd and even pages have other margins, so the part may be shifted as a whole.
    shifts = [0.0, *(q - p for p, q in zip(*known[0], strict=True))]
    return any(
        all(any(abs(q - p - shift) <= _SAME_EDGE for p, q in zip(x, y, strict=True)) for x, y in known)
        for shift in shifts
    )


def _sides(table: Table) -> list[tuple[float, ...]]:
    """Per column where its text usually begins, ends and has its middle; empty for a column without text."""
    columns: list[list[tuple[float, float]]] = [[] for _ in range(table.n_cols)]
    for cell in table.cells:
        if cell.col_span == 1 and cell.lines and not cell.column_header:
            columns[cell.col].append((min(line.x0 for line in cell.lines), max(line.x1 for line in cell.lines)))
    return [
        (min(x for x, _ in spans), max(x for _, x in spans), median((x + y) / 2 for x, y in spans)) if spans else ()
        for spans in columns
    ]


def _repeated_rows(start: Table, after: Table) -> int:
    """Leading rows of the second part with the texts of the first one's header; a "continued" mark is no difference."""
    first, second = start.grid(), after.grid()
    limit = max(start.header_rows, 1)
    count = 0
    while count < min(limit, len(first), len(second) - 1):
        mine, theirs = (["".join(_CONTINUED.sub("", cell).split()).strip("()") for cell in row]
                        for row in (first[count], second[count]))  # fmt: skip
        if mine != theirs or not any(mine):
            break
        count += 1
    if count and all(is_value(cell) for cell in first[0] if cell) and not start.header_rows:
        return 0
    return count


def _new_header(after: Table, start: Table) -> bool:
    """True when the second part's first row is set as a header, unlike the rows of the first part."""
    head = [cell for cell in after.cells if cell.row == 0 and cell.lines]
    body = [cell for cell in start.cells if not cell.column_header and cell.lines]
    if not head or not body:
        return False
    bold = all(cell.lines[0].style.bold for cell in head)
    return bold and sum(cell.lines[0].style.bold for cell in body) < 0.3 * len(body)


def _append(start: Table, part: Table, skip: int, number: int) -> None:
    cells = [cell for cell in part.cells if cell.row >= skip]
    offset = start.n_rows - skip
    rows = part.n_rows - skip
    merged = _mend(start, cells, skip)
    if merged:
        cells = [cell for cell in cells if cell.row > skip]
        offset -= 1
        rows -= 1
    for cell in cells:
        cell.row += offset
        cell.column_header = False
    start.cells += cells
    start.n_rows += rows
    start.row_pages += [number] * rows
    start.boxes.append((number, part.x0, part.y0, part.x1, part.y1))
    start.lines += part.lines
    start.rest += part.rest
    start.confidence = min(start.confidence, part.confidence)
    start.reasons = tuple(dict.fromkeys((*start.reasons, *part.reasons)))


def _mend(start: Table, cells: Sequence[Cell], row: int) -> bool:
    """Put the two halves of a row that the page break split together; ``True`` when there was one.

    One half lacks the first column: the second when the label stands at the row's top, the first when it stands
    at its foot or middle.
    """
    half = {cell.col: cell for cell in cells if cell.row == row and cell.lines}
    above = {cell.col: cell for cell in start.cells if cell.row + cell.row_span == start.n_rows and cell.lines}
    spans = any(cell.row_span > 1 for cell in (*half.values(), *above.values()))
    if not half or not above or spans or (0 in half) == (0 in above):
        return False
    labelled = {cell.row for cell in start.cells if cell.col == 0 and cell.lines and cell.row >= start.header_rows}
    body = start.n_rows - start.header_rows - (0 not in above)
    if len(labelled) < 0.9 * body or (body < 2 and 0 not in above):
        return False
    less, more = (half, above) if 0 in above else (above, half)
    if not set(less) <= set(more) or len(less) == len(more):
        return False
    if any(is_value(half[col].text) and is_value(above[col].text) for col in less):
        return False
    for col, cell in half.items():
        if col in above:
            above[col].lines += cell.lines
            continue
        empty = next((c for c in start.cells if c.row == start.n_rows - 1 and c.col == col), None)
        if empty is None:
            cell.row = start.n_rows - 1
            start.cells.append(cell)
        else:
            empty.lines = cell.lines
    return True


def continued_mark(text: str) -> bool:
    """True for a short line that only says that a table goes on, such as "(continued)"."""
    return len(text) <= 60 and bool(_CONTINUED.search(text)) and len(_CONTINUED.sub("", text).split()) <= 4
