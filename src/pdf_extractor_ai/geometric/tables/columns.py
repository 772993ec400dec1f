"""White strips that part the columns of rows without rules, and which column each piece stands in."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.pieces import Row, row_base, split_at, split_gaps, word_spans

# A space inside a cell is narrower than this, in ems of its type; the white between two columns is wider.
CELL_GAP = 0.62
# White narrower than this, in points, is none.
_HAIR = 0.8
# In as many rows also a thin strip, in ems, is no chance.
_MANY = 8
_THIN = 0.15
_VALUE = re.compile(
    r"^[\s(\[<>~≈±≤≥+\-–−$€£¥₹%‰#*†‡°]*(?:[A-Z]{0,3}\s?)?\d[\d\s.,:/\-–−()'’*†‡]*"
    r"(?:[%‰°)\]*†‡a-d€$£¥₹]|[kKMG]?[A-Za-zµ]{1,3})?[\s)\]*†‡§]*$"
)
_MARKS = frozenset(
    {"-", "–", "—", "−", "--", "---", "…", "...", "n/a", "N/A", "na", "NA", "n.a.", "†", "‡", "*", "✓", "✗", "x", "X",
     "Yes", "No", "yes", "no", "Y", "N", "ref", "Ref", "Ref.", "nil", "Nil", ":", "•", "."}
)  # fmt: skip

_BULLET = re.compile(r"^(?:[•‣◦▪▸►●○■□–\-*·✓➢❖\uf0b7]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])$")


def is_marker(text: str) -> bool:
    """True for what stands before a list item: a bullet, ``1.``, ``(a)``."""
    return bool(_BULLET.match(text))


def is_value(text: str) -> bool:
    """True for a number, a date, an amount, a tick: what is never wrapped over two lines."""
    text = text.strip()
    return text in _MARKS or (len(text) <= 28 and bool(_VALUE.match(text)))


@dataclass(slots=True)
class Band:
    """A visual row put into columns: pieces by first column, and how many columns a piece spans (1 if absent)."""

    base: float
    size: float
    cells: dict[int, list[Line]] = field(default_factory=dict)
    spans: dict[int, int] = field(default_factory=dict)

    @property
    def lines(self) -> list[Line]:
        """All pieces, left to right."""
        return [line for col in sorted(self.cells) for line in self.cells[col]]


def close_up(row: Row, gap: float = CELL_GAP) -> list[list[Line]]:
    """The pieces of a row with those set as close as words put together."""
    groups: list[list[Line]] = []
    for line in row:
        if groups and line.x0 - groups[-1][-1].x1 < gap * min(line.size, groups[-1][-1].size):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def split_row(row: Row, gap: float = CELL_GAP) -> Row:
    """The row's lines cut at every gap wider than a space inside a cell."""
    return [part for line in row for part in split_gaps(line, gap * line.size)]


def find_separators(rows: Sequence[Row], size: float, least: float = 0.0) -> list[float]:
    """The x of the white strips between columns, rising; rows must come from `split_row`.

    Rows with few pieces (section rows, centred headings, wrapped ends) do not vote: a strip is white when no
    voting row, or a tenth of many, covers it.
    """
    spans = [[(group[0].x0, group[-1].x1) for group in close_up(row)] for row in rows]
    counts = sorted(len(row) for row in spans)
    if not counts:
        return []
    usual = counts[int(0.8 * (len(counts) - 1))]
    needed = max(2, (usual + 1) // 2)
    voters = [row for row in spans if len(row) >= needed]
    if not voters:
        return []
    # Pieces of one row that stand close are parted where they keep apart in many rows.
    apart = [[(line.x0, line.x1) for line in row] for row in rows if len(row) >= needed]
    apart = apart if len(apart) >= _MANY and not least else []
    least = least or size * (0.3 if len(voters) >= 5 else 0.45)
    clean = _valleys(voters, 0)
    if len(voters) >= 6:
        for low, high in _valleys(voters, len(voters) // 9):
            if not any(a < high and b > low for a, b in clean):
                clean.append((low, high))
    strips = [(low, high) for low, high in clean if high - low >= least]
    narrow = [(low, high) for low, high in clean if high - low < least]
    narrow += [(low, high) for low, high in _valleys(apart, 0) if high - low >= least]
    for low, high in narrow if apart else ():
        free = high - low > _THIN * size and not any(a < high and b > low for a, b in strips)
        if free and _both_sides(apart, (low, high), strips):
            strips.append((low, high))
    if len(voters) >= 4:
        for low, high in _valleys(voters, len(voters) // 3):
            free = high - low >= least and not any(a < high and b > low for a, b in strips)
            if free and _spanned(voters, low, high, size):
                strips.append((low, high))
    strips.sort()
    others = [span for row in spans if len(row) < needed for span in row]
    ends = [
        min(row[0][0] for row in voters),
        *(x for strip in strips for x in strip),
        max(row[-1][1] for row in voters),
    ]
    return [
        _clear_of(low, high, [span for span in others if not _over_both(span, ends[2 * index : 2 * index + 4])])
        for index, (low, high) in enumerate(strips)
    ]


def _over_both(span: tuple[float, float], ends: Sequence[float]) -> bool:
    """True when something stands in the middle over two columns, given by their ends, rather than over one of them."""
    start, low, high, end = ends
    middle = span[0] + span[1]
    both = abs(middle - start - end)
    return 2 * both < min(abs(middle - start - low), abs(middle - high - end)) and span[0] < high and span[1] > low


def _both_sides(
    voters: Sequence[Sequence[tuple[float, float]]], strip: tuple[float, float], others: Sequence[tuple[float, float]]
) -> bool:
    """True when nearly every row has something right and left of a strip, up to the next strips: no cell's odd end."""
    left = max((high for _, high in others if high <= strip[0]), default=float("-inf"))
    right = min((low for low, _ in others if low >= strip[1]), default=float("inf"))
    full = sum(
        1
        for row in voters
        if any(left <= a and b <= strip[0] for a, b in row) and any(strip[1] <= a and b <= right for a, b in row)
    )
    return full >= 0.8 * len(voters)


def _spanned(voters: Sequence[Sequence[tuple[float, float]]], low: float, high: float, size: float) -> bool:
    """True when what covers a strip is centred over the two columns beside it, as cells that span both are."""
    over: list[tuple[float, float]] = []
    sides: list[tuple[float, float]] = []
    for row in voters:
        covering = [span for span in row if span[0] < high - 1 and span[1] > low + 1]
        over += covering
        left = [a for a, b in row if -2 * size < b - low <= 1]
        right = [b for a, b in row if -1 <= a - high < 2 * size]
        if not covering and left and right:
            sides.append((left[-1], right[0]))
    if len(sides) < max(3, len(over) + 1):
        return False
    middle = (min(a for a, _ in sides) + max(b for _, b in sides)) / 2
    return all(abs((a + b) / 2 - middle) < 0.5 * size for a, b in over)


def _clear_of(low: float, high: float, others: Sequence[tuple[float, float]]) -> float:
    """The middle of the widest part of a strip that rows without a vote leave white, or of the strip."""
    reach, best = low, (0.0, 0.0)
    for a, b in sorted((a, b) for a, b in others if b > low and a < high):
        best = max(best, (min(a, high) - reach, reach))
        reach = max(reach, b)
    best = max(best, (high - reach, reach))
    width, start = best if best[0] > _HAIR else (high - low, low)
    return start + width / 2


def _valleys(voters: Sequence[Sequence[tuple[float, float]]], allowed: int) -> list[tuple[float, float]]:
    """Intervals that at most ``allowed`` rows cover, between the outer edges of all rows."""
    events: list[tuple[float, int]] = []
    for row in voters:
        for low, high in row:
            events.append((low, 1))
            events.append((high, -1))
    events.sort()
    out: list[tuple[float, float]] = []
    depth = 0
    opened: float | None = None
    seen_more = False
    for x, step in events:
        depth += step
        if depth > allowed:
            if opened is not None and seen_more:
                out.append((opened, x))
            opened, seen_more = None, True
        elif opened is None:
            opened = x
    return out


def place_rows(rows: Sequence[Row], separators: Sequence[float]) -> list[Band]:
    """Every row's pieces in their columns; a piece over a separator is cut there or spans the columns."""
    columns = _column_edges(rows, separators)
    centres: list[list[float]] = [[] for _ in range(len(separators) + 1)]
    for row in rows:
        for line in row:
            col = bisect_right(separators, line.x0)
            if col == bisect_right(separators, line.x1):
                centres[col].append((line.x0 + line.x1) / 2)
    return [_place_row(row, separators, columns, centres) for row in rows]


def _column_edges(rows: Sequence[Row], separators: Sequence[float]) -> list[tuple[float, float]]:
    """Usual left and right edge of each column's pieces (medians of those that cross no separator)."""
    lefts: list[list[float]] = [[] for _ in range(len(separators) + 1)]
    rights: list[list[float]] = [[] for _ in range(len(separators) + 1)]
    for row in rows:
        for line in row:
            col = bisect_right(separators, line.x0)
            if col == bisect_right(separators, line.x1):
                lefts[col].append(line.x0)
                rights[col].append(line.x1)
    out = []
    for left, right in zip(lefts, rights, strict=True):
        left.sort()
        right.sort()
        out.append((left[len(left) // 2], right[len(right) // 2]) if left else (float("-inf"), float("inf")))
    return out


def _place_row(
    row: Row,
    separators: Sequence[float],
    columns: Sequence[tuple[float, float]],
    centres: Sequence[Sequence[float]],
) -> Band:
    band = Band(row_base(row), max(line.size for line in row))
    row = [part for line in row for part in _uncoupled(line, separators, columns)]
    taken = {bisect_right(separators, (line.x0 + line.x1) / 2) for line in row}
    for line in row:
        slack = 0.2 * line.size
        first = bisect_right(separators, line.x0 + slack)
        last = bisect_right(separators, line.x1 - slack)
        if first >= last:
            band.cells.setdefault(bisect_right(separators, (line.x0 + line.x1) / 2), []).append(line)
            continue
        parts = split_at(line, separators)
        if len(parts) > 1 and _parts_belong(parts, separators, columns, centres):
            for part in parts:
                band.cells.setdefault(bisect_right(separators, (part.x0 + part.x1) / 2), []).append(part)
            continue
        band.cells.setdefault(first, []).append(line)
        others = [
            col for col in taken if col > first and col not in (bisect_right(separators, (line.x0 + line.x1) / 2),)
        ]
        last = min([last, *(col - 1 for col in others)])
        if last > first:
            band.spans[first] = last - first + 1
    return band


def _uncoupled(line: Line, separators: Sequence[float], columns: Sequence[tuple[float, float]]) -> list[Line]:
    """The line, cut inside a word where letters turn to digits at the edge of the next column."""
    if line.rtl or bisect_right(separators, line.x0) == bisect_right(separators, line.x1):
        return [line]
    for start, end, left, right in word_spans(line):
        col = bisect_right(separators, right)
        if bisect_right(separators, left) == col:
            continue
        edges, slack = columns[col], 0.5 * line.size
        for index in range(start + 1, end):
            turns = line.text[index - 1].isalpha() and line.text[index].isdigit()
            if turns and (abs(line.xs[index] - edges[0]) < slack or abs(right - edges[1]) < slack):
                parts = (line.cut(0, index), line.cut(index, len(line.text)))
                return [part for part in parts if part is not None]
    return [line]


def _parts_belong(
    parts: Sequence[Line],
    separators: Sequence[float],
    columns: Sequence[tuple[float, float]],
    centres: Sequence[Sequence[float]],
) -> bool:
    """True when what stands behind each cut begins or ends where its column usually does, or is centred in it."""
    for part in parts[1:]:
        middle = (part.x0 + part.x1) / 2
        col = bisect_right(separators, middle)
        left, right = columns[col]
        slack = 0.4 * part.size
        if abs(part.x0 - left) <= slack or abs(part.x1 - right) <= slack:
            continue
        if sum(1 for x in centres[col] if abs(x - middle) < 0.25 * part.size) < max(2, 0.25 * len(centres[col])):
            return False
    return True
