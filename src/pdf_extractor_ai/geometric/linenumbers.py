"""Numbers that count the lines beside them: down a margin, or down the left edge of a listing."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass

from pdf_extractor_ai.geometric.page import Line, Page

_FEW_NUMBERS = 3  # every fifth line of a poem or a statute is numbered
_LISTING = 4  # numbered lines of code at least
_REACH = 4.0  # em from a number to its line of code
_UNNUMBERED = 0.7  # this share of the numbers has code beside it; the rest number empty lines

_ENTRIES = 0.9  # this share of the lines begins with a capital; in prose half of them do at most

_LEADING = re.compile(r"\d{1,4}(?= |$)")


def take_line_numbers(page: Page) -> None:
    """Move numbers down a margin, or down the edge of a listing, that count the lines beside them to the furniture."""
    _take_code_numbers(page)
    for side in (0, 1):
        numbers = [line for line in page.lines if line.text.isdecimal() and len(line.text) <= 4]
        if len(numbers) < _FEW_NUMBERS:
            return
        others = [line for line in page.lines if not line.text.isdecimal()]
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
        if _in_rows(margin, others, page) or _are_entries(margin, others):
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


def _are_entries(margin: list[Line], others: list[Line]) -> bool:
    """True for numbers of chapters in a list of them: set like the words beside, which begin or end as entries do."""
    beside = [(number, line) for number in margin for line in others if abs(line.baseline - number.baseline) < 2]
    if not beside:
        return False
    alike = sum(
        abs(number.size - line.size) < 0.3 and number.style.color == line.style.color for number, line in beside
    )
    capital = sum(line.text[0] == line.text[0].upper() for _, line in beside)
    paged = sum(line.text[-1].isdigit() for _, line in beside)
    return alike > 0.8 * len(beside) and (capital > _ENTRIES * len(beside) or paged > 0.5 * len(beside))


@dataclass(slots=True)
class _Numbered:
    """A line of a listing: its number, where that ends, the line that it begins or is, what stands right of it."""

    value: int
    edge: float
    line: Line
    end: int
    beside: list[Line]

    @property
    def alone(self) -> bool:
        """True when the number is a line of its own."""
        return self.end == len(self.line.text)

    @property
    def left(self) -> float | None:
        """Where the code begins."""
        if not self.alone:
            return self.line.xs[self.end + 1]
        return min((line.x0 for line in self.beside), default=None)


def _take_code_numbers(page: Page) -> None:
    """Numbers before the lines of a listing. Those of a table's rows have several cells beside them, and stay."""
    columns: dict[int, list[_Numbered]] = defaultdict(list)
    for numbered in _numbered_lines(page):
        columns[round(numbered.edge / 2)].append(numbered)
    cuts: dict[int, int] = {}
    for edge in sorted(columns):
        column = sorted(columns[edge] + columns.get(edge + 1, []), key=lambda numbered: numbered.line.baseline)
        for run in _consecutive(column):
            if _counts_code(run):
                cuts.update({id(numbered.line): numbered.end for numbered in run})
    if not cuts:
        return
    rest: list[Line] = []
    for line in page.lines:
        end = cuts.get(id(line))
        for part in (line,) if end is None else (line.cut(0, end), line.cut(end, len(line.text))):
            if part is not None and end is not None and part.text.isdecimal() and part.x0 == line.x0:
                page.furniture.append(("line_number", part))
            elif part is not None:
                rest.append(part)
    page.lines = rest


def _numbered_lines(page: Page) -> list[_Numbered]:
    lines = sorted(page.lines, key=lambda line: line.baseline)
    heights = [line.baseline for line in lines]
    out = []
    for line in lines:
        match = _LEADING.match(line.text)
        if match is None or not (match[0] == line.text or line.style.mono):
            continue
        low, high = bisect_left(heights, line.baseline - 1), bisect_left(heights, line.baseline + 1)
        row = [other for other in lines[low:high] if other is not line]
        if all(other.x0 > line.x1 and other.style.mono for other in row):
            out.append(_Numbered(int(match[0]), line.xs[match.end()], line, match.end(), row))
    return out


def _consecutive(column: list[_Numbered]) -> list[list[_Numbered]]:
    runs: list[list[_Numbered]] = []
    for numbered in column:
        if runs and numbered.value == runs[-1][-1].value + 1:
            runs[-1].append(numbered)
        else:
            runs.append([numbered])
    return [run for run in runs if len(run) >= _LISTING]


def _counts_code(run: list[_Numbered]) -> bool:
    lefts = [numbered.left for numbered in run if numbered.left is not None]
    cells = sum(len(numbered.beside) > (1 if numbered.alone else 0) for numbered in run)
    if len(lefts) < _UNNUMBERED * len(run) or cells > 0.5 * len(run):
        return False
    edge = max(numbered.edge for numbered in run)
    size = run[0].line.size
    # A list typed with its numbers has neither numbers alone nor any in another look.
    told = any(numbered.alone or len(numbered.line.runs) > 1 for numbered in run)
    return told and 0 < min(lefts) - edge < _REACH * max(size, 6.0)
