"""Columns set closer than a word space: told by words that begin or end at one place row after row."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.columns import is_marker, is_value
from pdf_extractor_ai.geometric.tables.pieces import Row, split_at, word_spans

# At one place by chance: seldom in five rows, hardly ever in four of five.
_LEAST_ROWS = 5
_SHARE = 0.8
_SAME = 0.09
# Rows of several values each; white between them that no row of names or values covers, in ems.
_LEAST_VALUES = 3
_WHITE = 0.12
_SPACE = 0.36
_VARIES = 0.15
# A value goes on after it.
_BETWEEN = frozenset({"±", "+/-", "×"})
_DIGIT = re.compile(r"\d")
_LEADING = re.compile(r"^[(+−–-]?\d{1,3}$")
_THOUSANDS = re.compile(r"^\d{3}(?:[.,]\d+)?$")
_DOTS, _LED = 3, 0.2  # of a row; of all rows


class _Word(NamedTuple):
    left: float
    right: float
    text: str


def touching_separators(rows: Sequence[Row], separators: Sequence[float]) -> list[float]:
    """More separators, inside the columns that ``separators`` make; ``rows`` as from `split_row`."""
    columns: list[list[list[_Word]]] = [[] for _ in range(len(separators) + 1)]
    size = 10.0
    for row in rows:
        own: dict[int, list[_Word]] = {}
        for line in row:
            col = bisect_right(separators, line.x0 + 0.2 * line.size)
            if line.rtl or col != bisect_right(separators, line.x1 - 0.2 * line.size):
                continue
            size = line.size
            own.setdefault(col, []).extend(_words(line))
        for col, words in own.items():
            columns[col].append(words)
    out: list[float] = []
    for column in columns:
        places = _between_values(column, size) or _white_strips(column, size)
        if places:
            out += places
        elif (place := _border(column, size)) is not None:
            out.append(place)
    return out


def _between_values(column: Sequence[Sequence[_Word]], size: float) -> list[float]:
    """The borders in a column of rows that hold as many values each, one under the other; names may stand on top."""
    counts = Counter(len(words) for words in column)
    usual = max(counts, key=lambda count: (counts[count], count), default=0)
    alike = [words for words in column if len(words) == usual]
    rows = [words for words in alike if all(is_value(word.text) and _DIGIT.search(word.text) for word in words)]
    if usual < 2 or len(rows) < _LEAST_VALUES or len(rows) < _SHARE * (len(column) - 1):
        return []
    out: list[float] = []
    for index in range(1, usual):
        reach = max(words[index - 1].right for words in alike)
        begin = min(words[index].left for words in alike)
        thousands = all(_THOUSANDS.match(words[index].text) for words in rows)
        # Two or three numbers a word space apart are a telephone's, an account's or a date's parts.
        if begin - reach < (_WHITE if usual > 3 else _SPACE) * size or thousands:
            return []
        out.append((reach + begin) / 2)
    return out


def _white_strips(column: Sequence[Sequence[_Word]], size: float) -> list[float]:
    """The borders in a column of many rows through which white strips run, with values on one side or both.

    Where every row has just a word space there, it is one: ``12 May``, ``18 months``.
    """
    rows = [words for words in column[1:] if words]
    if len(rows) < _LEAST_ROWS or sum(len(words) > 1 for words in rows) < _SHARE * len(rows):
        return []
    # Dots that lead to a page's number leave white strips without end, and none of them is a border.
    if sum(1 for words in rows if sum(word.text == "." for word in words) > _DOTS) > _LED * len(rows):
        return []
    strips = _free_of_words(rows, _WHITE * size)
    while strips:
        parts = [[_within(words, a, b) for words in rows]
                 for a, b in pairwise([float("-inf"), *(x for x, _ in strips), float("inf")])]  # fmt: skip
        empty = [index for index, part in enumerate(parts) if sum(map(bool, part)) < _SHARE * len(rows)]
        wrong = empty or [index for index, (a, b) in enumerate(pairwise(parts)) if not _differ(a, b, size)]
        if not wrong:
            break
        # A part that few rows fill goes to its nearer neighbour.
        at = wrong[0] if not empty else min((i for i in (wrong[0] - 1, wrong[0]) if 0 <= i < len(strips)),
                                            key=lambda i: strips[i][1])  # fmt: skip
        del strips[at]
    return [x for x, _ in strips]


def _free_of_words(rows: Sequence[Sequence[_Word]], least: float) -> list[tuple[float, float]]:
    """The middle and width of every strip between the words of all rows."""
    out: list[tuple[float, float]] = []
    reach = float("inf")
    for left, right in sorted((word.left, word.right) for words in rows for word in words):
        if left - reach > least:
            out.append(((left + reach) / 2, left - reach))
        reach = right if reach == float("inf") else max(reach, right)
    return out


def _within(words: Sequence[_Word], low: float, high: float) -> list[_Word]:
    return [word for word in words if low < (word.left + word.right) / 2 < high]


def _differ(left: Sequence[Sequence[_Word]], right: Sequence[Sequence[_Word]], size: float) -> bool:
    """True when two parts are no phrase: values in one of them, and white that varies or is wider than a word space."""
    pairs = [(a, b) for a, b in zip(left, right, strict=True) if a and b]
    gaps = [b[0].left - a[-1].right for a, b in pairs]
    if len(pairs) < _LEAST_VALUES or (max(gaps) - min(gaps) < _VARIES * size and min(gaps) < _SPACE * size):
        return False
    sides = [[" ".join(word.text for word in part) for part in side] for side in zip(*pairs, strict=True)]
    dotted = any(text.endswith(" .") or text == "." for texts in sides for text in texts)  # to a page's number
    if dotted or any(len(set(texts)) < 2 for texts in sides):
        return False
    if sum(map(is_marker, sides[0])) > 0.5 * len(pairs):
        return False
    return any(sum(map(is_value, texts)) >= _SHARE * len(pairs) for texts in sides)


def parted_at(line: Line, borders: Sequence[float], separators: Sequence[float]) -> list[Line]:
    """A line of one column cut at those borders that lie between two of its words; else the line itself."""
    if line.rtl or bisect_right(separators, line.x0) != bisect_right(separators, line.x1):
        return [line]
    words = word_spans(line)
    white = [x for x in borders if any(a[3] <= x <= b[2] for a, b in pairwise(words))]
    return split_at(line, white) if white else [line]


def _words(line: Line) -> list[_Word]:
    """The words of a line; a value, its sign between two blanks and its error are one."""
    out: list[_Word] = []
    joins = False
    for start, end, left, right in word_spans(line):
        word = _Word(left, right, line.text[start:end])
        sign = word.text in _BETWEEN and bool(out)
        if sign or joins:
            out[-1] = _Word(out[-1].left, right, f"{out[-1].text} {word.text}")
        else:
            out.append(word)
        joins = sign
    return out


def _border(column: Sequence[Sequence[_Word]], size: float) -> float | None:
    """The x of one border inside a column, ``None`` when its words show none."""
    several = [words for words in column if len(words) > 1]
    if len(several) < _LEAST_ROWS:
        return None
    for starts in (True, False):
        edges = sorted(word.left if starts else word.right for words in several
                       for word in (words[1:] if starts else words[:-1]))  # fmt: skip
        place = _busiest(edges, _SAME * size)
        cut = [_cut(words, place, starts, size) for words in several]
        met = [index for index, at in enumerate(cut) if at]
        # Rows that stand on one side of the place alone say nothing against it.
        aside = sum(1 for words in column if words[-1].right < place + 0.01 or words[0].left > place - _SAME * size)
        if len(met) < max(_LEAST_ROWS - 1, _SHARE * (len(column) - aside)):
            continue
        left = [several[index][cut[index] - 1] for index in met]
        right = [several[index][cut[index]] for index in met]
        gap = min(word.left for word in right) - max(word.right for word in left)
        if gap > 0.08 * size and _two_columns(several, cut, met, starts, size):
            return (min(word.left for word in right) + max(word.right for word in left)) / 2
    return None


def _busiest(edges: Sequence[float], reach: float) -> float:
    """The edge that most others stand near to."""
    best, most = edges[0], 0
    for index, edge in enumerate(edges):
        count = bisect_right(edges, edge + reach) - index
        if count > most:
            best, most = edge + reach / 2, count
    return best


def _cut(words: Sequence[_Word], place: float, starts: bool, size: float) -> int:
    """The index of the word that the right part begins with, 0 when no word stands at the place."""
    for index in range(1, len(words)):
        edge = words[index].left if starts else words[index - 1].right
        if abs(edge - place) < 2 * _SAME * size:
            return index
    return 0


def _grouped(left: Sequence[str], right: Sequence[str]) -> bool:
    """True for the thousands and the rest of numbers such as ``64 090``: no number of its own begins with a zero."""
    whole = all(map(_LEADING.match, left)) and all(map(_THOUSANDS.match, right))
    return whole and any(text.startswith("0") for text in right)


def _two_columns(
    several: Sequence[Sequence[_Word]], cut: Sequence[int], met: Sequence[int], starts: bool, size: float
) -> bool:
    """True when the two sides vary as columns do: no constant prefix, unit or list marker, no single phrase."""
    left = [" ".join(word.text for word in several[i][: cut[i]]) for i in met]
    right = [" ".join(word.text for word in several[i][cut[i] :]) for i in met]
    if _grouped(left, right):
        return False
    if len(set(left)) < 3 or len(set(right)) < 2 or sum(map(is_marker, left)) > 0.5 * len(left):
        return False
    if not starts:
        values = [is_value(text) for text in (*left, *right)]
        if sum(values) < 0.9 * len(values):
            return False
    # Where what stands before a common place has many widths, only a column can begin there.
    edges = [several[i][0].left for i in met] if not starts else [several[i][cut[i] - 1].right for i in met]
    firsts = [several[i][0].left for i in met]
    # Of numbers that end at one place a digit more is enough.
    least = 0.45 if starts and max(edges) - min(edges) < _SAME * size and all(map(is_value, left)) else 0.6
    return max(edges) - min(edges) > 0.6 * size or max(firsts) - min(firsts) > least * size
