"""Charts told by their axis: numbers that fall in even steps down the page, with strokes or areas beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pdf_extractor_ai.geometric.page import Fill, Line, Page, Rule, Shape
from pdf_extractor_ai.geometric.tables.open_grid import Region
from pdf_extractor_ai.geometric.tables.ruled import Grid

Box = tuple[float, float, float, float]

_NUMBER = re.compile(r"^[$€£]?\s?([-−–]?\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?|[-−–]?\d*\.?\d+)\s?[%°]?$")
# An axis has this many numbers at least; one that counts 3, 2, 1, 0 may be a numbered list set backwards.
_LEAST = 4
_MARK_GAP = 30.0
_MAX_NUMBERS = 400
_LEAST_DRAWN = 2
_EDGE_WIDTH = 2.5  # points
_ROW = 0.9


def chart_boxes(page: Page) -> list[Box]:
    """The boxes of the page's charts: the axis, what is drawn beside it, and a row of names below."""
    numbers = [(line, value) for line in page.lines if (value := _value(line.text)) is not None]
    if len(numbers) < _LEAST or len(numbers) > _MAX_NUMBERS or not (page.rules or page.fills or page.shapes):
        return []
    axes = _axes(numbers)
    members = {id(line) for axis in axes for line in axis}
    out = []
    for axis in axes:
        beside = sum(1 for line in axis if _has_row(line, page.lines, members))
        box = _drawn_beside(axis, page) if beside <= 0.34 * len(axis) else None
        if box is not None:
            out.append(box)
    return out


def drawn_over(grid: Grid, shapes: Sequence[Shape]) -> bool:
    """True when curves or areas run over the borders of a grid: a drawing with straight lines in it, not cells.

    One may be the ground of a page or figure, and a filled one as wide as the grid that of a row.
    """
    x0, y0, x1, y1 = grid.box
    count = 0
    for mark in shapes:
        inside = mark.x1 > x0 and mark.x0 < x1 and mark.y1 > y0 and mark.y0 < y1
        if not inside or _is_edge(mark) or (not mark.stroke and mark.x1 - mark.x0 > _ROW * (x1 - x0)):
            continue
        over_x = any(mark.x0 + 1 < x < mark.x1 - 1 for x in grid.xs)
        count += over_x or any(mark.y0 + 1 < y < mark.y1 - 1 for y in grid.ys)
    return count >= _LEAST_DRAWN


def _is_edge(mark: Shape) -> bool:
    """True for a side of a bevelled border, as browsers draw it: a thin area with slanted ends."""
    return not mark.stroke and min(mark.x1 - mark.x0, mark.y1 - mark.y0) < _EDGE_WIDTH


def drawn_in(region: Region, shapes: Sequence[Shape]) -> bool:
    """True when curves and areas stand among words that only align: labels of a drawing."""
    inside = [
        mark
        for mark in shapes
        if region.x0 < (mark.x0 + mark.x1) / 2 < region.x1 and region.y0 < (mark.y0 + mark.y1) / 2 < region.y1
    ]
    return len(inside) > _LEAST_DRAWN


def _value(text: str) -> float | None:
    match = _NUMBER.match(text.strip())
    if match is None:
        return None
    digits = match[1].replace(",", "").replace(" ", "").replace("−", "-").replace("–", "-")
    return float(digits) if digits not in ("-", ".", "-.") else None


def _axes(numbers: Sequence[tuple[Line, float]]) -> list[list[Line]]:
    """Runs of numbers over each other, evenly spaced, that fall by one step."""
    out: list[list[Line]] = []
    used: set[int] = set()
    ordered = sorted(numbers, key=lambda item: (item[0].baseline, item[0].x0))
    for index, (first, value) in enumerate(ordered):
        if id(first) in used:
            continue
        below = [
            item for item in ordered[index + 1 :] if _over(first, item[0]) and item[0].baseline > first.baseline + 4
        ]
        if len(below) < _LEAST - 1 or below[0][1] >= value:
            continue
        run, values = [first], [value]
        for line, number in below:
            if len(run) > 1:
                pitch, step = run[1].baseline - first.baseline, value - values[1]
                even = abs(line.baseline - run[-1].baseline - pitch) < max(0.6, 0.04 * pitch)
                if not even or abs(values[-1] - number - step) > 1e-6 * max(1.0, abs(step)):
                    break
            elif number >= value:
                break
            run.append(line)
            values.append(number)
        falls = all(a > b for a, b in pairwise(values))
        if falls and len(run) >= _LEAST and (len(run) > _LEAST or values[0] - values[1] != 1):
            out.append(run)
            used.update(id(line) for line in run)
    return out


def _over(a: Line, b: Line) -> bool:
    if b.x0 > a.x1 or b.x1 < a.x0 or abs(a.size - b.size) >= 0.5:
        return False
    slack = 0.35 * a.size
    return abs(a.x1 - b.x1) < slack or abs(a.x0 - b.x0) < slack or abs(a.x0 + a.x1 - b.x0 - b.x1) < slack


def _has_row(number: Line, lines: Sequence[Line], members: set[int]) -> bool:
    """True when text other than an axis stands on the number's own baseline near by."""
    return any(
        abs(line.baseline - number.baseline) < 0.12 * number.size and id(line) not in members and line is not number
        and abs(line.x0 - number.x1) < 25 * number.size
        for line in lines
    )  # fmt: skip


def _drawn_beside(axis: Sequence[Line], page: Page) -> Box | None:
    """The axis with all that is drawn at its height and hangs together with it; ``None`` when nothing is."""
    size = axis[0].size
    top, bottom = axis[0].baseline - size, axis[-1].baseline + 0.5 * size
    x0, x1 = min(line.x0 for line in axis), max(line.x1 for line in axis)
    drawn: list[Rule | Fill | Shape] = [*page.rules, *page.fills, *page.shapes]
    tall, wide = 1.6 * (bottom - top), 0.9 * page.width
    marks = sorted(
        (mark.x0, mark.x1)
        for mark in drawn
        if mark.y1 >= top and mark.y0 <= bottom and mark.x1 - mark.x0 < wide and mark.y1 - mark.y0 < tall
    )
    start = x1
    for low, high in marks:
        if low <= x1 + _MARK_GAP and high > x1 - 2:
            x1 = max(x1, high)
    for low, high in reversed(marks):
        if high >= x0 - _MARK_GAP and low < x0 and high <= start:
            x0 = min(x0, low)
    if x1 - start < 4 * size and min(line.x0 for line in axis) - x0 < 4 * size:
        return None
    return x0 - 1, top - 2 * size, x1 + 1, bottom + 2.2 * size
