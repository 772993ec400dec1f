"""Visual rows -> rows of the table: which lines only go on with the cell above."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.columns import Band, is_value

# Lines of one cell stand no further apart than this, in ems from baseline to baseline.
_MAX_LEADING = 1.75
_WIDER = 1.18
# In a table of at least so many lines, of which no more lack a label, a line without one ends a cell.
_MANY, _RARE = 6, 0.25
_CLOSE = 1.4
_LABELS = 3


def group_bands(
    bands: Sequence[Band], widths: Sequence[float], breaks: Sequence[float] = (), pitch: float | None = None
) -> list[list[Band]]:
    """The bands in groups, one group a table row.

    ``widths`` is the room in each column, ``breaks`` the heights of rules across. ``pitch`` is the largest
    leading inside a cell where leading alone tells rows apart (see `inner_pitch`).
    """
    groups: list[list[Band]] = []
    bare = sum(1 for band in bands if 0 not in band.cells)
    labelled = len(bands) >= _MANY and bare <= _RARE * len(bands)
    for index, band in enumerate(bands):
        after = bands[index + 1] if index + 1 < len(bands) else None
        if groups and (
            (labelled and _lone_end(groups[-1], band, breaks))
            or _goes_on(groups[-1], band, after, widths, breaks, pitch)
        ):
            groups[-1].append(band)
        else:
            groups.append([band])
    return groups


def labelled_groups(bands: Sequence[Band], widths: Sequence[float]) -> list[list[Band]]:
    """The bands in groups, one for every label of the first column that begins on one line with what stands beside it.

    ``[]`` unless there are three such labels: where only the head is ruled off, the labels tell the rows.
    """
    starts = [index for index, band in enumerate(bands) if 0 in band.cells]
    starts = [
        at for at in starts if not at or 0 not in bands[at - 1].cells or _begins(bands[at - 1], bands[at], widths)
    ]
    if len(starts) < _LABELS or starts[0] or len(starts) == len(bands):
        return []
    if any(len(bands[index].cells) < 2 or bands[index].spans for index in starts):
        return []
    return [list(bands[a:b]) for a, b in itertools.pairwise([*starts, len(bands)])]


def _begins(above: Band, band: Band, widths: Sequence[float]) -> bool:
    """True when a band right under another begins a row: a line ends early above it, or no cell is in mid-sentence."""
    return _any_hard(above, band, widths) or not any(_lower(lines[0]) for lines in band.cells.values())


def is_flow(bands: Sequence[Band], widths: Sequence[float]) -> bool:
    """True when most lines begin in mid-sentence under one that had no room for their first word: texts side by side.

    ``widths`` is the room in each column. White between some of the lines parts rows.
    """
    steps = [b.base - a.base for a, b in itertools.pairwise(bands)]
    if max(steps) > _WIDER * min(steps):
        return False
    on = count = 0
    for a, b in itertools.pairwise(bands):
        for col in a.cells.keys() & b.cells.keys():
            below = b.cells[col][0]
            on += _lower(below) and not is_hard(a.cells[col], below, widths[col])
            count += 1
    return on > 0.5 * count


def inner_pitch(bands: Sequence[Band], widths: Sequence[float]) -> float | None:
    """The leading inside cells when it is clearly smaller than that between rows, else ``None``.

    Two leadings may also be rows and groups of rows; lines that would have fitted behind the line above them
    show that the smaller one parts rows.
    """
    pairs = [(b.base - a.base, a, b) for a, b in itertools.pairwise(bands)]
    if len(pairs) < 2:
        return None
    steps = sorted(step for step, _, _ in pairs)
    small = steps[max(0, len(steps) // 10)]
    large = [step for step in steps if step > _WIDER * small]
    if not large or small > _MAX_LEADING * bands[0].size:
        return None
    limit = small * (1 + _WIDER) / 2
    close = [(a, b) for step, a, b in pairs if step <= limit]
    hard = sum(1 for a, b in close if _any_hard(a, b, widths))
    soft = sum(1 for a, b in close if not _any_hard(a, b, widths))
    return limit if soft and hard <= 0.15 * len(close) else None


def _any_hard(a: Band, b: Band, widths: Sequence[float]) -> bool:
    common = [col for col in b.cells if col in a.cells]
    return any(is_hard(a.cells[col], b.cells[col][0], widths[col]) for col in common)


def _goes_on(
    group: list[Band],
    band: Band,
    after: Band | None,
    widths: Sequence[float],
    breaks: Sequence[float],
    pitch: float | None,
) -> bool:
    last = group[-1]
    step = band.base - last.base
    if any(last.base - 0.2 * last.size < y < band.base - 0.3 * band.size for y in breaks):
        return False
    if pitch is not None:
        return step <= pitch
    if step > _MAX_LEADING * max(band.size, last.size):
        return False
    if band.spans or last.spans:
        return False
    filled = {col for part in group for col in part.cells}
    soft = 0
    for col, lines in band.cells.items():
        above = next((part.cells[col] for part in reversed(group) if col in part.cells), None)
        if above is None:
            continue
        if is_hard(above, lines[0], widths[col]):
            return False
        soft += 1
    if not soft:
        return False
    new = [col for col in band.cells if col not in filled]
    if new:
        return _label_ends_below(group, band, after)
    if 0 not in band.cells:
        return True
    if len(band.cells) > 1:
        return False
    return _label_goes_on(group, band, after)


def _lone_end(group: list[Band], band: Band, breaks: Sequence[float]) -> bool:
    """True for the one wrapped cell of a row, where all rows have a label: its line stands alone under the cell."""
    if len(band.cells) != 1 or 0 in band.cells or band.spans:
        return False
    (col, lines), last = next(iter(band.cells.items())), group[-1]
    if band.base - last.base > _CLOSE * band.size or any(last.base < y < band.base for y in breaks):
        return False
    # Where lines run from the right, labels stand in the last column.
    return col in last.cells and col not in last.spans and not is_value(lines[0].text) and not lines[0].rtl


def _label_ends_below(group: list[Band], band: Band, after: Band | None) -> bool:
    """A wrapped first column whose values stand on its last line."""
    if any(set(part.cells) != {0} for part in group) or 0 not in band.cells:
        return False
    first, here = group[-1].cells[0][0], band.cells[0][0]
    # Under a section's name the rows that follow share the indent; a wrapped label's next row goes back.
    indented = here.x0 > group[0].cells[0][0].x0 + 0.4 * here.size
    if first.text.endswith(":") or (indented and not _lower(here) and _not_back(here, after)):
        return False
    return first.style.bold == here.style.bold and (
        _lower(here) or here.x0 > group[0].cells[0][0].x0 + 0.4 * here.size or here.x0 >= first.x0 - 0.3 * here.size
    )


def _not_back(here: Line, after: Band | None) -> bool:
    """True when the next row with values begins where this one does, or further in."""
    if after is None or len(after.cells) < 2 or 0 not in after.cells:
        return False
    return after.cells[0][0].x0 > here.x0 - 0.2 * here.size


def _label_goes_on(group: list[Band], band: Band, after: Band | None) -> bool:
    """A wrapped first column whose values stand on its first line."""
    first, here = group[0].cells.get(0), band.cells[0][0]
    if not first:
        return False
    # A name that ends in a colon is whole; so is one over another with rows still further in.
    deeper = after is not None and 0 in after.cells and after.cells[0][0].x0 > here.x0 + 0.2 * here.size
    alone = all(set(part.cells) == {0} for part in group)
    if alone and not _lower(here) and (first[-1].text.endswith(":") or deeper):
        return False
    return _lower(here) or here.x0 > first[0].x0 + 0.4 * here.size or first[-1].text.endswith("-")


def _lower(line: Line) -> bool:
    return line.text[:1].islower() or line.text[:1] in "(&/"


def is_hard(pieces: Sequence[Line], below: Line, width: float) -> bool:
    """True when the line break must be meant: a value, or the next word would have fitted above.

    A line that is set wide to fill the column comes in several ``pieces``.
    """
    above = pieces[-1]
    if is_value(above.text) and is_value(below.text):
        return True
    if above.text.endswith(("-", ",", "\u00ad")) and _lower(below):
        return False
    end = below.text.find(" ")
    word = (
        (below.xs[end] - below.x0)
        if end > 0 and not below.rtl
        else below.width * ((end if end > 0 else len(below.text)) / max(1, len(below.text)))
    )
    return width - (above.x1 - pieces[0].x0) > word + (2.2 if _lower(below) else 0.45) * above.size


def room(bands: Sequence[Band], n_cols: int) -> list[float]:
    """The widest piece of every column, those that span several left out."""
    widths = [0.0] * n_cols
    for band in bands:
        for col, lines in band.cells.items():
            if band.spans.get(col, 1) == 1:
                widths[col] = max(widths[col], lines[-1].x1 - lines[0].x0)
    return widths
