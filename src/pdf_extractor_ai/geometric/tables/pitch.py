"""Text set in a fixed pitch: program code, terminal output and listings, whose columns are no table's."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.styles import MEASURABLE, fixed_pitch
from pdf_extractor_ai.geometric.tables.pieces import Row, row_base, split_gaps, visual_rows

# White that may part two columns of code, in ems.
_APART = 0.95
# Further from a whole number of characters than this share of one, a piece is not typed behind the one before it.
_OFF = 0.12
_LEAST_ROWS = 3
# Lines of one cell stand no further apart, in ems.
_WRAPPED = 1.4
_SMALL = 0.85


def fixed_fonts(lines: Sequence[Line]) -> set[str]:
    """Names of the faces whose lines advance by one width, of those that say it and those that only show it."""
    votes: dict[str, int] = {}
    for line in lines:
        if len(line.text) >= MEASURABLE or line.style.mono:
            votes[line.style.font] = votes.get(line.style.font, 0) + (1 if fixed_pitch(line) else -1)
    return {font for font, vote in votes.items() if vote > 0}


def code_lines(lines: Sequence[Line]) -> set[int]:
    """``id`` of the lines in rows that are all of fixed pitch; empty where the whole page is set so."""
    fonts = fixed_fonts(lines)
    total = sum(len(line.text) for line in lines)
    if not fonts or sum(len(line.text) for line in lines if line.style.font in fonts) > 0.8 * total:
        return set()
    out: set[int] = set()
    rows = visual_rows(lines)
    alone = [all(line.style.font in fonts for line in _without_number(row)) for row in rows]
    for index, row in enumerate(rows):
        # One such row among others may be the row of a table whose cells hold names from code.
        near = alone[max(0, index - 1) : index] + alone[index + 1 : index + 2]
        if alone[index] and any(near):
            out.update(id(line) for line in row)
    for row in _off_grid_rows([row for row in rows if id(row[0]) in out]):
        out.difference_update(id(line) for line in row)
    for row in _wrapped_names(rows, out):
        out.difference_update(id(line) for line in row)
    return out


def _without_number(row: Row) -> Row:
    """The row without the number that a listing sets in small digits before each line."""
    size = max(line.size for line in row)
    return [line for line in row if not (line.text.isdecimal() and line.size < _SMALL * size)] or row


def _wrapped_names(rows: Sequence[Row], code: set[int]) -> list[Row]:
    """The rows that only go on with a name from code in one column of a row whose other cells are set otherwise."""
    found: list[Row] = []
    columns: list[float] = []
    base = 0.0
    for row in rows:
        close = row_base(row) - base < _WRAPPED * row[0].size
        if id(row[0]) not in code:
            pieces = [part for line in row for part in split_gaps(line, _APART * line.size)]
            columns = [piece.x0 for piece in pieces if piece.style.mono] if len(pieces) > 1 else []
        elif len(row) == 1 and close and any(abs(row[0].x0 - x) < 1 for x in columns):
            found.append(row)
        else:
            columns = []
        base = row_base(row)
    return found


def off_grid(row: Sequence[Line]) -> list[float]:
    """Where the pieces of a row of code begin that do not stand a whole number of characters behind the one before.

    Typed text keeps to the grid of its characters, wherever blanks align it; the columns of a table of code do not.
    """
    longest = max(row, key=lambda line: len(line.text))
    pitch = longest.width / len(longest.text)
    if len(row) < 2 or pitch <= 0 or any(line.rtl for line in row):
        return []
    steps = [(line.x0, (line.x0 - before.x0) / pitch) for before, line in pairwise(row)]
    return [x for x, step in steps if abs(step - round(step)) > _OFF]


def _off_grid_rows(rows: Sequence[Row]) -> list[Row]:
    """The rows from the first to the last of three or more with a piece off the grid at the same place."""
    found: dict[int, list[int]] = {}
    for index, row in enumerate(rows):
        if not all(line.style.size == row[0].style.size for line in row):
            continue
        for x in off_grid([part for line in row for part in split_gaps(line, _APART * line.size)]):
            found.setdefault(round(x), []).append(index)
    out: set[int] = set()
    for places in found.values():
        run: list[int] = []
        for place in [*places, len(rows) + _LEAST_ROWS]:
            if run and place - run[-1] >= _LEAST_ROWS:
                if len(run) >= _LEAST_ROWS:
                    out.update(range(run[0], run[-1] + 1))
                run = []
            run.append(place)
    return [rows[index] for index in sorted(out)]
