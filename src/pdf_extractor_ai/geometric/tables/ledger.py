"""Accounts and price lists: names at the left margin and amounts that end at one place, however far apart the rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.columns import is_value, split_row
from pdf_extractor_ai.geometric.tables.open_grid import Region
from pdf_extractor_ai.geometric.tables.pieces import Row, row_base, visual_rows

# Rows with amounts, and their share of all rows: the others name groups.
_LEAST_ROWS = 6
_SHARE = 0.45
# From one row to the next, in ems; closer rows without names of groups between them are found by their alignment.
_MAX_STEP = 5.0
_CLOSE = 2.6
_INDENT = 3.0
_LONGEST = 70
_DIGITS = 9
# A year, a number in brackets and a section number are no amounts.
_NO_AMOUNT = re.compile(r"^(?:[(\[]\s?\d{1,3}(?:\.\d+)*[a-z]?\s?[)\]]|(?:1[89]|20)\d\d|\d+(?:\.\d+){2,})$")
_NOTHING = frozenset({"-", "–", "—", "−"})


def ledger_regions(lines: Sequence[Line]) -> list[Region]:
    """A region for every run of rows of one name and its amounts, with names of groups between them."""
    rows = visual_rows(lines)
    pieces = [split_row(row, 0.95) for row in rows]
    out: list[Region] = []
    index = 0
    while index < len(rows):
        run = _run(pieces, rows, index)
        if run is None:
            index += 1
            continue
        first, last, separators = run
        first = _top(pieces, rows, first, separators)
        chosen = [line for row in rows[first : last + 1] for line in row]
        x0, x1 = min(line.x0 for line in chosen), max(line.x1 for line in chosen)
        y0, y1 = row_base(rows[first]) - rows[first][0].size, row_base(rows[last]) + 0.3 * rows[last][0].size
        out.append(Region(x0, y0, x1, y1, chosen, separators=separators, headed=True, by_line=True))
        index = last + 1
    return out


def _run(pieces: Sequence[Row], rows: Sequence[Row], start: int) -> tuple[int, int, list[float]] | None:
    """First row, last row and borders of the run whose first row with amounts is ``start``."""
    if not _entry(pieces[start]):
        return None
    left, size = pieces[start][0].x0, pieces[start][0].size
    rights = [piece.x1 for piece in pieces[start][1:]]
    members, last = [start], start
    for index in range(start + 1, len(rows)):
        row = pieces[index]
        step = row_base(rows[index]) - row_base(rows[index - 1])
        if step > _MAX_STEP * size or index - last > 4:
            break
        if max(abs(piece.size / size - 1) for piece in row) > 0.2:
            break
        if _entry(row) and -size < row[0].x0 - left < _INDENT * size and _end_alike(row[1:], rights, size):
            members.append(index)
            last = index
        elif not (_group_name(row, left, size) or _end_alike(row, rights, size)):
            break
    if len(members) < _LEAST_ROWS or len(members) < _SHARE * (last - start + 1):
        return None
    amounts = [[piece for index in members for piece in pieces[index][1:] if abs(piece.x1 - x) < size] for x in rights]
    labels = [pieces[index][0] for index in range(start, last + 1) if pieces[index][0].x0 < left + _INDENT * size]
    steps = [row_base(b) - row_base(a) for a, b in pairwise(rows[start : last + 1])]
    if max(steps) < _CLOSE * size and len(members) >= 0.8 * (last - start + 1):
        return None
    reach = [max(piece.x1 for piece in labels), *(max(piece.x1 for piece in column) for column in amounts[:-1])]
    begin = [min(piece.x0 for piece in column) for column in amounts]
    if any(b - a < 0.8 * size for a, b in zip(reach, begin, strict=True)) or _no_amounts(amounts[-1]):
        return None
    return start, last, [(a + b) / 2 for a, b in zip(reach, begin, strict=True)]


def _top(pieces: Sequence[Row], rows: Sequence[Row], first: int, separators: Sequence[float]) -> int:
    """The row that the table begins with: names over the amounts, or the bold name of the first group."""
    left, size = pieces[first][0].x0, pieces[first][0].size
    for index in range(first - 1, max(first - 6, -1), -1):
        row = pieces[index]
        if row_base(rows[index + 1]) - row_base(rows[index]) > _MAX_STEP * size:
            break
        if max(abs(piece.size / size - 1) for piece in row) > 0.2:
            break
        if all(piece.x0 > separators[0] and len(piece.text) < 30 for piece in row):
            return index
        if not _group_name(row, left, size):
            break
    above = pieces[first - 1] if first else []
    named = above and _group_name(above, left, size) and abs(above[0].size - size) < 1 and above[0].style.bold
    return first - 1 if named and row_base(rows[first]) - row_base(rows[first - 1]) < _CLOSE * size else first


def _entry(row: Row) -> bool:
    """True for a name and one or more amounts."""
    name = row[0].text
    return (
        len(row) >= 2
        and len(name) <= _LONGEST
        and not is_value(name)
        and any(char.isalpha() for char in name)
        and not name.endswith((":", "...", "…"))
        and all(is_value(piece.text) for piece in row[1:])
    )


def _end_alike(row: Row, rights: Sequence[float], size: float) -> bool:
    """True when all pieces are values that end, each in its own, where the amounts of a column do."""
    if not all(is_value(piece.text) for piece in row):
        return False
    # A dash for nothing may stand anywhere under the amounts.
    wide = [8 * size if piece.text.strip() in _NOTHING else size for piece in row]
    places = [
        next((n for n, x in enumerate(rights) if -size < x - piece.x1 < near), -1)
        for piece, near in zip(row, wide, strict=True)
    ]
    return min(places) >= 0 and len(set(places)) == len(places)


def _group_name(row: Row, left: float, size: float) -> bool:
    """True for a lone name at the left: of a group, or the first line of a longer name."""
    return len(row) == 1 and -size < row[0].x0 - left < _INDENT * size and len(row[0].text) <= _LONGEST


def _no_amounts(column: Sequence[Line]) -> bool:
    """True for years, numbers of equations, and whole numbers that hardly ever fall, as those of pages do."""
    texts = [piece.text.strip() for piece in column]
    if sum(1 for text in texts if _NO_AMOUNT.match(text)) > 0.5 * len(texts):
        return True
    numbers = [int(text) for text in texts if text.isdecimal() and len(text) <= _DIGITS]
    if len(numbers) < 0.8 * len(texts):
        return False
    return sum(1 for a, b in pairwise(numbers) if b < a) <= 0.15 * len(numbers)
