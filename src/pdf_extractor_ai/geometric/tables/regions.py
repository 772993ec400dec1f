"""Where tables without upright rules may stand: between rules of one width, or where rows align."""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.columns import is_value, split_row
from pdf_extractor_ai.geometric.tables.edges import Edge
from pdf_extractor_ai.geometric.tables.model import Table
from pdf_extractor_ai.geometric.tables.open_grid import Region
from pdf_extractor_ai.geometric.tables.option_lists import settled
from pdf_extractor_ai.geometric.tables.pieces import Row, middle, row_base, split_at, visual_rows, word_spans
from pdf_extractor_ai.geometric.tables.prose import Prose
from pdf_extractor_ai.geometric.tables.titles import has_heading, is_title

_SAME_END = 5.0
_SHORTEST = 40.0
# Two rules further apart than this are the page's own; a table of that height has one below its head.
_LONGEST = 500.0
# A rule under the names adds so much to the distance of rows, in ems.
_UNDER_RULE = 0.9
# A name of several columns has no more characters.
_NAME = 40
# So many columns do not begin under words by chance.
_SURE = 4
# Rows of sums are looked for so far under the last rule, in ems.
_FOOT = 12.0


def ruled_regions(flat: Sequence[Edge], lines: Sequence[Line]) -> list[Region]:
    """Regions between rules of equal extent, top to bottom; short rules inside go with them."""
    strokes = [edge for edge in flat if edge.stroke and edge.length >= _SHORTEST]
    by_height = sorted(lines, key=middle)
    heights = [middle(line) for line in by_height]
    out: list[Region] = []
    for chain in chains(strokes):
        start = 0
        for index in range(1, len(chain) + 1):
            if index < len(chain) and _stretch_ok(chain[index - 1], chain[index], by_height, heights):
                continue
            if index - start >= 2:
                out.append(_region(chain[start:index], flat, by_height, heights))
            start = index
    return out


def chains(strokes: Sequence[Edge]) -> list[list[Edge]]:
    """Edges with the same two ends, by height."""
    chains: list[list[Edge]] = []
    for edge in sorted(strokes):
        for chain in chains:
            last = chain[-1]
            if abs(last.start - edge.start) <= _SAME_END and abs(last.end - edge.end) <= _SAME_END:
                chain.append(edge)
                break
        else:
            if len(chains) < 200:
                chains.append([edge])
    return [chain for chain in chains if len(chain) >= 2]


def _between(
    upper: float, lower: float, x0: float, x1: float, by_height: Sequence[Line], heights: Sequence[float]
) -> list[Line]:
    found = by_height[bisect_left(heights, upper) : bisect_right(heights, lower)]
    return [line for line in found if line.x1 > x0 and line.x0 < x1]


def _stretch_ok(upper: Edge, lower: Edge, by_height: Sequence[Line], heights: Sequence[float]) -> bool:
    """True when what stands between two rules may be rows of a table."""
    found = _between(upper.pos, lower.pos, upper.start, upper.end, by_height, heights)
    if not found:
        return lower.pos - upper.pos < 30
    rows = [split_row(row, 0.9) for row in visual_rows(found)]
    if lower.pos - upper.pos > _LONGEST or has_heading(rows) or any(is_title(row[0].text) for row in rows):
        return False
    width = upper.length
    wide = [
        len(row) == 1
        and row[0].width > 0.6 * width
        and len(row[0].text) > 40
        and row[0].x0 < upper.start + 0.15 * width
        for row in rows
    ]
    # Two full lines on each other in the middle are a text between tables.
    parted = any(a and b for a, b in itertools.pairwise(wide[1:-1]))
    if sum(wide) >= 2 and (parted or sum(wide) > 0.3 * len(rows)):
        return False
    multi = sum(1 for row in rows if len(row) >= 2)
    if not multi:
        return _label_beside_text(rows) or (len(rows) <= 2 and lower.pos - upper.pos < 4 * rows[0][0].size)
    edges = [row_base(row) for row in rows]
    bounds = [upper.pos, *edges, lower.pos]
    return max(b - a for a, b in itertools.pairwise(bounds)) < 5 * rows[0][0].size


def _label_beside_text(rows: Sequence[Row]) -> bool:
    """True when a short label stands left of a text and between its lines, as where cells are centred on each other."""
    starts = sorted(row[0].x0 for row in rows)
    right = [row[0] for row in rows if row[0].x0 > starts[0] + 4 * row[0].size]
    left = [row[0] for row in rows if row[0].x0 <= starts[0] + row[0].size]
    if len(left) + len(right) != len(rows) or not 0 < len(left) < len(right):
        return False
    low, high = right[0].baseline, right[-1].baseline
    beside = all(low < line.baseline < high and line.x1 < min(other.x0 for other in right) for line in left)
    return beside and abs(left[0].baseline + left[-1].baseline - low - high) < right[0].size


def _region(chain: Sequence[Edge], flat: Sequence[Edge], by_height: Sequence[Line], heights: Sequence[float]) -> Region:
    x0, x1 = min(edge.start for edge in chain), max(edge.end for edge in chain)
    y0, y1 = chain[0].pos, chain[-1].pos
    found = _between(y0, y1, x0, x1, by_height, heights)
    inside = [line for line in found if line.x0 >= x0 - 6 and line.x1 <= x1 + 6]
    rules = [edge for edge in flat if y0 - 1 <= edge.pos <= y1 + 1 and edge.start < x1 - 2 and edge.end > x0 + 2]
    return Region(x0, y0, x1, y1, inside, rules)


@dataclass(slots=True)
class _Segment:
    """Pieces of one visual row between walls of prose."""

    pieces: Row
    base: float
    size: float

    @property
    def x0(self) -> float:
        return self.pieces[0].x0

    @property
    def x1(self) -> float:
        return max(piece.x1 for piece in self.pieces)


def _segments(lines: Sequence[Line], prose: Prose, gap: float, origin: dict[int, Line]) -> list[_Segment]:
    """The visual rows cut at running text and at the gutters between columns of running text.

    ``origin`` gets the page's own line for the ``id`` of every piece.
    """
    gutters = prose.widened()
    segments: list[_Segment] = []
    for row in settled(visual_rows(lines)):
        base = row_base(row)
        walls = [x for x, low, high in gutters if low <= base <= high and not any(p.x0 < x < p.x1 for p in row)]
        current: Row = []
        for line in [*row, None]:
            parted = current and line is not None and any(current[-1].x1 <= x + 3 and line.x0 >= x - 3 for x in walls)
            if line is None or parted or id(line) in prose.ids:
                if current:
                    segments.append(_Segment(current, row_base(current), current[0].size))
                current = []
            if line is not None and id(line) not in prose.ids:
                parts = split_row([line], gap)
                origin.update((id(part), line) for part in parts)
                current.extend(parts)
    return segments


def aligned_regions(lines: Sequence[Line], prose: Prose, gap: float = 0.95) -> list[Region]:
    """Regions of three or more rows whose pieces align in two or more columns, with single pieces among them."""
    origin: dict[int, Line] = {}
    segments = _segments(lines, prose, gap, origin)
    parts: dict[int, list[Line]] = {}
    for segment in segments:
        for piece in segment.pieces:
            parts.setdefault(id(origin[id(piece)]), []).append(piece)
    out: list[Region] = []
    used: set[int] = set()
    for index, segment in enumerate(segments):
        if index in used or len(segment.pieces) < 2:
            continue
        members = _grow(segments, index, used)
        multi = [i for i in members if len(segments[i].pieces) >= 2]
        if len(multi) < 3:
            continue
        used.update(members)
        chosen = [segments[i] for i in members]
        pieces = {id(piece): piece for segment in chosen for piece in segment.pieces}
        owned = {id(origin[key]): origin[key] for key in pieces}
        region = Region(
            min(s.x0 for s in chosen),
            chosen[0].base - chosen[0].size,
            max(s.x1 for s in chosen),
            chosen[-1].base + 0.3 * chosen[-1].size,
            list(pieces.values()),
        )
        region.owned = list(owned.values())
        region.rest = [part for key in owned for part in parts[key] if id(part) not in pieces]
        out.append(region)
    return out


def _grow(segments: Sequence[_Segment], start: int, used: set[int]) -> list[int]:
    """Indices of the segments that go on with the columns of the first, down the page."""
    members = [start]
    last = start
    x0, x1 = segments[start].x0, segments[start].x1
    pending: list[int] = []
    for index in range(start + 1, min(start + 400, len(segments))):
        segment = segments[index]
        if segment.base - segments[(pending or members)[-1]].base > 2.6 * segment.size:
            break
        if index in used or segment.x1 < x0 - segment.size or segment.x0 > x1 + segment.size:
            continue
        if len(segment.pieces) >= 2 and (
            _aligned(segments[last], segment) or any(_aligned(segments[i], segment) for i in members[-4:-1])
        ):
            members += [*pending, index]
            pending, last = [], index
            x0, x1 = min(x0, segment.x0), max(x1, segment.x1)
        else:
            pending.append(index)
            wide = [i for i in pending[-2:] if segments[i].x1 - segments[i].x0 > 0.7 * (x1 - x0)]
            # Two full lines on each other are a text that parts two tables.
            if len(pending) > 5 or (len(wide) == 2 and len(segment.pieces) == 1):
                break
    return members


def _aligned(a: _Segment, b: _Segment) -> bool:
    """True when two rows share at least two columns, by left, right or middle."""
    slack = 0.35 * b.size
    hits = 0
    for piece in b.pieces:
        for other in a.pieces:
            if (
                abs(piece.x0 - other.x0) < slack
                or abs(piece.x1 - other.x1) < slack
                or abs(piece.x0 + piece.x1 - other.x0 - other.x1) < 2 * slack
            ):
                hits += 1
                break
    return hits >= 2 and hits >= 0.5 * min(len(a.pieces), len(b.pieces))


def with_head(region: Region, lines: Sequence[Line], table: Table) -> Region | None:
    """The region with the rows right over it that keep to its columns, as names do; ``None`` when there are none.

    A row over the names may hold names of several columns each.
    """
    first = min(line.baseline for line in region.lines)
    size = region.lines[0].size
    own = {id(line) for line in (*region.lines, *region.owned)}
    above = [line for line in lines if id(line) not in own and first - 6 * size < line.baseline < first - 0.5 * size]
    above = [line for line in above if line.x1 > table.col_edges[0] and line.x0 < table.col_edges[-1]]
    usual, columns = _step(region, size), _extents(table)
    head: list[Row] = []
    names: list[Row] = []
    for row in reversed(visual_rows(above)):
        ruled = any(row_base(row) < edge.pos < first and region.full(edge) for edge in region.rules)
        if first - row_base(row) > usual + ruled * _UNDER_RULE * size or is_title(row[0].text) or len(head) == 3:
            break
        pieces = _at_columns(split_row(row), table.col_edges[1:-1], columns)
        if any(abs(piece.size - size) > 1.5 for piece in pieces) or not _name_columns(pieces, columns, bool(head)):
            break
        head.append(row)
        names.append(pieces)
        first = row_base(row)
    while names and len(names[-1]) == 1 and names[-1][0].x0 < table.col_edges[1]:
        del head[-1], names[-1]
    if not any(len(row) > 1 for row in names):
        return None
    added = [piece for row in names for piece in row]
    owned = [*(region.owned or region.lines), *(line for row in head for line in row)]
    return replace(region, y0=first - size, lines=[*added, *region.lines], owned=owned)


def _at_columns(row: Row, borders: Sequence[float], columns: Sequence[tuple[float, float]]) -> Row:
    """The row cut between words, where every part then begins, ends or is centred as its column is; else the row.

    Names stand a word space apart where the last is as wide as its column. In two or three columns words of a text may
    do so by chance, those of a bold line hardly.
    """
    words = [word for line in row if not line.rtl for word in word_spans(line)]
    gaps = [(right, left) for (_, _, _, right), (_, _, left, _) in itertools.pairwise(words)]
    walls: list[float] = []
    for border, (_, end), (begin, _) in zip(borders, columns, columns[1:], strict=False):
        slack = 0.25 * row[0].size
        begins = [gap for gap in gaps if abs(gap[1] - begin) < slack]
        found = begins or [gap for gap in gaps if abs(gap[0] - end) < slack or gap[0] < border < gap[1]]
        walls += [sum(gap) / 2 for gap in found[:1]]
    parts = [part for line in row for part in split_at(line, walls)]
    sure = len(columns) >= _SURE or all(line.style.bold for line in row)
    whole = sure and len(parts) == len(columns)
    return parts if whole and all(_at_one(*pair) for pair in zip(parts, columns, strict=True)) else row


def _at_one(piece: Line, column: tuple[float, float]) -> bool:
    (low, high), slack = column, 0.25 * piece.size
    return abs(piece.x0 - low) < slack or abs(piece.x1 - high) < slack or abs(piece.x0 + piece.x1 - low - high) < slack


def with_foot(region: Region, lines: Sequence[Line], table: Table) -> Region | None:
    """The region with the rows right under its last rule that keep to its columns of values, as sums do.

    ``None`` where no rule ends it or nothing of that kind stands there.
    """
    last, size = max(line.baseline for line in region.lines), region.lines[0].size
    if not any(last < edge.pos < last + 1.5 * size and region.full(edge) for edge in region.rules):
        return None
    below = [line for line in lines if last + 0.5 * size < line.baseline < last + _FOOT * size]
    below = [line for line in below if line.x1 > region.x0 and line.x0 < region.x1]
    step, columns = _step(region, size) + _UNDER_RULE * size, _extents(table)
    foot: list[Line] = []
    for row in visual_rows(below):
        if row_base(row) - last > step or not _row_of_values(split_row(row), columns):
            break
        foot += row
        last, step = row_base(row), _step(region, size)
    if not foot:
        return None
    owned = [*region.owned, *foot] if region.owned else []
    return replace(region, y1=last + 0.3 * size, lines=[*region.lines, *foot], owned=owned)


def _step(region: Region, size: float) -> float:
    """How far apart two rows of a region are at most."""
    bases = [row_base(row) for row in visual_rows(region.lines)]
    steps = sorted(b - a for a, b in itertools.pairwise(bases))
    return max(1.7 * size, 1.1 * steps[len(steps) // 2] if steps else 0.0)


def _row_of_values(pieces: Row, columns: Sequence[tuple[float, float]]) -> bool:
    """True when the pieces stand in columns of their own, and those behind a label are values."""
    under = [[col for col, (low, high) in enumerate(columns) if piece.x0 < high and piece.x1 > low] for piece in pieces]
    if len(pieces) < 2 or any(len(cols) != 1 for cols in under) or len({cols[0] for cols in under}) < len(pieces):
        return False
    behind = [piece for piece, cols in zip(pieces, under, strict=True) if cols[0] > 0]
    return bool(behind) and all(is_value(piece.text) for piece in behind)


def _extents(table: Table) -> list[tuple[float, float]]:
    """Left and right end of what stands in each column."""
    out = [(float("inf"), float("-inf"))] * table.n_cols
    for cell in table.cells:
        if cell.col_span == 1 and cell.lines:
            low, high = out[cell.col]
            out[cell.col] = min(low, *(line.x0 for line in cell.lines)), max(high, *(line.x1 for line in cell.lines))
    return out


def _name_columns(pieces: Row, columns: Sequence[tuple[float, float]], over_names: bool) -> bool:
    """True when each piece stands over columns of its own: over one, or over several where names stand below."""
    last = -1
    for piece in pieces:
        under = [col for col, (low, high) in enumerate(columns) if piece.x0 + 1 < high and piece.x1 - 1 > low]
        if under and under[0] <= last:
            return False
        if len(under) > 1 and not (over_names and len(pieces) > 1 and len(piece.text) <= _NAME):
            return False
        last = under[-1] if under else last
    return True


def with_names(region: Region, lines: Sequence[Line], table: Table) -> Region | None:
    """The region with the row right over it that has one name for each column, in order; ``None`` without such a row.

    Spreadsheets set names to the left and numbers to the right of a cell, so that the two may not overlap.
    """
    first = min(line.baseline for line in region.lines)
    size = region.lines[0].size
    rows = visual_rows(line for line in lines if first - 2.2 * size < line.baseline < first - 0.5 * size)
    if not rows or table.n_cols < 2:
        return None
    names = split_row(rows[-1])
    columns: list[list[Line]] = [[] for _ in range(table.n_cols)]
    for cell in table.cells:
        if cell.col_span == 1:
            columns[cell.col] += cell.lines
    if len(names) != table.n_cols or not all(columns) or any(is_value(name.text) for name in names):
        return None
    rights = [max(name.x1, *(line.x1 for line in column)) for name, column in zip(names, columns, strict=True)]
    lefts = [min(name.x0, *(line.x0 for line in column)) for name, column in zip(names, columns, strict=True)]
    gaps = list(zip(rights, lefts[1:], strict=False))
    if any(left - right < 0.1 * size for right, left in gaps) or region.x0 - lefts[0] > 8 * size:
        return None
    owned = [*region.owned, *rows[-1]] if region.owned else []
    separators = [(right + left) / 2 for right, left in gaps]
    added = [*rows[-1], *region.lines]
    x0, x1 = min(region.x0, lefts[0]), max(region.x1, rights[-1])
    return replace(region, x0=x0, y0=first - 2 * size, x1=x1, lines=added, owned=owned, separators=separators)
