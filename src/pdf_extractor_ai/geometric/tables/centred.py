"""Rows whose cells are centred on each other, as browsers set them: where one row ends and the next begins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.columns import Band, is_value
from pdf_extractor_ai.geometric.tables.pieces import row_base, visual_rows
from pdf_extractor_ai.geometric.tables.rows import is_hard

# Lines of one cell stand at most so much further apart than the closest ones; browsers round to whole pixels.
_WIDER = 1.1
_MAX_LEADING = 1.75  # ems
_LEAST_ROWS, _LEAST_WRAPPED = 3, 2
_CENTRED, _APART = 0.3, 0.35  # ems
_HARD = 0.15  # share of the lines that go on


def centred_groups(bands: Sequence[Band], widths: Sequence[float]) -> list[list[Band]] | None:
    """The bands in groups, one a row, where wrapped cells have the other cells of their row half-way down.

    ``widths`` is the room in each column. ``None`` where cells begin on one line, and where what stands under each
    other is values or rows of words: a label half-way down is their name.
    """
    if any(band.spans for band in bands):
        return None
    for ends in (_ends_by_leading(bands, len(widths)), _ends_by_labels(bands, len(widths))):
        groups = [list(bands[a:b]) for a, b in pairwise([0, *ends, len(bands)])]
        if len(groups) >= _LEAST_ROWS and _all_centred(groups, widths):
            return groups
    return None


def _bases(bands: Sequence[Band], col: int) -> list[float]:
    """The baselines of the lines of a column."""
    return [_base(band, col) for band in bands if col in band.cells]


def _base(band: Band, col: int) -> float:
    return row_base(band.cells[col])


def _ends_by_leading(bands: Sequence[Band], n_cols: int) -> list[int]:
    """The indices of the bands before which no column goes on at the leading of its lines."""
    steps = sorted(b - a for col in range(n_cols) for a, b in pairwise(_bases(bands, col)))
    if len(steps) < _LEAST_WRAPPED:
        return []
    leading = _WIDER * steps[len(steps) // 10]
    if leading > _MAX_LEADING * _WIDER * bands[0].size or steps[-1] <= leading:
        return []
    return [index for index in range(1, len(bands)) if not _goes_on(bands, index, leading)]


def _goes_on(bands: Sequence[Band], index: int, leading: float) -> bool:
    """True when a column has lines over and under the white before a band that stand as close as lines of a cell."""
    for col in {col for band in bands[max(0, index - 2) : index] for col in band.cells}:
        above = next(_base(band, col) for band in reversed(bands[:index]) if col in band.cells)
        below = next((_base(band, col) for band in bands[index : index + 3] if col in band.cells), None)
        if below is not None and below - above <= leading:
            return True
    return False


def _ends_by_labels(bands: Sequence[Band], n_cols: int) -> list[int]:
    """The indices of the bands that begin a row, where each label stands half-way down the lines of its row's text."""
    column = max(range(1, n_cols), key=lambda col: len(_bases(bands, col)))
    lines = [(index, _base(band, column)) for index, band in enumerate(bands) if column in band.cells]
    labels = [(index, _base(band, 0)) for index, band in enumerate(bands) if 0 in band.cells]
    out: list[int] = []
    first = 0
    for at, label in labels:
        last = first
        while last < len(lines) and (lines[first][1] + lines[last][1]) / 2 < label - _CENTRED * bands[0].size:
            last += 1
        if last == len(lines) or (lines[first][1] + lines[last][1]) / 2 > label + _CENTRED * bands[0].size:
            return []
        out.append(min(at, lines[first][0]))
        first = last + 1
    # Rows that may as well begin with their labels do so.
    begin = bool(labels) and labels[0][0] == 0 and all(column in bands[at].cells for at, _ in labels)
    return out[1:] if first == len(lines) and not begin else []


def _all_centred(groups: Sequence[Sequence[Band]], widths: Sequence[float]) -> bool:
    """True when every wrapped row has its cells centred on each other, and half of them not on its first line."""
    wrapped = lower = hard = on = 0
    for group in groups:
        cells = {col: [line for band in group for line in band.cells.get(col, ())] for col in range(len(widths))}
        stacks = {col: visual_rows(lines) for col, lines in cells.items() if lines}
        if max(map(len, stacks.values())) < 2:
            continue
        middles = [(row_base(rows[0]) + row_base(rows[-1])) / 2 for rows in stacks.values()]
        if max(middles) - min(middles) > _CENTRED * group[0].size:
            return False
        firsts = [row_base(rows[0]) for rows in stacks.values()]
        wrapped += len(stacks) > 1
        lower += max(firsts) - min(firsts) > _APART * group[0].size
        for col, rows in stacks.items():
            pairs = list(pairwise(rows))
            if any(is_value(_text(a)) and is_value(_text(b)) for a, b in pairs):
                return False
            hard += sum(is_hard(a, b[0], widths[col]) for a, b in pairs)
            on += len(pairs)
    return wrapped >= _LEAST_WRAPPED and 2 * lower >= wrapped and hard <= _HARD * on


def _text(row: Sequence[Line]) -> str:
    return " ".join(line.text for line in row)
