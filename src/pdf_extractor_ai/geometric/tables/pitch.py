"""Text set in a fixed pitch: program code, terminal output and listings, whose columns are no table's."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.pieces import visual_rows

_NARROW = frozenset("iljtfI.,:;'|!()[]-\"/ ")
_LEAST = 6


def fixed_pitch(line: Line) -> bool:
    """True when the face says so, or when narrow and wide letters advance alike (faces without a telling name)."""
    if line.style.mono:
        return True
    if line.rtl or len(line.text) < _LEAST:
        return False
    steps = [b - a for a, b in pairwise(line.xs)][:60]
    usual = median(steps)
    if not 0.4 * line.size < usual < 0.75 * line.size:
        return False
    # Digits are alike in most faces; only narrow letters as wide as the others tell.
    narrow = [step for step, char in zip(steps, line.text, strict=False) if char in _NARROW and char != " "]
    if len(narrow) < 2 or len(narrow) > len(steps) - 2 or sum(abs(s - usual) < 0.04 * usual for s in narrow) < 2:
        return False
    # Gaps of several spaces were closed up, so a blank may be as wide as it likes.
    letters = [step for step, char in zip(steps, line.text, strict=False) if char != " "]
    return sum(1 for step in letters if abs(step - usual) < 0.04 * usual) >= 0.85 * len(letters)


def fixed_fonts(lines: Sequence[Line]) -> set[str]:
    """Names of the faces whose lines advance by one width, of those that say it and those that only show it."""
    votes: dict[str, int] = {}
    for line in lines:
        if len(line.text) >= _LEAST or line.style.mono:
            votes[line.style.font] = votes.get(line.style.font, 0) + (1 if fixed_pitch(line) else -1)
    return {font for font, vote in votes.items() if vote > 0}


def code_lines(lines: Sequence[Line]) -> set[int]:
    """``id`` of the lines in rows that are all of fixed pitch; empty where the whole page is set so."""
    fonts = fixed_fonts(lines)
    total = sum(len(line.text) for line in lines)
    if not fonts or sum(len(line.text) for line in lines if line.style.font in fonts) > 0.8 * total:
        return set()
    out: set[int] = set()
    rows = visual_rows(lines)
    alone = [all(line.style.font in fonts for line in row) for row in rows]
    for index, row in enumerate(rows):
        # One such row among others may be the row of a table whose cells hold names from code.
        near = alone[max(0, index - 1) : index] + alone[index + 1 : index + 2]
        if alone[index] and any(near):
            out.update(id(line) for line in row)
    return out
