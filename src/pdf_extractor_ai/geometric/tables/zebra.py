"""Tables whose rows are told by background bars of one width, with or without bare rows between them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from pdf_extractor_ai.geometric.page import Fill, Line
from pdf_extractor_ai.geometric.tables.columns import find_separators, split_row
from pdf_extractor_ai.geometric.tables.edges import Edge
from pdf_extractor_ai.geometric.tables.grounds import whole_grounds, without_inner
from pdf_extractor_ai.geometric.tables.open_grid import Region
from pdf_extractor_ai.geometric.tables.pieces import Row, middle, row_base, visual_rows
from pdf_extractor_ai.geometric.tables.titles import is_title


def zebra_regions(fills: Sequence[Fill], flat: Sequence[Edge], lines: Sequence[Line], size: float) -> list[Region]:
    """A region for every stack of two or more bars with rows of two or more columns in and between them."""
    by_height = sorted(lines, key=middle)
    heights = [middle(line) for line in by_height]
    out: list[Region] = []
    for stack in _stacks(whole_grounds(without_inner(fills))):
        x0, x1 = stack[0].x0, stack[0].x1
        inside = [
            line
            for line in by_height[bisect_left(heights, stack[0].y0) : bisect_right(heights, stack[-1].y1)]
            if line.x1 > x0 and line.x0 < x1
        ]
        if any(line.x0 < x0 - 4 or line.x1 > x1 + 4 for line in inside):
            continue
        rows = visual_rows(inside)
        for part in _parted(rows, find_separators([split_row(row) for row in rows], size)):
            separators = find_separators([split_row(row) for row in part], size)
            low, high = row_base(part[0]), row_base(part[-1])
            bars = [fill for fill in stack if fill.y1 > low - size and fill.y0 < high]
            if not separators or not bars:
                continue
            top, bottom = min(bars[0].y0, low - size), max(bars[-1].y1, high)
            above = by_height[max(0, bisect_left(heights, top) - 200) : bisect_left(heights, top)]
            below = by_height[bisect_right(heights, bottom) :][:200]
            upper = _keep(reversed(visual_rows(above)), top, (x0, x1), separators)
            lower = _keep(visual_rows(below), bottom, (x0, x1), separators)
            chosen = [line for row in (*upper, *part, *lower) for line in row]
            y0, y1 = min(line.y0 for line in chosen), max(line.y1 for line in chosen)
            rules = [
                edge for edge in flat if y0 - 2 <= edge.pos <= y1 + 4 and edge.start < x1 - 2 and edge.end > x0 + 2
            ]
            out.append(Region(x0, y0, x1, y1, chosen, rules))
    return out


def _parted(rows: Sequence[Row], separators: Sequence[float]) -> list[list[Row]]:
    """The rows cut where running text or code reaches over the columns; parts without two rows of cells fall out."""
    if not separators:
        return []
    parts: list[list[Row]] = [[]]
    for row in rows:
        over = any(piece.x0 < x - 2 and piece.x1 > x + 2 for piece in split_row(row) for x in separators)
        if over and len(row) == 1:
            parts.append([])
        else:
            parts[-1].append(row)
    if len(parts) <= 1 + 0.1 * len(rows):
        # A few rows over all columns are section rows of one table.
        return [list(rows)]
    return [part for part in parts if sum(1 for row in part if len(split_row(row)) > 1) >= 2]


def _stacks(fills: Sequence[Fill]) -> list[list[Fill]]:
    """Bars with the same two ends, none much further from the next than they are high."""
    stacks: list[list[Fill]] = []
    for fill in sorted(fills, key=lambda fill: fill.y0):
        if fill.x1 - fill.x0 < 60 or fill.y1 - fill.y0 < 5:
            continue
        for stack in stacks:
            last = stack[-1]
            tall = max(last.y1 - last.y0, fill.y1 - fill.y0, 30.0)
            if (
                abs(last.x0 - fill.x0) < 2
                and abs(last.x1 - fill.x1) < 2
                and last.y1 - 1 <= fill.y0 < last.y1 + 4 * tall
            ):
                stack.append(fill)
                break
        else:
            if len(stacks) < 100:
                stacks.append([fill])
    return [stack for stack in stacks if len(stack) >= 2]


def _keep(rows: Iterable[Row], start: float, ends: tuple[float, float], separators: Sequence[float]) -> list[Row]:
    """Rows from the stack outwards for as long as they keep to the columns and stand close."""
    out: list[Row] = []
    last = start
    for row in rows:
        row = [line for line in row if line.x1 > ends[0] and line.x0 < ends[1]]
        if not row:
            continue
        base, size = row_base(row), row[0].size
        if abs(base - last) > 2.4 * size or is_title(row[0].text):
            break
        if any(line.x0 < ends[0] - 4 or line.x1 > ends[1] + 4 for line in row):
            break
        pieces = split_row(row)
        if any(piece.x0 < x - 2 and piece.x1 > x + 2 for piece in pieces for x in separators):
            break
        if len(pieces) == 1 and pieces[0].x1 < separators[0] and abs(base - last) > 1.5 * size:
            break
        out.append(row)
        last = base
    return out
