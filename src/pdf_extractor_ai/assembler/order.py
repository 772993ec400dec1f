"""Newspaper order: pages, then bands, then columns, then top to bottom.

Items that reach over a gutter cut their page into bands; in each band the left edges of wide items tell the
columns. On pages in right-to-left scripts all is mirrored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pdf_extractor_ai.report import Box

WIDE = 0.18
"""Items from this share of the page width on open a column."""

GAP = 0.12
"""Left edges that are further apart than this share of the page width belong to different columns."""

MAX_COLUMNS = 3

_REACH = 0.04  # an item meets another one when they share this much of the page width


@dataclass(frozen=True, slots=True)
class Placed:
    """What the order is made from: page, box (``None``: unknown), whether the text runs right to left."""

    page: int | None
    box: Box | None
    rtl_letters: int = 0
    letters: int = 0


def column_centers(lefts: Sequence[float], page_width: float) -> list[float]:
    """The mean left edge of each column, ascending, at most three; ``[0.0]`` when there is nothing to go by."""
    if not lefts or page_width <= 0:
        return [0.0]
    clusters: list[list[float]] = []
    for left in sorted(lefts):
        if clusters and (left - clusters[-1][-1] <= GAP * page_width or len(clusters) == MAX_COLUMNS):
            clusters[-1].append(left)
        else:
            clusters.append([left])
    return [sum(cluster) / len(cluster) for cluster in clusters]


def column_count(lefts: Sequence[float], page_width: float) -> int:
    """The number of columns that these left edges make."""
    return len(column_centers(lefts, page_width))


def column_index(left: float, centers: Sequence[float]) -> int:
    """The column whose centre is nearest to ``left``; of two the one further left."""
    return min(range(len(centers)), key=lambda index: (abs(left - centers[index]), index))


def reading_order(items: Sequence[Placed], widths: dict[int, float]) -> list[int]:
    """Indices of ``items`` in reading order; ``widths`` holds page number -> page width in points.

    An item without a box follows the item before it, wherever that one goes.
    """
    places = _places(items, widths)
    last: tuple[float, ...] = (1, 0, 0, 0.0, 0.0)
    waiting = 0
    keys: list[tuple[float, ...]] = []
    for index in range(len(items)):
        place = places.get(index)
        if place is None:
            waiting += 1
        else:
            last, waiting = place, 0
        keys.append((*last, waiting, index))
    return sorted(range(len(items)), key=keys.__getitem__)


def _places(items: Sequence[Placed], widths: dict[int, float]) -> dict[int, tuple[float, ...]]:
    """Index -> (page, band, column, top, left) of each item with a box."""
    by_page: dict[int, dict[int, Box]] = {}
    for index, item in enumerate(items):
        if item.page is not None and item.box is not None:
            by_page.setdefault(item.page, {})[index] = item.box
    places: dict[int, tuple[float, ...]] = {}
    for page, boxes in by_page.items():
        width = widths.get(page, 0.0)
        if _runs_leftwards([items[index] for index in boxes]):
            boxes = {index: (width - b[2], b[1], width - b[0], b[3]) for index, b in boxes.items()}
        for index, (band, column) in _bands(boxes, width).items():
            box = boxes[index]
            places[index] = (page, band, column, box[1], box[0])
    return places


def _runs_leftwards(items: Sequence[Placed]) -> bool:
    return 2 * sum(item.rtl_letters for item in items) > sum(item.letters for item in items)


def _bands(boxes: dict[int, Box], width: float) -> dict[int, tuple[int, int]]:
    """Index -> (band, column); even bands lie between the cutting items, which have the odd ones."""
    cuts = sorted(_bridges(boxes, width), key=lambda index: (_middle(boxes[index]), boxes[index][0], index))
    found: dict[int, tuple[int, int]] = {index: (2 * rank + 1, 0) for rank, index in enumerate(cuts)}
    bands: dict[int, list[int]] = {}
    for index, box in boxes.items():
        if index not in found:
            band = 2 * sum(_middle(boxes[cut]) <= _middle(box) for cut in cuts)
            bands.setdefault(band, []).append(index)
    for band, members in bands.items():
        lefts = [boxes[i][0] for i in members if width > 0 and boxes[i][2] - boxes[i][0] >= WIDE * width]
        centers = column_centers(lefts, width)
        for index in members:
            found[index] = (band, column_index(boxes[index][0], centers))
    return found


def _bridges(boxes: dict[int, Box], width: float) -> list[int]:
    """Items that reach over a gutter: two others, above or below, lie wholly side by side within their reach.

    One with a wide item beside it reaches over some columns only, and does not cut the page.
    """
    if width <= 0:
        return []
    found = []
    for index, box in boxes.items():
        others = [other for key, other in boxes.items() if key != index]
        met = [other for other in others if _meets(box, other, width)]
        over = met and min(other[2] for other in met) <= max(other[0] for other in met)
        if over and sum(_beside(box, other, width) for other in others) <= (box[3] - box[1]) / 2:
            found.append(index)
    return found


def _meets(box: Box, other: Box, width: float) -> bool:
    reach = _REACH * width
    across = min(box[2], other[2]) - max(box[0], other[0]) > reach
    return across and (other[3] <= box[1] + reach or other[1] >= box[3] - reach)


def _beside(box: Box, other: Box, width: float) -> float:
    """The height that a wide item shares with ``box``, beside which it stands; 0 for any other."""
    apart = min(box[2], other[2]) <= max(box[0], other[0])
    if not apart or other[2] - other[0] < WIDE * width:
        return 0.0
    return max(0.0, min(box[3], other[3]) - max(box[1], other[1]))


def _middle(box: Box) -> float:
    return (box[1] + box[3]) / 2
