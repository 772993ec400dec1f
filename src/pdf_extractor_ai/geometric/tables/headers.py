"""Header rows, row headers and section rows, told by rules, type and content."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pdf_extractor_ai.geometric.tables.columns import Band, is_value
from pdf_extractor_ai.geometric.tables.model import Cell

_MAX_HEADER = 6
_LEAST_BODY = 3  # rows
_LONGEST_NAME = 30  # characters
_YEAR = re.compile(r"^(?:1[89]|20)\d\d(?:[-/–]\d\d(?:\d\d)?)?[ef]?$")


def mark_headers(cells: Sequence[Cell], n_rows: int, n_cols: int, known: int = 0) -> None:
    """Set the header flags of a grid; ``known`` header rows are taken as given (a rule parts them)."""
    rows: list[list[Cell]] = [[] for _ in range(n_rows)]
    for cell in cells:
        rows[cell.row].append(cell)
    count = known or _header_rows(rows)
    for cell in cells:
        cell.column_header = cell.row < count
    labels = [cell for cell in cells if cell.col == 0 and cell.row >= count and cell.lines]
    values = [cell for cell in cells if cell.col > 0 and cell.row >= count and cell.lines]
    if labels and values and n_cols > 1:
        mostly = sum(is_value(cell.text) for cell in values) >= 0.6 * len(values)
        if mostly and sum(is_value(cell.text) for cell in labels) <= 0.3 * len(labels):
            for cell in labels:
                cell.row_header = True
    for row in rows[count:]:
        filled = [cell for cell in row if cell.lines]
        if len(filled) == 1 and filled[0].col == 0 and n_cols > 2 and not is_value(filled[0].text):
            filled[0].row_section = filled[0].col_span == n_cols or _bold(filled[0])
            filled[0].row_header = filled[0].row_header and not filled[0].row_section


def _header_rows(rows: Sequence[Sequence[Cell]]) -> int:
    """Rows at the top that differ from what follows: in weight, or words over values."""
    if len(rows) < 2:
        return 0
    count = 1
    # A cell that spans columns has names below it; one that spans rows reaches down to the last header row.
    while count < min(len(rows) - 1, _MAX_HEADER):
        row = [cell for cell in rows[count - 1] if cell.lines]
        spans = any(cell.col_span > 1 for cell in row) and len(row) > 1
        deep = any(cell.row + cell.row_span > count for above in rows[:count] for cell in above)
        if not spans and not deep:
            break
        count += 1
    head = [cell for row in rows[:count] for cell in row if cell.lines]
    body = [cell for row in rows[count:] for cell in row if cell.lines]
    if not head or not body:
        return 0
    if _years(head) and not _years(body):
        return count
    if _share(head, is_value_cell) > 0.5 and not all(map(_bold, head)):
        return 0
    if _share(head, _bold) >= 0.7 and _share(body, _bold) <= 0.5:
        return count
    if _share(body, is_value_cell) - _share(head, is_value_cell) >= 0.2:
        return count
    first = head[0].lines[0].style
    if any(cell.lines[0].style[:2] != first[:2] for cell in body[:1]) or first.color != body[0].lines[0].style.color:
        return count
    return count if len({cell.text for cell in head}) == len(head) and _short(head) else 0


def is_year(text: str) -> bool:
    """True for a year or a span of years, which head columns as names do."""
    return bool(_YEAR.match(text))


def _years(cells: Sequence[Cell]) -> bool:
    """True when two or more cells are years and the other ones are words."""
    years = sum(1 for cell in cells if is_year(cell.text))
    return years >= 2 and years >= _share(cells, is_value_cell) * len(cells)


def is_value_cell(cell: Cell) -> bool:
    """True when the cell holds a single value."""
    return is_value(cell.text)


def _short(cells: Sequence[Cell]) -> bool:
    return all(len(cell.text) <= 40 for cell in cells)


def _bold(cell: Cell) -> bool:
    return bool(cell.lines) and cell.lines[0].style.bold


def _share(cells: Sequence[Cell], test: object) -> float:
    return sum(1 for cell in cells if callable(test) and test(cell)) / max(1, len(cells))


def header_bands(bands: Sequence[Band], n_cols: int) -> int:
    """How many visual rows at the top of a table without rules are its header (0 when none is told)."""
    if len(bands) < 2:
        return 0
    limit = min(len(bands) - 1, 8)
    # Words above columns of values: the header ends where the first row of values begins.
    for index in range(limit + 1):
        band = bands[index]
        texts = [" ".join(line.text for line in lines) for col, lines in band.cells.items() if col > 0]
        values = sum(is_value(text) for text in texts)
        if texts and values >= max(1, 0.5 * len(texts)) and len(band.cells) >= max(2, 0.4 * n_cols):
            if index == 0 or _same_type(bands[0], band):
                return index if index and _body_of_values(bands[index:]) else 0
            return index
    bold = [all(line.style.bold for line in band.lines) for band in bands]
    count = next((i for i, heavy in enumerate(bold) if not heavy), 0)
    return count if count <= limit and not all(bold) else 0


def _same_type(a: Band, b: Band) -> bool:
    first, second = a.lines[-1].style, b.lines[-1].style
    return (first.font, first.bold, first.italic) == (second.font, second.bold, second.italic)


def _body_of_values(bands: Sequence[Band]) -> bool:
    texts = [lines[0].text for band in bands for col, lines in band.cells.items() if col > 0]
    return bool(texts) and sum(map(is_value, texts)) >= 0.5 * len(texts)


def begins_under_names(filled: Sequence[Cell], rows: Mapping[int, Sequence[Cell]], n_cols: int) -> bool:
    """True when short labels and what stands beside them begin exactly where the names of the first row do.

    ``rows`` are the filled cells by row. The first column may lack a name; every row must hold all columns.
    """
    first, *body = (rows[row] for row in sorted(rows))
    names = {cell.col: cell.lines[0].x0 for cell in first}
    if len(body) < _LEAST_BODY or len(names) < max(n_cols - 1, 1) or any(len(row) < n_cols for row in body):
        return False
    if any(len(cell.text) > _LONGEST_NAME for cell in first) or any(cell.col_span > 1 for cell in filled):
        return False
    labels = [cell for row in body for cell in row if cell.col == 0]
    if any(len(cell.lines) > 1 or len(cell.text) > _LONGEST_NAME for cell in labels):
        return False
    begins = [(cell.lines[0].x0, names.get(cell.col, labels[0].lines[0].x0)) for row in body for cell in row]
    words = [cell for row in body for cell in row if cell.col and not is_value(cell.text)]
    return bool(words) and all(abs(x - name) <= 1.0 for x, name in begins)
