"""Entries of a contents page, told line by line: numbers of sections that count on, names, and pages that only rise.

A page may hold them in two columns, or beside running text, so that no region of rows is contents as a whole.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.contents import LEADER, names_contents
from pdf_extractor_ai.geometric.tables.pieces import Row, row_base, visual_rows

_NUMBER = re.compile(r"(?:§ ?)?((?:[A-Z]|[IVX]{1,5}|\d{1,2})(?:\.\d{1,2})*)(?:\.?(?=\s|$)|\.(?=[^\W\d_]{2}))")
_PAGE = re.compile(r"(?:^|[\s….—–_])(\d{1,4})$")
_DOTS = re.compile(r"[.\s…·]+")
_NAME = re.compile(r"[^\W\d_]")
_ROMAN = {"I": 1, "V": 5, "X": 10}
_LEAST = 4
# Deeper numbers step in so far, and entries of several lines or between parts stand so far apart, in ems.
_INDENT, _FAR = 6.0, 6.5
# From the number to its name, and from a name to something else beside it, in ems.
_TO_NAME, _BESIDE = 6.0, 1.5
# A name goes on for so many lines, in ems.
_GOES_ON = 4.0
# Lines whose baselines are no further apart stand beside each other, in ems.
_AT_HEIGHT = 0.6
_LABEL = 5.0
_NEXT = 2.8
_MOST = 400

Key = tuple[str, ...]


@dataclass(slots=True)
class _Chain:
    """Lines that begin with section numbers which count on, one under the other."""

    keys: list[Key] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class ContentsColumn:
    """One column of contents: its ``rows`` of pieces from top to bottom, and the ``numbers`` that begin some of them.

    ``beside`` counts the rows at whose height something else stands on the page.
    """

    rows: list[Row]
    numbers: frozenset[int]
    beside: int

    @property
    def x0(self) -> float:
        """Where it begins."""
        return min(row[0].x0 for row in self.rows)

    @property
    def y0(self) -> float:
        """The baseline of the first row."""
        return row_base(self.rows[0])

    @property
    def y1(self) -> float:
        """The baseline of the last row."""
        return row_base(self.rows[-1])


def contents_lines(lines: Sequence[Line]) -> set[int]:
    """``id`` of the lines of contents: of entries with their pages, and of what stands between them."""
    return {id(line) for column in contents_columns(lines) for row in column.rows for line in row}


def contents_columns(lines: Sequence[Line]) -> list[ContentsColumn]:
    """The columns of contents among the lines of a page; no line is in two."""
    rows = visual_rows(lines)
    found = [(line, match[1]) for row in rows for line in _starts(row) if (match := _NUMBER.match(line.text))]
    if not _LEAST <= len(found) <= _MOST:
        return []
    headings = [line for line in lines if names_contents([line.text])]
    place = {id(line): (row, index) for row in rows for index, line in enumerate(row)}
    chains = sorted((chain for chain in _chains(found) if len(chain.keys) >= _LEAST), key=lambda c: -len(c.keys))
    numbers = {id(line) for chain in chains if any(len(key) > 1 for key in chain.keys) for line in chain.lines}
    out: list[ContentsColumn] = []
    used: set[int] = set()
    for chain in chains:
        if any(id(line) in used for line in chain.lines):
            continue
        entries = [_entry(*place[id(line)], numbers) for line in chain.lines]
        entries = [_whole(*pair, rows, numbers) for pair in zip(entries, [*chain.lines[1:], None], strict=True)]
        if not _is_contents(chain, entries, headings):
            continue
        column = _column(chain, entries, rows)
        taken = {id(line) for row in column.rows for line in row}
        if taken & used:  # what a longer chain has between its own entries
            continue
        used |= taken
        out.append(column)
    return out


def _starts(row: Row) -> list[Line]:
    """The pieces of a row but for bare numbers that end it or stand before another one: those are pages."""
    return [
        line for line, after in zip(row, [*row[1:], None], strict=True)
        if not line.text.isdecimal() or (after is not None and _NUMBER.fullmatch(after.text) is None)
    ]  # fmt: skip


def _chains(found: Sequence[tuple[Line, str]]) -> list[_Chain]:
    chains: list[_Chain] = []
    for line, text in sorted(found, key=lambda item: (item[0].baseline, item[0].x0)):
        key = tuple(text.split("."))
        # Pages count on as well: of two chains that the number may continue, it stands under the nearer one.
        fitting = [chain for chain in chains if _is_under(chain, line) and follows(chain.keys[-1], key)]
        chain = min(fitting, key=lambda chain: abs(chain.lines[-1].x0 - line.x0), default=None)
        if chain is None:
            chain = _Chain([], [])
            chains.append(chain)
        chain.keys.append(key)
        chain.lines.append(line)
    return chains


def _is_under(chain: _Chain, line: Line) -> bool:
    step = line.baseline - chain.lines[-1].baseline
    return 0.5 * line.size < step < _FAR * line.size and abs(line.x0 - chain.lines[0].x0) < _INDENT * line.size


def follows(before: Key, key: Key) -> bool:
    """True when one section number may come right after the other: its child, its next, or the next of a parent.

    In a list of figures the first of a later chapter comes after the last of one before.
    """
    if len(key) == len(before) + 1:
        return key[:-1] == before and key[-1] in ("0", "1")
    if len(key) > len(before):
        return False
    level = len(key) - 1
    if key[:level] == before[:level] and _is_next(before[level], key[level]):
        return True
    if level == 0:
        return before[0].isdecimal() and key[0] in ("A", "I")
    later = key[0].isdecimal() and before[0].isdecimal() and int(key[0]) > int(before[0])
    return len(key) == len(before) and later and all(part in ("0", "1") for part in key[1:])


def _is_next(before: str, after: str) -> bool:
    if before.isdecimal() or after.isdecimal():
        return before.isdecimal() and after.isdecimal() and int(after) == int(before) + 1
    roman = set(before + after) <= set(_ROMAN) and _roman(after) == _roman(before) + 1
    return roman or (len(before) == len(after) == 1 and ord(after) == ord(before) + 1)


def _roman(text: str) -> int:
    worth = [_ROMAN[char] for char in text]
    return sum(-a if a < b else a for a, b in pairwise([*worth, 0]))


def _entry(row: Row, index: int, numbers: set[int]) -> Row:
    """The pieces of an entry: the number, its name, dots and the page; empty where something else stands beside it."""
    entry = [row[index]]
    for line in row[index + 1 :]:
        gap = (line.x0 - entry[-1].x1) / line.size
        bare = len(entry) == 1 and _NUMBER.fullmatch(entry[0].text) is not None
        if id(line) in numbers:
            break
        if bare and gap < _TO_NAME:
            entry.append(line)
        elif _PAGE.fullmatch(line.text):
            entry.append(line)
            break
        elif len(line.text) > 20 and gap > _BESIDE and not LEADER.search(line.text):
            break
        elif gap < _BESIDE or _DOTS.fullmatch(line.text):
            entry.append(line)
        else:
            return []
    return entry


def _whole(entry: Row, after: Line | None, rows: Sequence[Row], numbers: set[int]) -> Row:
    """The entry with the page from one of the next lines, where its name goes on in these."""
    if not entry or _PAGE.search(entry[-1].text):
        return entry
    first = entry[0]
    end = after.baseline - 0.5 * first.size if after is not None else first.baseline + _GOES_ON * first.size
    for row in rows:
        base = row[0].baseline
        if not first.baseline + 0.5 * first.size < base < min(end, first.baseline + _GOES_ON * first.size):
            continue
        start = next((at for at, line in enumerate(row) if -1 < line.x0 - first.x0 < _TO_NAME * first.size), None)
        more = _entry(row, start, numbers) if start is not None else []
        if more and _PAGE.search(more[-1].text):
            return [*entry, *more]
    return entry


def _is_contents(chain: _Chain, entries: Sequence[Row], headings: Sequence[Line]) -> bool:
    whole = [entry for entry in entries if entry and any(_NAME.search(line.text) for line in entry)]
    if len(whole) < 0.75 * len(entries):
        return False
    # A number at the end of a name is no page.
    pages = [int(match[1]) for entry in whole if (match := _PAGE.search(entry[-1].text)) and match[0] != entry[0].text]
    falls = sum(1 for a, b in pairwise(pages) if b < a)
    rise = len(pages) >= max(4, 0.6 * len(entries)) and falls <= 0.1 * len(pages)
    nested = sum(1 for key in chain.keys if len(key) > 1)
    first = chain.lines[0]
    headed = any(
        line.baseline < first.baseline and line.x1 > first.x0 - first.size
        and line.x0 < max(line.x1 for entry in whole for line in entry)
        for line in headings
    )  # fmt: skip
    if headed:
        return rise or (nested >= 2 and len(pages) < 0.3 * len(entries))
    return rise and nested >= 2


def _with_label(row: Row, left: float, right: float) -> Row:
    """What of a row stands between two places, with a short label right before it: `第 1 章`."""
    own = [line for line in row if line.x0 > left and line.x1 < right]
    before = [line for line in row if own and line.x1 < own[0].x0 + 1 and line.x0 <= left]
    label = before[-1] if before else None
    if label is None or label.text.isdecimal() or label.width > _LABEL * label.size:
        return own
    return [label, *own] if own[0].x0 - label.x1 < _BESIDE * label.size else own


def _goes_on(row: Row, other: Row, size: float) -> bool:
    """True for a name and its page close to another row of contents."""
    near = abs(row[0].baseline - other[0].baseline) < _NEXT * size
    return near and len(row) > 1 and _PAGE.fullmatch(row[-1].text) is not None


def _near(heights: Sequence[float], height: float, reach: float) -> bool:
    """True when one of the rising heights is near to this one."""
    at = bisect_left(heights, height - reach)
    return at < len(heights) and heights[at] < height + reach


def _column(chain: _Chain, entries: Sequence[Row], rows: Sequence[Row]) -> ContentsColumn:
    """What stands in the chain's own column, from its first entry to its last, and entries that go on below."""
    size = chain.lines[0].size
    left = min(line.x0 for line in chain.lines) - size
    right = max(line.x1 for entry in entries for line in entry) + size
    first, last = chain.lines[0].baseline - 0.5 * size, chain.lines[-1].baseline
    inside = [own for row in rows if (own := _with_label(row, left, right))]
    start = sum(1 for own in inside if own[0].baseline < first)
    end = sum(1 for own in inside if own[0].baseline < last + 0.5 * size)
    # Entries without a number go on above and below.
    while end < len(inside) and _goes_on(inside[end], inside[end - 1], size):
        end += 1
    while start and _goes_on(inside[start - 1], inside[start], size):
        start -= 1
    own_rows = inside[start:end]
    held = {id(line) for row in own_rows for line in row}
    others = sorted(line.baseline for row in rows for line in row if id(line) not in held)
    beside = sum(1 for row in own_rows if _near(others, row_base(row), _AT_HEIGHT * size))
    return ContentsColumn(own_rows, frozenset(id(line) for line in chain.lines), beside)
