"""What the reader gives for one character: the input of `lines.build_lines`."""

from __future__ import annotations

from typing import NamedTuple

from pdf_extractor_ai.geometric.page import Style

SUPPOSED_SPACE = "\x1f"
"""Stands for a space that the parser supposes between two glyphs without one in the file."""
BLANK = frozenset((" ", SUPPOSED_SPACE))


class Painted(NamedTuple):
    """A glyph in an upright frame (y down), with the style, baseline and text object it belongs to."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    style: Style
    baseline: float
    order: int
    mcid: int
