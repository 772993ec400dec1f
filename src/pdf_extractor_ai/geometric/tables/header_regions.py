"""Tables known by their header alone: names over a rule or on a coloured bar, and the rows that follow under them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.columns import split_row
from pdf_extractor_ai.geometric.tables.edges import Edge
from pdf_extractor_ai.geometric.tables.open_grid import Region
from pdf_extractor_ai.geometric.tables.pieces import Row, middle, row_base, visual_rows

_GAP = 0.9
_MAX_STEP = 2.7


def header_regions(flat: Sequence[Edge], lines: Sequence[Line]) -> list[Region]:
    """A region for every rule with two or more names above it and two or more rows in their columns below."""
    by_height = sorted(lines, key=middle)
    heights = [middle(line) for line in by_height]
    out: list[Region] = []
    covered = float("-inf")
    for edge in sorted(flat):
        if edge.length < 60 or edge.pos < covered:
            continue
        size = by_height[0].size if by_height else 10.0
        near = by_height[bisect_left(heights, edge.pos - 3.5 * size) : bisect_right(heights, edge.pos + 1)]
        above = [line for line in near if line.x0 >= edge.start - 4 and line.x1 <= edge.end + 4]
        header = _header_above(above, edge)
        if header is None:
            continue
        start = bisect_left(heights, edge.pos - 0.5)
        body = rows_below(header, edge, by_height[start : start + 800])
        multi = [row for row in body if len(row) >= 2]
        if len(multi) < 2 and not (multi and edge.stroke and _under_names(header, multi[0])):
            continue
        inside = [
            line for line in by_height[max(0, start - 400) : start] if edge.start < line.x1 and line.x0 < edge.end
        ]
        header = [*_rows_above(header, body, edge, inside), *header]
        chosen = [line for row in header for line in row] + [line for row in body for line in row]
        y0, y1 = min(line.y0 for line in chosen), max(line.baseline for line in chosen)
        rules = [
            rule for rule in flat if y0 - 4 <= rule.pos <= y1 + 6 and rule.start < edge.end and rule.end > edge.start
        ]
        out.append(Region(edge.start, y0, edge.end, y1, chosen, rules))
        covered = y1
    return out


def _under_names(header: Sequence[Row], row: Row) -> bool:
    """True when every piece of the only row begins where a name begins."""
    starts = [piece.x0 for piece in split_row(header[-1], _GAP)]
    return len(row) == len(starts) and all(
        abs(line.x0 - x) < 0.3 * line.size for line, x in zip(row, starts, strict=True)
    )


def _header_above(lines: Sequence[Line], edge: Edge) -> list[Row] | None:
    """The rows of names right above a rule, the lowest within two ems of it."""
    rows = visual_rows(lines)
    kept: list[Row] = []
    below = edge.pos
    for row in reversed(rows):
        if below - row_base(row) > 1.9 * row[0].size:
            break
        if kept and len(split_row(row, _GAP)) < 2 and len(kept) >= 1 and row[0].width > 0.5 * edge.length:
            break
        kept.insert(0, row)
        below = row_base(row)
    if not kept or max(len(split_row(row, _GAP)) for row in kept) < 2:
        return None
    pieces = [piece for row in kept for piece in split_row(row, _GAP)]
    # The names stretch over most of the rule; a running head's rule has its text at the ends only.
    if sum(piece.width for piece in pieces) > 0 and all(len(piece.text) <= 60 for piece in pieces):
        return kept
    return None


def rows_below(header: Sequence[Row], edge: Edge, lines: Sequence[Line]) -> list[Row]:
    """The visual rows under a header for as long as they keep to its columns, as the page's own lines."""
    names = _columns(header)
    out: list[Row] = []
    last = edge.pos
    step_seen = 0.0
    inside = [line for line in lines if line.x1 > edge.start - 2 and line.x0 < edge.end + 2]
    for row in visual_rows(inside):
        base = row_base(row)
        size = row[0].size
        step = base - last
        if step > _MAX_STEP * size or (out and step_seen and step > 2.2 * step_seen):
            break
        if any(line.x0 < edge.start - 4 or line.x1 > edge.end + 4 for line in row):
            break
        pieces = split_row(row, _GAP)
        if any(_covers_two(piece, names) for piece in pieces):
            break
        # A lone piece that stands further off than rows do so far begins what follows the table.
        if len(pieces) == 1 and out and step > 1.25 * max(step_seen, 1.45 * size):
            break
        if out:
            step_seen = max(step_seen, step)
        out.append(row)
        last = base
    first = [row[0] for row in out if len(row) >= 2]
    styles = {line.style for line in first}
    while out and len(out[-1]) == 1 and first and out[-1][0].x0 <= names[0][1] and out[-1][0].style not in styles:
        out.pop()
    return out


def _rows_above(header: list[Row], body: Sequence[Row], edge: Edge, lines: Sequence[Line]) -> list[Row]:
    """Rows over the supposed header that keep its columns and the rows' distance: the rule was no header rule."""
    names = _columns(header)
    pitches = sorted(row_base(b) - row_base(a) for a, b in pairwise([*header, *body]))
    pitch = max(pitches[len(pitches) // 2], 1.2 * header[0][0].size)
    out: list[Row] = []
    top = row_base(header[0])
    for row in reversed(visual_rows(lines)):
        base = row_base(row)
        if base > top - 0.5:
            continue
        pieces = split_row(row, _GAP)
        if top - base > 1.35 * pitch or len(pieces) < 2 or any(_covers_two(piece, names) for piece in pieces):
            break
        if any(line.x0 < edge.start - 4 or line.x1 > edge.end + 4 for line in row):
            break
        out.insert(0, row)
        top = base
    return out


def _columns(header: Sequence[Row]) -> list[tuple[float, float]]:
    """The extents of the header's columns: names that overlap are one column."""
    spans = sorted((piece.x0, piece.x1) for row in header[-1:] for piece in split_row(row, _GAP))
    for row in header[:-1]:
        for piece in split_row(row, _GAP):
            if sum(1 for a, b in spans if piece.x0 < b and piece.x1 > a) <= 1:
                spans.append((piece.x0, piece.x1))
    spans.sort()
    out: list[tuple[float, float]] = []
    for low, high in spans:
        if out and low < out[-1][1]:
            out[-1] = (out[-1][0], max(high, out[-1][1]))
        else:
            out.append((low, high))
    return out


def _covers_two(piece: Line, names: Sequence[tuple[float, float]]) -> bool:
    """True when a piece reaches well into the room of two names: text that knows nothing of the columns."""
    slack = 0.3 * piece.size
    return sum(1 for low, high in names if piece.x0 < high - slack and piece.x1 > low + slack) >= 2
