"""Tables known by their header alone: names over a rule or on a coloured bar, and the rows that follow under them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.columns import is_value, split_row
from pdf_extractor_ai.geometric.tables.edges import Edge
from pdf_extractor_ai.geometric.tables.open_grid import Region
from pdf_extractor_ai.geometric.tables.pieces import Row, middle, row_base, visual_rows
from pdf_extractor_ai.geometric.tables.titles import is_title

_GAP = 0.9
_CLOSE = 0.32
_MAX_STEP = 2.7
# After some rows the next may stand further off, at so many times their distance: raised marks make a row higher.
_ALIKE = 1.2
# A column of the same table is no further off than this, in ems.
_BESIDE = 8.0
# Labels left of the names: in how many rows below they are looked for, how many at least, and of how many words.
_BODY, _LEAST_LABELS, _WORDS = 8, 3, 4


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
        if _values_outside(multi, edge, by_height[start : start + 800]):
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


def _values_outside(rows: Sequence[Row], edge: Edge, lines: Sequence[Line]) -> bool:
    """True when the rows go on with values beside the rule: it underlines a sum of a wider table, not its head."""
    heights = {round(row_base(row)) for row in rows}
    reach = _BESIDE * rows[0][0].size
    beside = {
        round(line.baseline)
        for line in lines
        if (edge.end + 4 < line.x0 < edge.end + reach or edge.start - reach < line.x1 < edge.start - 4)
        and is_value(line.text)
    }
    return len(heights) > 3 and len(heights & beside) > 0.6 * len(heights)


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
        if kept and len(split_row(row, _GAP)) < 2 and not _name_above(row[0], kept[0], edge):
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


def _name_above(line: Line, row: Row, edge: Edge) -> bool:
    """True when a lone piece over a header row is part of a name, not a heading or the end of a text."""
    same = any(_look(line) == _look(other) for other in row)
    return same and line.width < 0.5 * edge.length and row_base(row) - line.baseline < 1.5 * line.size


def _look(line: Line) -> tuple[float, bool, int]:
    style = line.style
    return round(style.size, 1), style.bold, style.color


def bold_header_regions(
    flat: Sequence[Edge], lines: Sequence[Line], gutters: Sequence[tuple[float, float, float]]
) -> list[Region]:
    """A region for every row of bold names with two or more plain rows in their columns below, and no rule.

    ``gutters`` are the strips between columns of running text: x, top, bottom; no table reaches over one.
    """
    rows = visual_rows(lines)
    out: list[Region] = []
    covered = float("-inf")
    for index, row in enumerate(rows):
        base = row_base(row)
        if base < covered or not all(line.style.bold for line in row):
            continue
        for names in _side_by_side(row, base, gutters):
            region = _under_bold(names, rows, index, gutters, flat)
            if region is not None:
                region.rules = [
                    edge
                    for edge in flat
                    if region.y0 - 2 <= edge.pos <= region.y1 + 4 and edge.start < region.x1 and edge.end > region.x0
                ]
                out.append(region)
                covered = region.y1
    return out


def _side_by_side(row: Row, base: float, gutters: Sequence[tuple[float, float, float]]) -> list[Row]:
    """The row cut at the gutters of its height."""
    walls = [x for x, low, high in gutters if low <= base <= high]
    parts: dict[int, Row] = {}
    for line in row:
        parts.setdefault(sum(1 for x in walls if x < line.x0), []).append(line)
    return [parts[key] for key in sorted(parts)]


def _under_bold(
    names: Row,
    rows: Sequence[Row],
    index: int,
    gutters: Sequence[tuple[float, float, float]],
    flat: Sequence[Edge],
) -> Region | None:
    header = [names]
    pieces = split_row(names, _GAP)
    base, size = row_base(names), names[0].size
    if len(pieces) < 2 or any(len(piece.text) > 40 or is_value(piece.text) for piece in pieces):
        return None
    walls = [x for x, low, high in gutters if low <= base <= high]
    left = max([x for x in walls if x < names[0].x0], default=float("-inf"))
    right = min([x for x in walls if x > names[-1].x0], default=float("inf"))
    after = index + 1
    # A name of two lines: bold pieces under the names, and nothing else in the row.
    while after < len(rows) and row_base(rows[after]) - row_base(header[-1]) < 1.6 * size:
        own = [line for line in rows[after] if left < line.x0 < right]
        if not own or not all(line.style.bold and _under_one(line, pieces) for line in own):
            break
        header.append(own)
        after += 1
    below = [line for row in rows[after : after + 200] for line in row if left < line.x0 < right]
    if not below:
        return None
    start = _begin(names, row_base(header[-1]), below, flat)
    reach = max(line.x1 for line in below if line.x0 > start - 2) if any(line.x0 > start - 2 for line in below) else 0.0
    edge = Edge(row_base(header[-1]) + 0.3 * size, start, max(reach, names[-1].x1) + 4, False)
    body = rows_below(header, edge, below)
    multi = [row for row in body if len(split_row(row, _GAP)) >= 2]
    plain = sum(1 for row in multi if not row[-1].style.bold)
    if not multi or plain < 0.6 * len(multi) or not _in_columns(pieces, multi):
        return None
    if len(multi) == 1 and not _begins_alike(pieces, split_row(multi[0], _GAP)):
        return None
    chosen = [line for row in (*header, *body) for line in row]
    y0, y1 = min(line.y0 for line in chosen), max(line.baseline for line in chosen)
    return Region(start, y0, max(line.x1 for line in chosen), y1, chosen, headed=True)


def _begin(names: Row, base: float, below: Sequence[Line], flat: Sequence[Edge]) -> float:
    """Where a table begins: left of its bold names also where a rule right under them or a column of labels does."""
    start, size = names[0].x0 - 4, names[0].size
    for edge in flat:
        if base < edge.pos < base + size and edge.start < start and edge.end > names[-1].x0:
            return edge.start
    rows = [row for row in visual_rows(below) if any(names[0].x0 - 4 < line.x0 < names[-1].x1 for line in row)]
    labels = [row[0] for row in rows[:_BODY]]
    right = max((line.x1 for line in labels), default=0.0)
    if len(labels) < _LEAST_LABELS or not 0 < names[0].x0 - right < _BESIDE * size:
        return start
    words = sorted(len(line.text.split()) for line in labels)
    at_one = max(line.x0 for line in labels) - min(line.x0 for line in labels) < 0.1 * size
    return labels[0].x0 - 4 if at_one and words[len(words) // 2] <= _WORDS else start


def _begins_alike(names: Sequence[Line], pieces: Sequence[Line]) -> bool:
    """True when all pieces of a single row but one begin where names do: labels of a drawing are centred."""
    hits = sum(1 for piece in pieces if any(abs(piece.x0 - name.x0) < 0.15 * name.size for name in names))
    return len(pieces) >= 2 and hits >= max(2, len(pieces) - 1)


def _under_one(line: Line, pieces: Sequence[Line]) -> bool:
    return sum(1 for piece in pieces if line.x0 < piece.x1 and line.x1 > piece.x0) == 1


def _in_columns(names: Sequence[Line], rows: Sequence[Row]) -> bool:
    """True when the rows' pieces begin, end or centre where the names do, in two columns or more."""
    met: set[int] = set()
    hits = total = 0
    for row in rows:
        for piece in split_row(row, _GAP):
            total += 1
            slack = 0.4 * piece.size
            for number, name in enumerate(names):
                if (
                    abs(piece.x0 - name.x0) < slack
                    or abs(piece.x1 - name.x1) < slack
                    or abs(piece.x0 + piece.x1 - name.x0 - name.x1) < 2 * slack
                ):
                    hits += 1
                    met.add(number)
                    break
    return len(met) >= 2 and hits >= 0.6 * total


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
        most = max(_MAX_STEP * size, _ALIKE * step_seen if len(out) >= _LEAST_LABELS else 0.0)
        if step > most or (out and step_seen and step > 2.2 * max(step_seen, size)):
            break
        if any(line.x0 < edge.start - 4 or line.x1 > edge.end + 4 for line in row):
            break
        pieces = split_row(row, _GAP)
        if any(_covers_two(piece, names) and not _closer_set(piece, names) for piece in pieces):
            break
        # A lone piece that stands further off than rows do so far begins what follows the table.
        aside = pieces[0].x0 > names[0][1] and not is_title(pieces[0].text)
        if len(pieces) == 1 and out and step > (1.5 if aside else 1.25) * max(step_seen, 1.45 * size):
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


def _closer_set(piece: Line, names: Sequence[tuple[float, float]]) -> bool:
    """True when what reaches over two names is cells a little more than a word space apart, one under each."""
    parts = split_row([piece], _CLOSE)
    return 1 < len(parts) <= len(names) and not any(_covers_two(part, names) for part in parts)


def _covers_two(piece: Line, names: Sequence[tuple[float, float]]) -> bool:
    """True when a piece reaches well into the room of two names: text that knows nothing of the columns."""
    slack = 0.3 * piece.size
    return sum(1 for low, high in names if piece.x0 < high - slack and piece.x1 > low + slack) >= 2
