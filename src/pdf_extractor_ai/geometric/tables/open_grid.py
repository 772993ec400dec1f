"""The table in a region whose columns are parted by white space: rules across only, zebra rows, or none."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.centred import centred_groups
from pdf_extractor_ai.geometric.tables.columns import CELL_GAP, Band, find_separators, is_value, place_rows, split_row
from pdf_extractor_ai.geometric.tables.edges import Edge
from pdf_extractor_ai.geometric.tables.headers import header_bands, is_year, mark_headers
from pdf_extractor_ai.geometric.tables.levels import settle_levels
from pdf_extractor_ai.geometric.tables.model import Cell, Table
from pdf_extractor_ai.geometric.tables.option_lists import settled
from pdf_extractor_ai.geometric.tables.pieces import Row, bottom, reading_order, top, visual_rows
from pdf_extractor_ai.geometric.tables.rows import group_bands, inner_pitch, is_hard, room
from pdf_extractor_ai.geometric.tables.titles import is_table_title
from pdf_extractor_ai.geometric.tables.touching import parted_at, touching_separators

# With this share of rows that are a single line over the borders there are no columns; section rows are fewer.
_MOSTLY_OVER = 0.4
_MANY = 6  # rows


@dataclass(slots=True)
class Region:
    """A part of a page that may be a table: its lines and the rules across it (top to bottom).

    Where ``lines`` are parts of page lines, ``owned`` holds those and ``rest`` their other parts. ``headed`` says
    that names in bold stand over its columns, or that its rows speak for themselves; ``by_line`` that every line
    is a row, but for the further lines of a name; ``striped`` that every second row has a ground.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    lines: list[Line]
    rules: list[Edge] = field(default_factory=list)
    separators: list[float] | None = None
    owned: list[Line] = field(default_factory=list)
    rest: list[Line] = field(default_factory=list)
    headed: bool = False
    by_line: bool = False
    striped: bool = False

    def full(self, edge: Edge) -> bool:
        """True when a rule runs over nearly the whole width."""
        return min(edge.end, self.x1) - max(edge.start, self.x0) >= 0.85 * (self.x1 - self.x0)


def under_title(region: Region) -> Region:
    """The region from the title of a table on that stands in it, or the region itself: a frame may hold more."""
    first = min((line.baseline for line in region.lines), default=0.0)
    titles = [line for line in region.lines if is_table_title(line.text) and line.baseline > first + line.size]
    if not titles or region.owned:
        return region
    start = max(line.baseline for line in titles)
    lines = [line for line in region.lines if line.baseline > start + 1]
    x0, x1 = min((line.x0 for line in lines), default=region.x0), max((line.x1 for line in lines), default=region.x1)
    rules = [edge for edge in region.rules if edge.pos > start]
    return replace(region, x0=x0, x1=x1, y0=start, lines=lines, rules=rules, separators=None)


def open_table(region: Region, size: float) -> Table | None:
    """The table of a region, unjudged; ``None`` when its rows show no two columns."""
    rows = [split_row(row) for row in settled(visual_rows(region.lines))]
    separators = region.separators if region.separators is not None else find_separators(rows, size)
    if not separators or len(rows) < 2 or _runs_over(rows, separators):
        return None
    if more := touching_separators(rows, separators):
        rows = [[part for line in row for part in parted_at(line, more, separators)] for row in rows]
        separators = sorted((*separators, *more))
    bands = place_rows(rows, separators)
    bands, separators = _merge_stray(*_merge_apart(*_merge_empty(bands, separators)))
    n_cols = len(separators) + 1
    if n_cols < 2:
        return None
    inner = [edge for edge in region.rules if bands[0].base < edge.pos < bands[-1].base]
    full = [edge.pos for edge in inner if region.full(edge)]
    head = _header_end(bands, [edge for edge in inner if region.full(edge)], n_cols)
    if region.by_line:
        head = int(0 not in bands[0].cells)
    by_rules = region.striped or _ruled_rows(bands[head:], full)
    if not (full or by_rules or region.by_line) and (centred := centred_groups(bands, room(bands, n_cols))):
        n_head = bisect_right(list(accumulate(map(len, centred))), head)
        return _to_table(region, centred, n_head, n_cols, separators, centred=True)
    groups = _group_header(bands[:head], [edge for edge in inner if not region.full(edge)], separators)
    n_head = len(groups)
    body = bands[head:]
    widths = room(body, n_cols)
    centred = None if region.by_line or by_rules else centred_groups(body, widths)
    if region.by_line:
        groups += _by_line(body, widths[0])
    elif by_rules:
        groups += _group_by_rules(body, full)
    else:
        groups += centred or group_bands(body, widths, full, inner_pitch(body, widths))
    return _to_table(region, groups, n_head, n_cols, separators, centred=bool(centred))


def _runs_over(rows: Sequence[Row], separators: Sequence[float]) -> bool:
    """True when many rows are one line that runs over a border: text in which two gaps stand over each other."""
    alone = [row[0] for row in rows if len(row) == 1]
    over = sum(1 for line in alone if any(line.x0 + line.size < x < line.x1 - line.size for x in separators))
    return over >= max(2, _MOSTLY_OVER * len(rows))


def _header_end(bands: Sequence[Band], full: Sequence[Edge], n_cols: int) -> int:
    """How many bands stand above the rule under the header; without such a rule, what type and values tell."""
    told = header_bands(bands, n_cols)
    if not full:
        return told
    above = sum(1 for band in bands if band.base < full[0].pos)
    if not 0 < above < len(bands) or above > max(8, told) or _rows_of_values(bands[told:above], bands[above:]):
        return told
    if full[0].stroke or above == 1:
        return above
    # The first bar may lie under the second row: then only the first row over it is the header.
    return told if 0 < told <= above else 1


def _rows_of_values(bands: Sequence[Band], below: Sequence[Band]) -> bool:
    """True for rows as under a head, which is above the rule that ends them: labels with values beside them.

    Columns that hold words further ``below`` do so here.
    """
    words = {col for band in below for col, lines in band.cells.items() if not is_value(lines[0].text)}
    texts = [lines[0].text for band in bands for col, lines in band.cells.items() if col > 0 and col not in words]
    values = sum(is_value(text) and not is_year(text) for text in texts)
    return _stacked(bands) and bool(texts) and values >= 0.7 * len(texts)


def _ruled_rows(body: Sequence[Band], full: Sequence[float]) -> bool:
    """True when rules part the rows throughout."""
    if not body:
        return False
    inner = sum(1 for y in full if body[0].base < y < body[-1].base)
    if inner and all(_centred_label(group) for group in _between(body, full)):
        return True
    return inner >= 2 and inner + 1 >= 0.4 * len(body)


def _between(body: Sequence[Band], full: Sequence[float]) -> list[list[Band]]:
    """The bands between one rule and the next."""
    groups: dict[int, list[Band]] = {}
    for band in body:
        groups.setdefault(bisect_right(full, band.base), []).append(band)
    return [groups[key] for key in sorted(groups)]


def _centred_label(group: Sequence[Band]) -> bool:
    """True when the first column's few lines stand half-way down the more lines of another column."""
    labels = [band for band in group if 0 in band.cells]
    if not labels or len(group) < 3 or len(group) <= 2 * len(labels):
        return False
    middle = (labels[0].base + labels[-1].base) / 2
    return abs(middle - (group[0].base + group[-1].base) / 2) < 0.6 * group[0].size


def _group_by_rules(body: Sequence[Band], full: Sequence[float]) -> list[list[Band]]:
    out: list[list[Band]] = []
    for group in map(_label_first, _between(body, full)):
        # Rules may part groups of rows: a value in every line of a column makes every line a row.
        out += [[band] for band in group] if _stacked(group) else [group]
    return out


def _by_line(body: Sequence[Band], width: float) -> list[list[Band]]:
    """A group for every band; a lone name that begins with a small letter goes on with the name above it.

    ``width`` is the room for names: under one with values beside it the first word must have had none left.
    """
    out: list[list[Band]] = []
    for band in body:
        above = out[-1][-1].cells if out else {}
        small = 0 in band.cells and 0 in above and band.cells[0][0].text[:1].islower()
        lone = set(above) == {0} or (
            set(band.cells) == {0} and small and not is_hard(above[0], band.cells[0][0], width)
        )
        if small and lone:
            out[-1].append(band)
        else:
            out.append([band])
    return out


def _label_first(group: Sequence[Band]) -> list[Band]:
    """The group with a lone label that stands half-way down its rows of values put into the first of them."""
    labels = [band for band in group if 0 in band.cells]
    rows = [band for band in group if set(band.cells) != {0}]
    if len(labels) != 1 or len(rows) < 2 or not _stacked(rows) or labels[0] is group[0]:
        return list(group)
    centre = (group[0].base + group[-1].base) / 2
    if abs(labels[0].base - centre) > 0.3 * labels[0].size:
        return list(group)
    rows[0].cells = {0: labels[0].cells.pop(0), **rows[0].cells}
    return rows


def _stacked(bands: Sequence[Band]) -> bool:
    """True when each of several lines has company and a value, in one column at least in all of them."""
    if len(bands) < 2 or any(len(band.cells) < 2 for band in bands):
        return False
    common = set.intersection(*(set(band.cells) for band in bands))
    return any(all(is_value(band.cells[col][0].text) for band in bands) for col in common)


def _group_header(bands: Sequence[Band], partial: Sequence[Edge], separators: Sequence[float]) -> list[list[Band]]:
    """Header bands in levels: a rule under a spanning name, or the spanning piece itself, ends a level."""
    if not bands:
        return []
    _span_by_rules(bands, partial, separators)
    levels: list[list[Band]] = [[]]
    for index, band in enumerate(bands):
        levels[-1].append(band)
        if index + 1 == len(bands):
            break
        ruled = any(band.base < edge.pos < bands[index + 1].base for edge in partial)
        if ruled or (band.spans and not bands[index + 1].spans):
            levels.append([])
    return levels


def _span_by_rules(bands: Sequence[Band], partial: Sequence[Edge], separators: Sequence[float]) -> None:
    """A short rule under a header name says which columns the name spans."""
    for edge in partial:
        above = [band for band in bands if band.base < edge.pos + 1]
        if not above:
            continue
        band = above[-1]
        first = bisect_right(separators, edge.start + 1)
        last = bisect_right(separators, edge.end - 1)
        if last <= first:
            continue
        for other in above:
            inside = [col for col in other.cells if first <= col <= last and other.base > band.base - 2 * band.size]
            if len(inside) == 1:
                col = inside[0]
                lines = other.cells.pop(col)
                other.spans.pop(col, None)
                other.cells[first] = lines
                other.spans[first] = last - first + 1
        inside = [col for col in band.cells if first <= col <= last]
        pieces = sorted((line for col in inside for line in band.cells[col]), key=lambda line: line.x0)
        # A name that the borders under it cut.
        if len(inside) > 1 and all(b.x0 - a.x1 < CELL_GAP * a.size for a, b in pairwise(pieces)):
            for col in inside:
                del band.cells[col]
                band.spans.pop(col, None)
            band.cells[first], band.spans[first] = pieces, last - first + 1


def _merge_empty(bands: list[Band], separators: list[float]) -> tuple[list[Band], list[float]]:
    """Columns that hold nothing, or only currency signs, go to their neighbour on the right."""
    n_cols = len(separators) + 1
    dead: list[int] = []
    for col in range(n_cols):
        texts = [" ".join(line.text for line in band.cells[col]) for band in bands if col in band.cells]
        if not texts or (col + 1 < n_cols and all(text.strip() in ("$", "€", "£", "¥", "US$") for text in texts)):
            dead.append(col)
    if not dead:
        return bands, separators
    keep = [col for col in range(n_cols) if col not in dead]
    if not keep:
        return bands, []
    target = {col: next((new for new, old in enumerate(keep) if old >= col), len(keep) - 1) for col in range(n_cols)}
    for band in bands:
        cells: dict[int, list[Line]] = {}
        spans: dict[int, int] = {}
        for col in sorted(band.cells):
            cells.setdefault(target[col], []).extend(band.cells[col])
            end = target[min(col + band.spans.get(col, 1) - 1, n_cols - 1)]
            if end > target[col]:
                spans[target[col]] = end - target[col] + 1
        band.cells, band.spans = cells, spans
    return bands, [separators[old - 1] for old in keep[1:]]


def _merge_apart(bands: list[Band], separators: list[float]) -> tuple[list[Band], list[float]]:
    """A name in the middle of a column and values at its edge, in no row beside each other, are one column.

    Browsers set the names of columns so by default. Only when all names without values and all values without a
    name come in pairs it is plain which belong together.
    """
    n_cols = len(separators) + 1
    rows = [{index for index, band in enumerate(bands) if col in band.cells} for col in range(n_cols)]
    name, value = [used == {0} for used in rows], [0 not in used for used in rows]
    if len(bands) < 3 or not any(name) or any(band.spans for band in bands):
        return bands, separators
    paired: list[int] = []
    unnamed = value[0] and sum(value) == sum(name) + 1  # what the rows are called needs no name
    for col in range(int(unnamed), n_cols):
        if (paired and paired[-1] == col) or not (name[col] or value[col]):
            continue
        if col + 1 == n_cols or not ((name[col] and value[col + 1]) or (value[col] and name[col + 1])):
            return bands, separators
        paired.append(col + 1)
    for band in bands:
        band.cells = {col - sum(other <= col for other in paired): lines for col, lines in sorted(band.cells.items())}
    return bands, [x for index, x in enumerate(separators, 1) if index not in paired]


def _merge_stray(bands: list[Band], separators: list[float]) -> tuple[list[Band], list[float]]:
    """The last column goes to the one before where it has no name and one line only: words of a line set wide."""
    last = len(separators)
    filled = [band for band in bands if last in band.cells]
    if last < 2 or len(bands) < _MANY or len(filled) != 1 or filled[0] is bands[0] or last - 1 not in filled[0].cells:
        return bands, separators
    head = bands[0].cells
    if set(head) != set(range(last)) or not all(lines[0].style.bold for lines in head.values()):
        return bands, separators
    filled[0].cells[last - 1] += filled[0].cells.pop(last)
    return bands, separators[:-1]


def _to_table(
    region: Region,
    groups: Sequence[Sequence[Band]],
    n_head: int,
    n_cols: int,
    separators: Sequence[float],
    *,
    centred: bool = False,
) -> Table:
    cells: list[Cell] = []
    for row, group in enumerate(groups):
        made: dict[int, Cell] = {}
        for band in group:
            for col in sorted(band.cells):
                cell = made.get(col)
                if cell is None:
                    cell = made[col] = Cell(row, col)
                    cells.append(cell)
                cell.lines += band.cells[col]
                cell.col_span = max(cell.col_span, band.spans.get(col, 1))
        _fix_row(made, n_cols)
    for cell in cells:
        cell.lines = reading_order(cell.lines)
    cells = [cell for cell in cells if cell.lines]
    settle_levels(cells, n_head, n_cols)
    lines = region.lines
    table = Table(
        min(region.x0, min(line.x0 for line in lines)), min(top(line) for line in lines),
        max(region.x1, max(line.x1 for line in lines)), max(bottom(line) for line in lines),
        len(groups), n_cols, cells, col_edges=(region.x0, *separators, region.x1), lines=list(region.owned or lines),
        rest=list(region.rest), centred=centred,
    )  # fmt: skip
    mark_headers(cells, table.n_rows, n_cols, n_head)
    return table


def _fix_row(made: dict[int, Cell], n_cols: int) -> None:
    """Spans end before the next filled cell of the row."""
    cols = sorted(made)
    for col, after in zip(cols, [*cols[1:], n_cols], strict=True):
        made[col].col_span = max(1, min(made[col].col_span, after - col))
