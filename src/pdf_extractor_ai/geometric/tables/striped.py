"""Tables in which the cells of some rows have grounds side by side: the head's, or those of every second row."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pdf_extractor_ai.geometric.page import Fill, Line
from pdf_extractor_ai.geometric.tables.columns import split_row
from pdf_extractor_ai.geometric.tables.edges import Edge
from pdf_extractor_ai.geometric.tables.open_grid import Region
from pdf_extractor_ai.geometric.tables.pieces import Row, middle, row_base, visual_rows
from pdf_extractor_ai.geometric.tables.titles import is_title

_SAME = 0.6
# Between two grounds of one row, in points: the borders of a browser's cells.
_BETWEEN = 2.5
# Rows between two stripes are not much higher than these, and a head is not far from the first stripe.
_APART = 4.0
# A row is not much higher than the one with a ground.
_TALLER = 1.3
_LOW, _HIGH = 5.0, 120.0


class _Bar(NamedTuple):
    """Grounds side by side: their ends, top and bottom, and the borders between them."""

    x0: float
    y0: float
    x1: float
    y1: float
    borders: tuple[float, ...]


def striped_regions(fills: Sequence[Fill], flat: Sequence[Edge], lines: Sequence[Line]) -> list[Region]:
    """A region for every row of grounds, or stack of them, with other rows that keep to their columns; its borders
    part the columns. Where all rows have grounds they are a grid, which other rules find."""
    by_height = sorted(lines, key=middle)
    heights = [middle(line) for line in by_height]
    out: list[Region] = []
    for stack in _stacks(_bars(fills)):
        first, last = stack[0], stack[-1]
        separators = max((bar.borders for bar in stack), key=len)
        ends = first.x0, first.x1
        inside = by_height[bisect_left(heights, first.y0) : bisect_right(heights, last.y1)]
        inside = [line for line in inside if line.x1 > ends[0] and line.x0 < ends[1]]
        named = [line for line in inside if first.y0 < middle(line) < first.y1]
        if len({bisect_right(separators, (line.x0 + line.x1) / 2) for line in named}) < min(2, len(separators)):
            continue
        bare = [line for line in inside if not any(bar.y0 < middle(line) < bar.y1 for bar in stack)]
        if any(line.x0 < ends[0] - 4 or line.x1 > ends[1] + 4 for line in inside) or _runs_on(bare, separators):
            continue
        above = _between(by_height[: bisect_left(heights, first.y0)][-200:], ends)
        below = _between(by_height[bisect_right(heights, last.y1) :][:400], ends)
        tall = max(bar.y1 - bar.y0 for bar in stack)
        upper = _keep(visual_rows(above)[::-1], first.y0, ends, separators, tall) if len(stack) > 1 else []
        lower = _keep(visual_rows(below), last.y1, ends, separators, tall)
        more = [line for row in (*upper, *lower) for line in row]
        if not bare and not more:
            continue
        chosen = [*inside, *more]
        y0, y1 = min(first.y0, *(line.y0 for line in chosen)), max(last.y1, *(line.y1 for line in chosen))
        near = [edge for edge in flat if edge.start < ends[1] - 2 and edge.end > ends[0] + 2]
        rules = [edge for edge in near if y0 - 2 <= edge.pos <= y1 + 4]
        out.append(Region(ends[0], y0, ends[1], y1, chosen, rules, list(separators), striped=len(stack) > 2))
    return out


def _between(lines: Sequence[Line], ends: tuple[float, float]) -> list[Line]:
    return [line for line in lines if line.x1 > ends[0] and line.x0 < ends[1]]


def _keep(
    rows: Sequence[Row], start: float, ends: tuple[float, float], separators: Sequence[float], tall: float
) -> list[Row]:
    """The rows from the grounds outwards for as long as they keep to the columns and stand close.

    A lone piece in the first column, as a section's name, is kept where a row of several pieces follows it.
    """
    out: list[Row] = []
    pending: list[Row] = []
    last = start
    for row in rows:
        base, size = row_base(row), row[0].size
        pieces = split_row(row)
        if abs(base - last) > max(2.4 * size, _TALLER * tall) or is_title(row[0].text):
            break
        if any(line.x0 < ends[0] - 4 or line.x1 > ends[1] + 4 for line in row):
            break
        if any(piece.x0 < x - 2 and piece.x1 > x + 2 for piece in pieces for x in separators) or len(pending) > 4:
            break
        if len(pieces) == 1 and pieces[0].x1 < separators[0] + 2:
            pending.append(row)
        else:
            out += [*pending, row]
            pending = []
        last = base
    # The last lines of a label in the first column.
    for row in pending:
        if not out or abs(row_base(row) - row_base(out[-1])) > 1.4 * row[0].size:
            break
        out.append(row)
    return out


def _bars(fills: Sequence[Fill]) -> list[_Bar]:
    """The rows of two or more grounds of one colour that stand side by side."""
    rows: list[list[Fill]] = []
    for fill in sorted(fills, key=lambda fill: (round(fill.y0), round(fill.y1), fill.color, fill.x0)):
        last = rows[-1][-1] if rows else None
        if (
            last is not None
            and fill.color == last.color
            and abs(fill.y0 - last.y0) < _SAME
            and abs(fill.y1 - last.y1) < _SAME
            and -_SAME < fill.x0 - last.x1 < _BETWEEN
        ):
            rows[-1].append(fill)
        elif _LOW < fill.y1 - fill.y0 < _HIGH:
            rows.append([fill])
    return [
        _Bar(row[0].x0, row[0].y0, row[-1].x1, row[0].y1, tuple((a.x1 + b.x0) / 2 for a, b in pairwise(row)))
        for row in rows
        if len(row) > 1
    ]


def _stacks(bars: Sequence[_Bar]) -> list[list[_Bar]]:
    """Bars with the same ends, no border of one inside a column of the one with most borders, by height."""
    stacks: list[list[_Bar]] = []
    for bar in sorted(bars, key=lambda bar: bar.y0)[:400]:
        for stack in stacks:
            last = stack[-1]
            tall = max(last.y1 - last.y0, bar.y1 - bar.y0, 30.0)
            near = last.y1 - 1 <= bar.y0 < last.y1 + _APART * tall
            if near and abs(last.x0 - bar.x0) < 2 and abs(last.x1 - bar.x1) < 2 and _agree(last.borders, bar.borders):
                stack.append(bar)
                break
        else:
            stacks.append([bar])
    return stacks


def _agree(a: Sequence[float], b: Sequence[float]) -> bool:
    few, many = sorted((a, b), key=len)
    return all(any(abs(x - y) < 2 for y in many) for x in few)


def _runs_on(lines: Sequence[Line], separators: Sequence[float]) -> bool:
    """True when two rows without grounds reach over borders: text between things that only look alike."""
    return sum(1 for line in lines if any(line.x0 + 2 < x < line.x1 - 2 for x in separators)) > max(1, 0.1 * len(lines))
