"""Form fields inside a ruled table: what they show goes into its cells, with the words beside or above it as label."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from pdf_extractor_ai.geometric.block import Pair, where
from pdf_extractor_ai.geometric.page import Entry, Line, Note, Page, Run
from pdf_extractor_ai.geometric.tables import Cell, Table


def fill_cells(page: Page, table: Table) -> list[Pair]:
    """Move the fields in ``page.notes`` that lie in cells of ``table`` into these; their labels and values.

    A table without rules has no cells that one could be sure of.
    """
    notes = [note for note in page.notes if note.kind == "field" and table.y0 < (note.y0 + note.y1) / 2 < table.y1]
    if not table.ruled or not notes:
        return []
    rows = dict(_rows(table))
    filled: list[tuple[Cell, Entry]] = []
    for note in sorted(notes, key=lambda note: (note.y0, note.x0)):
        cell = _cell_of(table, rows, note)
        if cell is not None:
            entry = _entry(note, rows[cell.row][0])
            cell.lines.append(entry)
            filled.append((cell, entry))
            page.notes = [other for other in page.notes if other is not note]
    return [pair for cell, entry in filled if (pair := _pair(page.number, table, cell, entry)) is not None]


def _rows(table: Table) -> Iterator[tuple[int, list[Line]]]:
    """The printed lines of each row that has any in cells of its own."""
    for row in range(table.n_rows):
        lines = [line for cell in table.cells if cell.row == row and cell.row_span == 1 for line in cell.lines]
        if lines:
            yield row, lines


def _cell_of(table: Table, rows: dict[int, list[Line]], note: Note) -> Cell | None:
    """The cell in which the middle of a field lies, in a row of which a printed line stands beside the field."""
    middle = (note.x0 + note.x1) / 2
    beside = [
        row
        for row, lines in rows.items()
        if any(note.y0 - 2 <= (line.y0 + line.y1) / 2 <= note.y1 + 2 for line in lines)
    ]
    if len(beside) != 1 or not table.col_edges[0] < middle < table.col_edges[-1]:
        return None
    col = sum(edge < middle for edge in table.col_edges) - 1
    for cell in table.cells:
        if cell.row == beside[0] and cell.col <= col < cell.col + cell.col_span and cell.row_span == 1:
            return cell
    return None


def _entry(note: Note, like: Line) -> Entry:
    """The value of a field as a line in the look of the words beside it."""
    text = " ".join(note.text.split())
    step = (note.x1 - note.x0) / max(1, len(text))
    xs = array("d", (note.x0 + step * index for index in range(len(text) + 1)))
    runs = (Run(0, like.style),)
    return Entry(text, note.x0, note.y0, note.x1, note.y1, like.baseline, like.size, xs, runs)


def _pair(number: int, table: Table, cell: Cell, entry: Entry) -> Pair | None:
    """The label printed in the same cell, in the next one to the left, or at the head of the column."""
    left = [other for other in table.cells if other.row == cell.row and other.col + other.col_span <= cell.col]
    head = [
        other for other in table.cells if other.column_header and other.col <= cell.col < other.col + other.col_span
    ]
    for place in (cell, *sorted(left, key=lambda other: -other.col), *sorted(head, key=lambda other: -other.row)):
        printed = [line for line in place.lines if not isinstance(line, Entry)]
        if printed:
            key = " ".join(line.text for line in printed)
            return Pair(key, entry.text, where(number, printed), where(number, [entry]))
    return None
