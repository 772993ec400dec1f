"""Numbers that count the lines beside them: down a margin, or down the left edge of a listing."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections import Counter, defaultdict

from pdf_extractor_ai.geometric.page import Line, Page

_FEW_NUMBERS = 3  # every fifth line of a poem or a statute is numbered
_LISTING = 4  # numbered lines of code at least
_REACH = 4.0  # em from a number to its line of code
_UNNUMBERED = 0.7  # this share of the numbers has code beside it; the rest number empty lines


def take_line_numbers(page: Page) -> None:
    """Move numbers down a margin, or down the edge of a listing, that count the lines beside them to the furniture."""
    _take_code_numbers(page)
    for side in (0, 1):
        numbers = [line for line in page.lines if line.text.isdigit() and len(line.text) <= 4]
        if len(numbers) < _FEW_NUMBERS:
            return
        others = [line for line in page.lines if not line.text.isdigit()]
        if len(others) < 5:
            return
        edge = (
            sorted(line.x0 for line in others)[len(others) // 20]
            if side == 0
            else sorted(line.x1 for line in others)[-1 - len(others) // 20]
        )
        margin = sorted(
            (line for line in numbers if (line.x1 < edge if side == 0 else line.x0 > edge)),
            key=lambda line: line.baseline,
        )
        if _in_rows(margin, others, page):
            continue
        values = [int(line.text) for line in margin]
        if len(values) < 8 and not _count_by_fives(margin, values, others):
            continue
        steps = Counter(after - before for before, after in itertools.pairwise(values))
        step, count = steps.most_common(1)[0]
        if step > 0 and count >= 0.8 * (len(values) - 1):
            gone = {id(line) for line in margin}
            page.lines = [line for line in page.lines if id(line) not in gone]
            page.furniture.extend(("line_number", line) for line in margin)


def _count_by_fives(margin: list[Line], values: list[int], others: list[Line]) -> bool:
    """True when every fifth (or tenth) line is numbered: as many lines stand between two numbers as they count."""
    if len(values) < _FEW_NUMBERS:
        return False
    step = values[1] - values[0]
    if step not in (5, 10) or any(value % step for value in values):
        return False
    heights = sorted(line.baseline for line in others)
    places = [bisect_left(heights, number.baseline - 2) for number in margin]
    pairs = itertools.pairwise(zip(values, places, strict=True))
    return all(value - before == step == place - above for (before, above), (value, place) in pairs)


def _in_rows(margin: list[Line], others: list[Line], page: Page) -> bool:
    """True when the numbers are a table's first or last column and not outside of the text."""
    if not margin:
        return False
    middle = (margin[0].x0 + margin[0].x1) / 2
    inside = sum(rule.horizontal and rule.x0 - 2 <= middle <= rule.x1 + 2 for rule in page.rules)
    if inside >= 3:
        return True
    beside = [sum(abs(line.baseline - number.baseline) < 2 for line in others) for number in margin]
    return sum(count > 1 for count in beside) > 0.5 * len(margin)


def _take_code_numbers(page: Page) -> None:
    """Numbers before the lines of a listing. Those of a table's rows have several cells beside them, and stay."""
    columns: dict[int, list[Line]] = defaultdict(list)
    beside: dict[int, list[Line]] = {}
    code = sorted((line for line in page.lines if line.style.mono), key=lambda line: line.baseline)
    heights = [line.baseline for line in code]
    for line in page.lines if len(code) >= _LISTING else ():
        if line.text.isdecimal() and len(line.text) <= 4:
            low, high = bisect_left(heights, line.baseline - 1), bisect_left(heights, line.baseline + 1)
            beside[id(line)] = [other for other in code[low:high] if other.x0 > line.x1]
            columns[round(line.x1 / 2)].append(line)
    for edge in sorted(columns):
        numbers = sorted(columns[edge] + columns.get(edge + 1, []), key=lambda line: line.baseline)
        for run in _consecutive(numbers):
            if _counts_code(run, beside):
                gone = {id(line) for line in run}
                page.lines = [line for line in page.lines if id(line) not in gone]
                page.furniture.extend(("line_number", line) for line in run)
                columns[edge], columns[edge + 1] = [], []


def _consecutive(numbers: list[Line]) -> list[list[Line]]:
    runs: list[list[Line]] = []
    for line in numbers:
        if runs and int(line.text) == int(runs[-1][-1].text) + 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    return [run for run in runs if len(run) >= _LISTING]


def _counts_code(run: list[Line], beside: dict[int, list[Line]]) -> bool:
    near = [beside[id(line)] for line in run]
    single = [others[0] for others in near if len(others) == 1]
    if len(single) < _UNNUMBERED * len(run) or any(len(others) > 1 for others in near):
        return False
    left = min(line.x0 for line in single)
    return 0 < left - max(line.x1 for line in run) < _REACH * single[0].size
