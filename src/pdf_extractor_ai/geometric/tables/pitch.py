"""Text set in a fixed pitch: program code, terminal output and listings, whose columns are no table's."""

from __future__ import annotations

from collections.abc import Sequence

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.styles import MEASURABLE, fixed_pitch
from pdf_extractor_ai.geometric.tables.pieces import visual_rows


def fixed_fonts(lines: Sequence[Line]) -> set[str]:
    """Names of the faces whose lines advance by one width, of those that say it and those that only show it."""
    votes: dict[str, int] = {}
    for line in lines:
        if len(line.text) >= MEASURABLE or line.style.mono:
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
