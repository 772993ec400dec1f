"""Lines and areas across the page that end the columns above them and begin those below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

# A divider is as wide as this share of the text; the white that goes with it is this near (em).
_ACROSS, _NEAR = 0.7, 2.0
_LEAST = 4  # items on each side
_WIDE = 0.55  # of the text's width: a title over columns

Divider = tuple[float, float, float]
"""A line across the page, or the middle of what is painted across it: left, height, right."""


class Placed(Protocol):
    """What has a box on the page."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def middle(self) -> float:
        """Vertical centre in points."""
        ...


P = TypeVar("P", bound=Placed)


def divided(
    items: list[P], body: float, dividers: Sequence[Divider], gutter: Callable[[list[P]], float | None]
) -> list[list[P]]:
    """The items cut where a divider runs across the gutter of two columns that stand above and below it.

    ``dividers`` come from top to bottom, ``gutter`` finds the place between two columns, ``body`` is the text's size.
    """
    for index, (left, y, right) in enumerate(dividers):
        width = max(item.x1 for item in items) - min(item.x0 for item in items)
        if right - left < _ACROSS * width or (cut := _white_near(items, y, _NEAR * body)) is None:
            continue
        above, below = [item for item in items if item.middle < cut], [item for item in items if item.middle >= cut]
        if len(above) < _LEAST or len(below) < _LEAST:
            continue
        gutters = [gutter(_under_title(part)) for part in (above, below)]
        if all(x is not None and left < x < right for x in gutters):
            return [above, *divided(below, body, dividers[index + 1 :], gutter)]
    return [items]


def _under_title(items: list[P]) -> list[P]:
    """The items without the wide or lone lines that stand over the columns."""
    ordered = sorted(items, key=lambda item: item.y0)
    wide = max(item.x1 for item in items) - min(item.x0 for item in items)
    while len(ordered) > _LEAST and (
        ordered[0].x1 - ordered[0].x0 > _WIDE * wide or ordered[0].y1 <= ordered[1].y0 - 1
    ):
        ordered.pop(0)
    return ordered


def _white_near(items: Sequence[Placed], y: float, reach: float) -> float | None:
    """The middle of the highest strip near ``y`` that no item crosses."""
    best: tuple[float, float] | None = None
    bottom = None
    for item in sorted(items, key=lambda item: item.y0):
        if bottom is not None and item.y0 > bottom and bottom - reach < y < item.y0 + reach:
            best = max(best or (0.0, 0.0), (item.y0 - bottom, (item.y0 + bottom) / 2))
        bottom = item.y1 if bottom is None else max(bottom, item.y1)
    return best[1] if best else None
