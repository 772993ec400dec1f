"""Is what stands in the cells a listing? Text of fixed pitch in columns may be typed lines, or a table of names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.styles import fixed_pitch
from pdf_extractor_ai.geometric.tables.model import Cell, Table
from pdf_extractor_ai.geometric.tables.pieces import visual_rows
from pdf_extractor_ai.geometric.tables.pitch import off_grid

_COMMENT = re.compile(r"^(?://|#|/\*|;;|--\s|%\s|<!--)")
_MANY_ROWS = 8
_LISTING = re.compile(
    r"^(?:algorithm(?:us|e)?|algoritm[oa]?|listing|quelltext|pseudo-?code|алгоритм|листинг|算法|代码|アルゴリズム)"
    r"\s?\d+(?:[.\-–]\d+)*\s?(?:[.:：]|\s\S|$)",
    re.IGNORECASE,
)
# What a shell or an interpreter prints before a command; a dollar before a number is money.
_PROMPT = re.compile(
    r"^(?:[\w.-]+@[\w.-]+(?:[: ~/][^\s$#%>]*)?[$#%>](?:\s|$)|[$#%>] [^\W\d]|>>> |[A-Z]:\\[^\s>]*>|In ?\[\d+\]:)"
)
_LEAST_PROMPTS = 2
_BEGINS = re.compile(r"(\\begin\{|<(?=\w))([\w*]+)(?:\}|>|\s)")
_ENDS = re.compile(r"(\\end\{|</)([\w*]+)(?:\}|>)")
_LEAST_BROKEN = 2
# A blank is no wider than so many characters.
_MERE_BLANK = 1.3
# The title stands in one of so many first rows.
_FIRST_ROWS = 3


def is_commented(cells: Sequence[Cell], table: Table) -> bool:
    """True when the second of two columns holds the comments of source text."""
    last = [cell.text for cell in cells if cell.col == 1]
    return table.n_cols == 2 and sum(1 for text in last if _COMMENT.match(text)) >= 0.6 * len(last)


def names_listing(text: str) -> bool:
    """True for the title of an algorithm or a listing: `Algorithm 2: How to sort`."""
    return _LISTING.match(text.strip()) is not None


def listing_title(lines: Sequence[Line]) -> Line | None:
    """The title of an algorithm or a listing in a first row of these lines, alone or in two pieces."""
    rows = visual_rows(lines)[:_FIRST_ROWS]
    return next((row[0] for row in rows if len(row) <= 2 and names_listing(" ".join(line.text for line in row))), None)


def is_source(cells: Sequence[Cell]) -> bool:
    """True where a row begins an environment or an element of a source, and a later row ends it.

    So are two lines of one column that end as TeX's lines of a table do: what stands beside is what comes of them.
    """
    opened: dict[str, int] = {}
    for cell in sorted(cells, key=lambda cell: cell.row):
        for line in cell.lines:
            for sign, name in _ENDS.findall(line.text):
                if opened.get(sign[0] + name, cell.row) < cell.row:
                    return True
            for sign, name in _BEGINS.findall(line.text):
                opened.setdefault(sign[0] + name, cell.row)
    broken = Counter(cell.col for cell in cells for line in cell.lines if line.text.endswith("\\\\"))
    return max(broken.values(), default=0) >= _LEAST_BROKEN


def is_cut(cells: Sequence[Cell]) -> bool:
    """True when nearly all rows of code are lines cut where two words stand a mere blank apart."""
    rows: dict[int, list[Cell]] = {}
    for cell in sorted(cells, key=lambda cell: cell.col):
        rows.setdefault(cell.row, []).append(cell)
    beside = [row for row in rows.values() if len(row) > 1 and all(map(_fixed, row))]
    cut = sum(1 for row in beside if any(_blank_apart(a.lines, b.lines) for a, b in pairwise(row)))
    return cut >= 2 and cut >= 0.8 * len(beside) and 2 * len(beside) >= sum(1 for row in rows.values() if len(row) > 1)


def _blank_apart(left: Sequence[Line], right: Sequence[Line]) -> bool:
    return any(
        abs(a.baseline - b.baseline) < 1 and b.x0 - a.x1 < _MERE_BLANK * a.width / max(1, len(a.text))
        for a in left
        for b in right
    )


def is_session(cells: Sequence[Cell]) -> bool:
    """True where several lines of a column begin with what a shell prints before a command; an amount is none."""
    places = {(cell.col, line.baseline) for cell in cells for line in cell.lines if _PROMPT.match(line.text)}
    return max(Counter(col for col, _ in places).values(), default=0) >= _LEAST_PROMPTS


def is_table_source(rows: Sequence[Sequence[str]]) -> bool:
    """True for the source of a table as TeX has it: ``&`` between the cells, two backslashes behind the last."""
    parted = sum(1 for row in rows if any(text == "&" or text.endswith(" &") for text in row[:-1]))
    return parted >= 0.5 * len(rows) and sum(1 for row in rows if row[-1].endswith("\\\\")) >= 0.5 * len(rows)


def is_listing(cells: Sequence[Cell], table: Table, rules: int) -> bool:
    """True when most of the text is set in a fixed pitch, no column is without it, and no rules part a full grid."""
    lines = [line for cell in cells for line in cell.lines]
    fixed = sum(len(line.text) for line in lines if fixed_pitch(line))
    if fixed <= 0.5 * sum(len(line.text) for line in lines):
        return False
    if rules and table.n_cols >= 3 and len(cells) >= 0.85 * table.n_rows * table.n_cols:
        return False
    if is_off_the_grid(cells, table):
        return False
    columns = [[cell for cell in cells if cell.col == col] for col in range(table.n_cols)]
    plain = [column for column in columns if sum(map(_fixed, column)) <= 0.1 * len(column)]
    return not any(len(column) >= max(4, 0.6 * table.n_rows) for column in plain)


def is_off_the_grid(cells: Sequence[Cell], table: Table) -> bool:
    """True when columns of code do not stand a whole number of characters apart, as what is typed in lines does.

    Two columns have a head in another face, or many rows.
    """
    rows: dict[int, list[Line]] = {}
    for cell in sorted(cells, key=lambda cell: cell.col):
        if _fixed(cell):
            rows.setdefault(cell.row, []).append(cell.lines[0])
    several = [row for row in rows.values() if len(row) > 1]
    # Two listings side by side have one border off the grid, and all others on it.
    apart = sum(1 for row in several if 2 * len(off_grid(row)) >= len(row) - 1)
    headed = any(cell.column_header and not _fixed(cell) for cell in cells)
    return (table.n_cols > 2 or headed or len(several) >= _MANY_ROWS) and apart >= max(3, 0.7 * len(several))


def _fixed(cell: Cell) -> bool:
    return any(fixed_pitch(line) for line in cell.lines)


def is_named(cells: Sequence[Cell], inner: int) -> bool:
    """True when names in another face stand over a rule or bar above columns of code."""
    head = [cell for cell in cells if cell.row == 0]
    return inner > 0 and len(head) > 1 and not any(fixed_pitch(cell.lines[0]) for cell in head)
