"""Lines of a page cut into the pieces that stand in one column each, and pieces put into visual rows."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from pdf_extractor_ai.geometric.page import Line

Row = list[Line]
# Share of the type size that parts two baselines of one row at most (superscripts, cells set in two sizes).
_SAME_ROW = 0.45


def word_spans(line: Line) -> list[tuple[int, int, float, float]]:
    """Start, end, left and right edge of every word, in logical order; edges in points."""
    out: list[tuple[int, int, float, float]] = []
    start = 0
    text, xs = line.text, line.xs
    while start < len(text):
        if text[start] == " ":
            start += 1
            continue
        end = text.find(" ", start)
        end = len(text) if end < 0 else end
        # A right-to-left line's edges fall, so a word's own box is the span of its characters' edges.
        edges = xs[start : end + 1]
        left, right = min(edges), max(edges)
        if line.rtl:
            left, right = xs[end - 1], (xs[start - 1] if start else line.x1)
            if right < left:
                left, right = right, left
        out.append((start, end, left, right))
        start = end + 1
    return out


def split_gaps(line: Line, gap: float) -> list[Line]:
    """The line cut wherever two words stand more than ``gap`` points apart."""
    if not line.rtl and not _has_gap(line, gap):
        return [line]
    words = word_spans(line)
    if len(words) < 2:
        return [line]
    cuts: list[Line] = []
    first = words[0][0]
    for left, right in itertools.pairwise(words):
        space = left[2] - right[3] if line.rtl else right[2] - left[3]
        if space > gap:
            part = line.cut(first, left[1])
            if part is not None:
                cuts.append(part)
            first = right[0]
    if not cuts:
        return [line]
    part = line.cut(first, words[-1][1])
    return [*cuts, part] if part is not None else cuts


def _has_gap(line: Line, gap: float) -> bool:
    """False when no two words stand so far apart: told by the edges at the blanks, without measuring the words."""
    xs, at = line.xs, line.text.find(" ")
    while at >= 0:
        if xs[at + 1] - xs[at] > gap:
            return True
        at = line.text.find(" ", at + 1)
    return False


def split_at(line: Line, walls: Sequence[float]) -> list[Line]:
    """The line cut at upright ``walls`` (rising x): whole words, a word over a wall by its characters."""
    inner = [wall for wall in walls if line.x0 + 0.5 < wall < line.x1 - 0.5]
    if not inner:
        return [line]
    marks: list[tuple[int, int, int]] = []
    for start, end, left, right in word_spans(line):
        crossed = [wall for wall in inner if left + 0.15 * line.size < wall < right - 0.15 * line.size]
        if not crossed or line.rtl:
            marks.append((start, end, _slot((left + right) / 2, inner)))
            continue
        at = start
        for wall in crossed:
            cut = _cut_in_word(line, at, end, wall)
            if at < cut < end:
                marks.append((at, cut, _slot((line.xs[at] + line.xs[cut]) / 2, inner)))
                at = cut
        marks.append((at, end, _slot((line.xs[at] + line.xs[end]) / 2, inner)))
    out: list[Line] = []
    first = 0
    for index in range(1, len(marks) + 1):
        if index == len(marks) or marks[index][2] != marks[first][2]:
            part = line.cut(marks[first][0], marks[index - 1][1])
            if part is not None:
                out.append(part)
            first = index
    return out


def _slot(x: float, walls: Sequence[float]) -> int:
    return sum(1 for wall in walls if wall <= x)


def _cut_in_word(line: Line, start: int, end: int, wall: float) -> int:
    """Where a word that crosses a wall is cut: where letters meet digits near the wall, else not at all.

    Values that touch the next column ("automated253") change their kind of character at the border; a word
    that merely sticks out of its column does not.
    """
    best, distance = start, 1.2 * line.size
    for index in range(start + 1, end):
        if line.text[index - 1].isdigit() == line.text[index].isdigit():
            continue
        if (line.text[index - 1].isalpha() or line.text[index].isalpha()) and abs(line.xs[index] - wall) < distance:
            best, distance = index, abs(line.xs[index] - wall)
    return best


def visual_rows(lines: Iterable[Line]) -> list[Row]:
    """Lines that share a baseline, top to bottom, each row from left to right."""
    rows: list[Row] = []
    heights: list[float] = []
    for line in sorted(lines, key=lambda line: (line.baseline, line.x0)):
        if rows and line.baseline - heights[-1] <= _SAME_ROW * min(line.size, rows[-1][0].size):
            rows[-1].append(line)
            continue
        rows.append([line])
        heights.append(line.baseline)
    for row in rows:
        row.sort(key=lambda line: line.x0)
    return rows


def row_base(row: Row) -> float:
    """The baseline of a visual row: that of its longest line."""
    return max(row, key=lambda line: line.width).baseline


def reading_order(lines: Iterable[Line]) -> list[Line]:
    """The lines of one cell in reading order."""
    out: list[Line] = []
    for row in visual_rows(lines):
        row.sort(key=lambda line: -line.x1 if line.rtl else line.x0)
        out += row
    return out


def top(line: Line) -> float:
    """A tight upper edge: loose boxes reach into the line above."""
    return line.baseline - 0.75 * line.size


def bottom(line: Line) -> float:
    """A tight lower edge."""
    return line.baseline + 0.22 * line.size


def middle(line: Line) -> float:
    """The height of the middle of the small letters."""
    return line.baseline - 0.3 * line.size
