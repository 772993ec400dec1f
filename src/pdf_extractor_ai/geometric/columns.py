"""Newspaper order: full-width items cut a page into bands, white gutters cut a band into columns.

A recursive cut in the manner of XY-cut (Nagy and Seth, 1984), with one difference: a gutter counts only when both
sides of it read as text of their own. Labels and their values, list markers and table-like rows stay in one row.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

from pdf_extractor_ai.geometric.dividers import Divider, divided
from pdf_extractor_ai.geometric.markers import BULLETS
from pdf_extractor_ai.geometric.page import Line

# In units of the body size (em).
_GUTTER = 0.45
_GUTTER_MOST = 2.0
# A side whose typical line is shorter (in characters) is made of labels, markers or numbers.
_PROSE_CHARACTERS = 13
# Marginal notes are set smaller than the text by this factor at least.
_MARGINAL = 0.92
_HAS_WORD = re.compile(r"[^\W\d_]{3}")
_HALF_STEP = 0.4
# In justified text the space after a full stop is stretched most; it is narrower than this.
_SENTENCE_SPACE = 2.0
# Of the lines at a gutter this share begins or ends at one place, within this many em.
_EDGE_SHARE = 0.4
_STRAIGHT = 0.5
_LINE = 0.15  # baselines of one line differ by less, in em
# A headline over columns is larger than the text by this factor at least.
_HEADLINE = 1.2
_LEADERS = " .·…_"
_MAX_DEPTH = 24
_CANDIDATES = 4


@dataclass(slots=True)
class Item:
    """Something that takes part in the order: a line, or a table, picture or formula as one block."""

    x0: float
    y0: float
    x1: float
    y1: float
    content: Any

    @property
    def line(self) -> Line | None:
        """The line, when the item is one."""
        return self.content if isinstance(self.content, Line) else None

    @property
    def base(self) -> float:
        """The baseline of a line, of a field on one line or of contents; the top of any other block."""
        line = self.line or self._first_line
        return line.baseline if line else self.y0

    @property
    def size(self) -> float:
        """The type size that goes with the baseline, 0 where there is none."""
        line = self.line or self._first_line
        return line.size if line else 0.0

    @property
    def _first_line(self) -> Line | None:
        kind, lines = getattr(self.content, "kind", ""), getattr(self.content, "lines", ())
        return lines[0] if kind in ("checkbox", "field", "index") and lines else None

    @property
    def middle(self) -> float:
        """Vertical centre in points."""
        return (self.y0 + self.y1) / 2


@dataclass(slots=True)
class Column:
    """Items that are read from top to bottom; items of one row stand beside each other."""

    rows: list[list[Item]]


def line_item(line: Line) -> Item:
    """A line as an item: its box from the x-height to the baseline, so that tight leading does not overlap."""
    top = max(line.y0, line.baseline - 0.8 * line.size) if line.angle == 0 else line.y0
    bottom = line.baseline + 0.15 * line.size if line.angle == 0 else line.y1
    return Item(line.x0, top, line.x1, max(bottom, top + 0.1), line)


def newspaper_order(
    items: Sequence[Item], body: float, *, rtl: bool = False, dividers: Sequence[Divider] = ()
) -> list[Column]:
    """The columns of a page in reading order; ``body`` is the body text's size in points."""
    if not items:
        return []
    gutter = partial(_vertical_cut, body=body)
    bands = divided(list(items), body, sorted(dividers, key=lambda divider: divider[1]), gutter)
    return [Column(_rows(part, rtl)) for band in bands for part in _order(band, body, rtl, 0)]


def _order(items: list[Item], body: float, rtl: bool, depth: int) -> list[list[Item]]:
    if len(items) < 4 or depth > _MAX_DEPTH:
        return [items]
    if below := _under_headline(items, body):
        own = {id(item) for item in below}
        parts = _order(below, body, rtl, depth + 1)
        return [[item for item in items if id(item) not in own], *parts] if len(parts) > 1 else [items]
    cut = _vertical_cut(items, body)
    places = [_at_text(items, x, body) for x in _candidates(items, body)] if cut is None else []
    for x in places:
        if bands := _bands(items, x, body, rtl):
            return [part for band in bands for part in _order(band, body, rtl, depth + 1)]
        if not _crossing(items, x) and _is_narrow_gutter(items, x, body):
            cut = x
            break
    if cut is not None:
        left = [item for item in items if (item.x0 + item.x1) / 2 < cut]
        right = [item for item in items if (item.x0 + item.x1) / 2 >= cut]
        first, second = (right, left) if rtl else (left, right)
        return _order(first, body, rtl, depth + 1) + _order(second, body, rtl, depth + 1)
    return [items]


def _under_headline(items: list[Item], body: float) -> list[Item]:
    """What stands below large lines in the middle of the top; nothing when there are none.

    Over three columns a short headline stands in the middle one, but it is read before the first.
    """
    left, right = min(item.x0 for item in items), max(item.x1 for item in items)
    ordered = sorted(items, key=lambda item: item.y0)
    for index, item in enumerate(ordered):
        centred = abs(item.x0 + item.x1 - left - right) < 4 * body and item.x1 - item.x0 < 0.9 * (right - left)
        alone = index + 1 == len(ordered) or ordered[index + 1].y0 > item.y1
        if item.line is None or item.size < _HEADLINE * body or not centred or not alone:
            return ordered[index:] if index else []
    return []


def _vertical_cut(items: list[Item], body: float) -> float | None:
    """The middle of the widest gutter that no item crosses and that parts two texts, or ``None``."""
    gaps: list[tuple[float, float]] = []
    right = None
    for item in sorted(items, key=lambda item: item.x0):
        if right is not None and item.x0 - right > _GUTTER * body:
            gaps.append((item.x0 - right, (item.x0 + right) / 2))
        right = item.x1 if right is None else max(right, item.x1)
    for _, x in sorted(gaps, reverse=True):
        left = [item for item in items if item.x1 <= x]
        if _are_columns(left, [item for item in items if item.x0 >= x], body):
            return x
    return None


def _candidates(items: list[Item], body: float) -> list[float]:
    """Where most items have a gap to the next at their height: places of a gutter that some items cross."""
    events: list[tuple[float, int]] = []
    for before, after in _neighbours(items):
        if after.x0 - before.x1 > _GUTTER * body:
            events += [(before.x1, 1), (after.x0, -1)]
    events.sort(key=lambda event: (event[0], -event[1]))
    found: list[tuple[int, float]] = []
    open_gaps, start = 0, 0.0
    for x, step in events:
        if step < 0 and open_gaps >= 2:
            found.append((open_gaps, (start + x) / 2))
        open_gaps += step
        if step > 0:
            start = x
    found.sort(key=lambda entry: -entry[0])
    chosen: list[float] = []
    for _, x in found:
        if all(abs(x - other) > body for other in chosen):
            chosen.append(x)
        if len(chosen) == _CANDIDATES:
            break
    return chosen


def _neighbours(items: list[Item]) -> list[tuple[Item, Item]]:
    """Every item with the nearest one to its right at its height; the two columns' baselines may differ."""
    ordered = sorted(items, key=lambda item: item.y0)
    nearest: dict[int, Item] = {}
    for index, item in enumerate(ordered):
        for other in itertools.islice(ordered, index + 1, None):
            # Between open lines of one column stands the other column's line, half a step below.
            if other.y0 > item.y1 + _HALF_STEP * (item.y1 - item.y0):
                break
            left, right = (item, other) if item.x0 <= other.x0 else (other, item)
            known = nearest.get(id(left))
            if right.x0 < left.x1 - 1:
                continue
            if known is None or right.x0 < known.x0:
                nearest[id(left)] = right
    return [(item, nearest[id(item)]) for item in ordered if id(item) in nearest]


def _is_narrow_gutter(items: list[Item], x: float, body: float) -> bool:
    """Two columns of prose although a line of the first reaches nearly to the second."""
    return all(side and _is_prose(side, body) for side in _sides(items, x)) and _has_columns(items, x, body)


def _sides(items: list[Item], x: float) -> tuple[list[Item], list[Item]]:
    """What begins before a gutter and what begins behind it."""
    return [item for item in items if item.x0 < x], [item for item in items if item.x0 >= x]


def _crossing(items: list[Item], x: float) -> list[Item]:
    return [item for item in items if item.x0 < x - 1 and item.x1 > x + 1]


def _bands(items: list[Item], x: float, body: float, rtl: bool) -> list[list[Item]]:
    """The items cut at those that cross ``x``; empty when no band between them has columns there."""
    over = _crossing(items, x)
    if not over:
        return []
    # What stands in one line with a line over the gutter is torn from it, and no column of its own.
    heads = [item.base for item in over if item.line]
    torn = [item for item in items if item.line and _is_near(item.base, heads, _LINE * body)]
    own = {id(item) for item in (*over, *torn)}
    crossing = sorted((item for item in items if id(item) in own), key=lambda item: item.y0)
    rest = sorted((item for item in items if id(item) not in own), key=lambda item: item.middle)
    parts: list[tuple[bool, list[Item]]] = []
    index = 0
    for item in crossing:
        band = []
        while index < len(rest) and rest[index].middle < item.middle:
            band.append(rest[index])
            index += 1
        if band:
            parts.append((_has_columns(band, x, body), band))
        parts.append((False, [item]))
    if index < len(rest):
        parts.append((_has_columns(rest[index:], x, body), rest[index:]))
    if not any(columns for columns, _ in parts):
        return []
    edges = _edges([band for columns, band in parts if columns], x)
    merged: list[tuple[bool, list[Item]]] = []
    for columns, part in parts:
        if not columns and _has_edges(part, x, edges, body):
            sides = _sides(part, x)
            merged.extend((True, side) for side in (reversed(sides) if rtl else sides))
        elif merged and not columns and not merged[-1][0]:
            merged[-1][1].extend(part)
        else:
            merged.append((columns, list(part)))
    return [part for _, part in merged] if len(merged) > 1 else []


def _at_text(items: list[Item], x: float, body: float) -> float:
    """``x`` moved through the white to where the next item begins: a line too long for its column ends before."""
    starts = [item.x0 for item in items if x + 1 <= item.x0 < x + _GUTTER_MOST * body]
    return max(x, min(starts, default=0.0) - 1.5)


def _edges(bands: list[list[Item]], x: float) -> tuple[float, float]:
    """Where most lines begin on the two sides of a gutter, in these bands with columns."""
    items = [item for band in bands for item in band]
    starts = (Counter(round(item.x0) for item in items if (item.x0 < x) == left) for left in (True, False))
    first, second = (float(min(found, key=lambda start: (-found[start], start), default=x)) for found in starts)
    return first, second


def _has_edges(band: list[Item], x: float, edges: tuple[float, float], body: float) -> bool:
    """A line or two on both sides, between wide equations perhaps, that begin where the columns of the page do."""
    return all(
        side and _is_prose(side, body) and _is_near(edge, [item.x0 for item in side], _STRAIGHT * body)
        for side, edge in zip(_sides(band, x), edges, strict=True)
    )


def _has_columns(band: list[Item], x: float, body: float) -> bool:
    return _are_columns([item for item in band if item.x1 <= x + 1], [item for item in band if item.x0 >= x - 1], body)


def _are_columns(left: list[Item], right: list[Item], body: float) -> bool:
    """True when two sides of a gutter are texts of their own and not the two halves of rows."""
    if not left or not right:
        return False
    rows_left, rows_right = _row_count(left), _row_count(right)
    top = max(min(item.y0 for item in left), min(item.y0 for item in right))
    bottom = min(max(item.y1 for item in left), max(item.y1 for item in right))
    if bottom <= top:
        return False
    prose_left, prose_right = _is_prose(left, body), _is_prose(right, body)
    if _is_bulleted(left) and _is_bulleted(right):
        return True
    if min(rows_left, rows_right) < 2:
        # A single block (a table, a picture) beside a column of text is a column as well.
        single = left if rows_left < rows_right else right
        return any(item.line is None for item in single) and (prose_left or prose_right)
    if prose_left and prose_right:
        apart = _aligned(left, right, body) < 0.5
        return apart or (min(rows_left, rows_right) >= 3 and not _is_torn(left, right, body))
    if prose_left or prose_right:
        narrow, wide = (right, left) if prose_left else (left, right)
        if _are_marginal(narrow, wide):
            return True
        return len(narrow) >= 3 and _aligned(narrow, wide, body) < 0.4
    return False


def _is_torn(left: list[Item], right: list[Item], body: float) -> bool:
    """Lines of prose torn at wide spaces between sentences: the halves are near each other and no edge is straight."""
    for item in left:
        beside = [other.x0 for other in (*left, *right) if _on_one_line(item, other, body) and other.x0 >= item.x1 - 1]
        if beside and min(beside) - item.x1 > _SENTENCE_SPACE * body:
            return False
    edges = ([item.x0 for item in right], [item.x1 for item in left])
    return all(_largest_cluster(edge, _STRAIGHT * body) < _EDGE_SHARE * len(edge) for edge in edges)


def _is_near(place: float, places: list[float], reach: float) -> bool:
    return any(abs(place - other) < reach for other in places)


def _on_one_line(item: Item, other: Item, body: float) -> bool:
    return abs(item.base - other.base) < _LINE * body


def _largest_cluster(places: list[float], width: float) -> int:
    """The most of ``places`` that lie within ``width`` points."""
    ordered = sorted(places)
    return max(bisect_right(ordered, place + width) - index for index, place in enumerate(ordered))


def _is_bulleted(items: list[Item]) -> bool:
    """A list of its own: a bullet (no number, no box to tick) begins most rows."""
    starts = [row[0].line for row in _rows(items, False)]
    bullets = sum(bool(line and (line.bullet or line.text[0] in BULLETS)) for line in starts)
    return bullets >= 2 and bullets > 0.5 * len(starts)


def _are_marginal(notes: list[Item], text: list[Item]) -> bool:
    """Notes in the margin: words in smaller type, at the height of few of the lines that they stand beside."""
    sizes = [item.line.size for item in text if item.line]
    if not sizes or 2 * len(notes) > len(text) or len(text) < 6:
        return False
    small = _MARGINAL * median(sizes)
    return all(item.line is not None and item.line.size <= small and _HAS_WORD.search(item.line.text) for item in notes)


def _is_prose(items: list[Item], body: float) -> bool:
    items = [item for item in items if not (item.line and item.line.text in BULLETS)] or items
    # Leaders are no words.
    lengths = [len(item.line.text.strip(_LEADERS)) if item.line else 40 for item in items]
    widths = [item.x1 - item.x0 for item in items]
    return median(lengths) >= _PROSE_CHARACTERS and median(widths) > 5 * body


def _aligned(few: list[Item], many: list[Item], body: float) -> float:
    """The share of rows of the smaller side that have a partner on the same baseline."""
    if len(few) > len(many):
        few, many = many, few
    bottoms = [item.y1 for item in many]
    hits = sum(_is_near(item.y1, bottoms, _LINE * body) for item in few)
    return hits / len(few)


def _row_count(items: list[Item]) -> int:
    count, bottom = 0, float("-inf")
    for item in sorted(items, key=lambda item: item.middle):
        if item.middle > bottom:
            count += 1
            bottom = item.middle + 0.5 * (item.y1 - item.y0)
    return count


def _rows(items: list[Item], rtl: bool) -> list[list[Item]]:
    """Items beside each other, rows from top to bottom. A block is a row of its own, after what stands before it."""
    level: list[list[Item]] = []
    base, size = 0.0, 0.0
    for item in sorted(items, key=lambda item: (item.base, item.x0)):
        if level and item.size and item.base - base < 0.3 * min(size, item.size):
            level[-1].append(item)
            continue
        level.append([item])
        base, size = item.base, item.size
    rows: list[list[Item]] = []
    for row in level:
        row.sort(key=lambda item: -item.x1 if rtl else item.x0)
        for is_line, group in itertools.groupby(row, key=lambda item: item.line is not None):
            beside = list(group)
            rows.extend([beside] if is_line else [[item] for item in beside])
    return rows
