"""Scales: numbers of which each stands at a mark of an axis. What is drawn with them is a chart, and no table."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise

from pdf_extractor_ai.geometric.page import Fill, Line, Page, Rule, Shape
from pdf_extractor_ai.geometric.tables.edges import Edge, Edges

Box = tuple[float, float, float, float]
_Mark = Rule | Fill | Shape

_NUMBER = re.compile(r"^[-−–+]?\d{1,3}(?:[., ]\d{3})*(?:[.,]\d+)?\s?%?$")
_LEAST = 3
_MAX_NUMBERS = 400
_MAX_MARKS = 6000
_SHARE = 0.8
_TICK = 14.0
_TOUCH = 2.0


def scale_boxes(page: Page) -> list[Box]:
    """The boxes of the drawings on a page that have a scale, with the numbers at it."""
    numbers = [line for line in page.lines if _NUMBER.match(line.text.strip())]
    drawn: list[_Mark] = [*page.rules, *page.fills, *page.shapes]
    if len(numbers) < _LEAST or len(numbers) > _MAX_NUMBERS or not drawn or len(drawn) > _MAX_MARKS:
        return []
    out: list[Box] = []
    for scale in (*_across(numbers, page.rules), *_down(numbers, page.rules)):
        x0, x1 = min(line.x0 for line in scale), max(line.x1 for line in scale)
        y0, y1 = min(line.y0 for line in scale), max(line.y1 for line in scale)
        out.append(_grown((x0, y0, x1, y1), scale[0].size, drawn, page))
    return out


def _across(numbers: Sequence[Line], rules: Sequence[Rule]) -> list[list[Line]]:
    """Rows of rising numbers with an upright stroke that ends right over the middle of each."""
    marks = sorted((rule.x0, rule.y1) for rule in rules if not rule.horizontal)
    out = []
    rows: dict[int, list[Line]] = {}
    for line in numbers:
        rows.setdefault(round(line.baseline), []).append(line)
    for row in rows.values():
        row.sort(key=lambda line: line.x0)
        met = [line for line in row if _stroke_at(marks, (line.x0 + line.x1) / 2, line.y0, line.size)]
        rises = all(_value(a) < _value(b) for a, b in pairwise(met))
        if len(met) >= _LEAST and len(met) >= _SHARE * len(row) and rises:
            out.append(row)
    return out


def _stroke_at(marks: Sequence[tuple[float, float]], x: float, y: float, size: float) -> bool:
    near = marks[bisect_left(marks, (x - 0.25 * size,)) : bisect_right(marks, (x + 0.25 * size,))]
    return any(y - 1.5 * size < end < y + 0.4 * size for _, end in near)


def _down(numbers: Sequence[Line], rules: Sequence[Rule]) -> list[list[Line]]:
    """Columns of falling numbers with a stroke that begins right beside the middle of each."""
    marks = sorted((rule.y0, rule.x0) for rule in rules if rule.horizontal)
    out = []
    columns: dict[int, list[Line]] = {}
    for line in numbers:
        columns.setdefault(round(line.x1), []).append(line)
    for column in columns.values():
        column.sort(key=lambda line: line.baseline)
        met = [line for line in column if _stroke_beside(marks, line)]
        falls = all(_value(a) > _value(b) for a, b in pairwise(met))
        if len(met) >= _LEAST and len(met) >= _SHARE * len(column) and falls:
            out.append(column)
    return out


def _stroke_beside(marks: Sequence[tuple[float, float]], line: Line) -> bool:
    y, slack = line.baseline - 0.34 * line.size, 0.25 * line.size
    near = marks[bisect_left(marks, (y - slack,)) : bisect_right(marks, (y + slack,))]
    return any(-0.3 * line.size < start - line.x1 < 1.5 * line.size for _, start in near)


def _value(line: Line) -> float:
    text = re.sub(r"[^\d.,-]", "", line.text.replace("−", "-").replace("–", "-"))
    head, _, tail = text.replace(",", ".").rpartition(".")
    return float(f"{head.replace('.', '')}.{tail}" if head else tail or 0)


def _grown(box: Box, size: float, drawn: Sequence[_Mark], page: Page) -> Box:
    """The box with all that is drawn at it and hangs together with that, and room for names round it."""
    x0, y0, x1, y1 = box[0] - size, box[1] - 1.2 * size, box[2] + 1.2 * size, box[3] + 0.2 * size
    for _ in range(4):
        before = (x0, y0, x1, y1)
        for mark in drawn:
            if mark.x1 < x0 - _TOUCH or mark.x0 > x1 + _TOUCH or mark.y1 < y0 - _TOUCH or mark.y0 > y1 + _TOUCH:
                continue
            if mark.x1 - mark.x0 < 0.9 * page.width and mark.y1 - mark.y0 < 0.7 * page.height:
                x0, y0, x1, y1 = min(x0, mark.x0), min(y0, mark.y0), max(x1, mark.x1), max(y1, mark.y1)
        if (x0, y0, x1, y1) == before:
            break
    return x0 - 2 * size, y0 - 0.5 * size, x1 + size, y1 + 1.5 * size


def without_scales(edges: Edges) -> list[Edge]:
    """The flat edges but for those that three or more short strokes cross: axes and number lines."""
    ticks = sorted(edge for edge in edges.upright if edge.length <= _TICK)
    out = []
    for edge in edges.flat:
        near = ticks[bisect_left(ticks, (edge.start - 1,)) : bisect_right(ticks, (edge.end + 1,))]
        crossing = sum(1 for tick in near if tick.start < edge.pos - 1.5 and tick.end > edge.pos + 1.5)
        if crossing < _LEAST:
            out.append(edge)
    return out
