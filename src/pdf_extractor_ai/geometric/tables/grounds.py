"""Grounds and thin strokes as the eye sees them: those that lie unseen on one of their own colour are left out."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from pdf_extractor_ai.geometric.page import Fill, Note, Page, Rule

# A background narrower than this is a cell's, a wider one may be a row's or a whole block's.
_BAR = 100.0
# The ground of a paragraph is narrower than that of its cell by the padding, in points at both sides together.
_PADDING = 16.0
_SLACK = 0.6
# The sides of a box to tick are no further from the field, in points.
_TICK = 2.5


def cell_grounds(page: Page) -> list[Fill]:
    """Backgrounds that can belong to cells: not the page's own, and not a drawing's confetti."""
    area = page.width * page.height
    uprights = sorted((rule for rule in page.rules if not rule.horizontal), key=_place)
    return [
        fill
        for fill in whole_grounds(without_inner(page.fills), uprights)
        if (fill.x1 - fill.x0) * (fill.y1 - fill.y0) < 0.7 * area and fill.y1 - fill.y0 > 3 and fill.x1 - fill.x0 > 3
    ]


def without_inner(fills: Sequence[Fill]) -> list[Fill]:
    """The grounds without those that lie on one of their own colour and of about their width.

    A word processor paints a cell, then every paragraph in it. Cells on the ground of a whole row are narrower and
    stay, for they tell the columns.
    """
    inner: set[int] = set()
    around: dict[int, list[Fill]] = defaultdict(list)
    for index in sorted(range(len(fills)), key=lambda i: (fills[i].y0, -fills[i].y1, fills[i].x0, -fills[i].x1)):
        fill = fills[index]
        open_ones = [other for other in around[fill.color] if other.y1 > fill.y0]
        if any(_lies_on(fill, other) for other in open_ones):
            inner.add(index)
        else:
            open_ones.append(fill)
        around[fill.color] = open_ones
    return [fill for index, fill in enumerate(fills) if index not in inner]


def _lies_on(fill: Fill, other: Fill) -> bool:
    inside = (
        fill.x0 >= other.x0 - _SLACK
        and fill.x1 <= other.x1 + _SLACK
        and fill.y0 >= other.y0 - _SLACK
        and fill.y1 <= other.y1 + _SLACK
    )
    return inside and (other.x1 - other.x0) - (fill.x1 - fill.x0) <= _PADDING


def seen_rules(page: Page) -> list[Rule]:
    """The rules without those that the eye takes for none.

    These are the rims of grounds drawn in strokes of the ground's own colour, and the sides of boxes to tick.
    """
    grounds: dict[int, list[Fill]] = defaultdict(list)
    for fill in page.fills:
        grounds[fill.color].append(fill)
    boxes = [note for note in page.notes if note.kind == "checkbox"]
    return [
        rule
        for rule in page.rules
        if not any(_on_ground(rule, fill) for fill in grounds.get(rule.color, ()))
        and not any(_side_of(rule, box) for box in boxes)
    ]


def _side_of(rule: Rule, box: Note) -> bool:
    inside = rule.x0 > box.x0 - _TICK and rule.x1 < box.x1 + _TICK
    return inside and rule.y0 > box.y0 - _TICK and rule.y1 < box.y1 + _TICK


def _on_ground(rule: Rule, fill: Fill) -> bool:
    half = rule.thickness / 2
    x0, x1 = (rule.x0, rule.x1) if rule.horizontal else (rule.x0 - half, rule.x1 + half)
    y0, y1 = (rule.y0 - half, rule.y1 + half) if rule.horizontal else (rule.y0, rule.y1)
    across, along = fill.y1 - fill.y0, fill.x1 - fill.x0
    if (across if rule.horizontal else along) < 4 * rule.thickness:
        return False
    return x0 >= fill.x0 - _SLACK and x1 <= fill.x1 + _SLACK and y0 >= fill.y0 - _SLACK and y1 <= fill.y1 + _SLACK


def whole_grounds(fills: Sequence[Fill], uprights: Sequence[Rule] = ()) -> list[Fill]:
    """Bars of one width and colour that touch are one ground, drawn line by line; cells side by side stay.

    Narrow bars may be cells one below the other, unless ``uprights`` at both sides run on past them: then they are
    lines of one cell.
    """
    beside = Counter((round(fill.y0, 1), round(fill.y1, 1)) for fill in fills)
    out: list[Fill] = []
    last: dict[tuple[float, float, int], int] = {}
    for fill in sorted(fills, key=lambda fill: (fill.y0, fill.x0)):
        key = (round(fill.x0), round(fill.x1), fill.color)
        before = last.get(key)
        alone = beside[round(fill.y0, 1), round(fill.y1, 1)] == 1 and (
            fill.x1 - fill.x0 > _BAR or _in_one_cell(fill, uprights)
        )
        if alone and before is not None and -0.3 < fill.y0 - out[before].y1 < 0.6:
            out[before] = replace(out[before], y1=fill.y1)
            continue
        if alone:
            last[key] = len(out)
        out.append(fill)
    return out


def _in_one_cell(fill: Fill, uprights: Sequence[Rule]) -> bool:
    """True when strokes run on past the ground at both sides; ``uprights`` by rising x."""
    return _passed(fill, uprights, fill.x0 - _PADDING, fill.x0) and _passed(fill, uprights, fill.x1, fill.x1 + _PADDING)


def _passed(fill: Fill, uprights: Sequence[Rule], low: float, high: float) -> bool:
    near = uprights[bisect_left(uprights, low, key=_place) : bisect_right(uprights, high, key=_place)]
    return any(rule.y0 < fill.y0 + _SLACK and rule.y1 > fill.y1 - _SLACK for rule in near)


def _place(rule: Rule) -> float:
    return rule.x0
