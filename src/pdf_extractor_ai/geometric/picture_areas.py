"""The pictures of a scanned page: areas of ink that is neither text nor a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from pdf_extractor_ai.geometric.page import Bitmap, Rule
from pdf_extractor_ai.geometric.picture_rules import FAINT, paper_of

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image

    from pdf_extractor_ai.ocr import OcrLine

_CELL = 6.0  # points: the page is looked at in squares of this size
_INK = 0.06  # share of a square
_JOIN = 3  # squares
_SIDE = 40.0  # points: smaller areas are marks and initials
_FILLED = 0.15  # share of an area that is ink, text left out
_FLAT = 10.0  # grey levels, one standard deviation: the ground of a cell or a box
_GROUND = 0.45  # share of the box of a line
_TEXT = 0.35  # share of an area that lines of text cover: more, and it is text on a ground
_PROSE, _SENTENCES = 35, 2  # letters of a line that is no label, and how many such lines no picture has
_WHITE, _BANDS, _LEADING = 0.01, 2, 30.0  # share of ink in a white row; bands at least, and points from one to the next
_PAGE = 0.9  # of the sheet's sides: the edge of the scan, and what lies under the paper

_Cells = tuple[int, int, int, int]


def picture_areas(picture: Image, dpi: int, lines: Sequence[OcrLine], rules: Sequence[Rule]) -> list[Bitmap]:
    """Photographs and drawings in a level grey ``picture`` of a page, in points; ``lines`` were read in it.

    Grounds under text and tables with their ``rules`` are none.
    """
    grey = np.asarray(picture.convert("L"))
    step = max(1, round(_CELL / 72 * dpi))
    rows, columns = grey.shape[0] // step, grey.shape[1] // step
    dark = grey[: rows * step, : columns * step] < paper_of(picture) - FAINT
    inked = dark.reshape(rows, step, columns, step).mean(axis=(1, 3)) > _INK
    text = np.zeros_like(inked)
    grounds = np.zeros_like(inked)
    for line in lines:
        squares = _squares(line.box, step)
        text[squares] = True
        left, top, right, bottom = (max(0, round(edge)) for edge in line.box)
        # A box that is half ink is no line on paper but one on a ground, or in a picture.
        if dark[top:bottom, left:right].mean() > _GROUND:
            grounds[squares] = True
    scale = dpi / 72
    ruled = np.zeros_like(inked)
    for rule in rules:
        ruled[_squares((rule.x0 * scale, rule.y0 * scale, rule.x1 * scale, rule.y1 * scale), step)] = True
    loose = inked & (~text | grounds) & ~ruled
    levels = grey[: rows * step, : columns * step].reshape(rows, step, columns, step).mean(axis=(1, 3))
    found = []
    for top, left, bottom, right in _areas(loose):
        if min(right - left, bottom - top) * _CELL < _SIDE:
            continue
        if right - left >= _PAGE * columns and bottom - top >= _PAGE * rows:
            continue
        inside = (slice(top, bottom), slice(left, right))
        if loose[inside].mean() < _FILLED or text[inside].mean() > _TEXT:
            continue
        if levels[inside][loose[inside] & ~text[inside]].std() < _FLAT:
            continue
        if _is_text(dark[top * step : bottom * step, left * step : right * step], dpi):
            continue
        x0, y0, x1, y1 = (edge * step / scale for edge in (left, top, right, bottom))
        prose = [line for line in lines if len(line.text) >= _PROSE and _middle_in(line, (x0, y0, x1, y1), scale)]
        if len(prose) < _SENTENCES:
            found.append(Bitmap(x0, y0, x1, y1, pixels=((right - left) * step, (bottom - top) * step)))
    return found


def _squares(box: Sequence[float], step: int) -> tuple[slice, slice]:
    left, top, right, bottom = box
    return (
        slice(max(0, int(top // step)), max(0, int(bottom // step) + 1)),
        slice(max(0, int(left // step)), max(0, int(right // step) + 1)),
    )


def _is_text(dark: NDArray[np.bool_], dpi: int) -> bool:
    """Whether white bands cut an area from side to side as often as lines of text do: what an engine could not read."""
    white = dark.mean(axis=1) < _WHITE
    bands = np.count_nonzero(white[1:] & ~white[:-1])
    return bool(bands >= _BANDS and bands * _LEADING / 72 * dpi >= len(white))


def _middle_in(line: OcrLine, box: Sequence[float], scale: float) -> bool:
    x, y = (line.box[0] + line.box[2]) / 2 / scale, (line.box[1] + line.box[3]) / 2 / scale
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _areas(inked: NDArray[np.bool_]) -> Iterator[_Cells]:
    """(top, left, bottom, right) of every group of squares that are no more than ``_JOIN`` squares apart."""
    left = {(int(row), int(column)) for row, column in np.argwhere(inked)}
    steps = range(-_JOIN, _JOIN + 1)
    while left:
        group = [left.pop()]
        for row, column in group:
            around = [(row + down, column + across) for down in steps for across in steps]
            near = left.intersection(around)
            left -= near
            group += sorted(near)
        rows, columns = [row for row, _ in group], [column for _, column in group]
        yield min(rows), min(columns), max(rows) + 1, max(columns) + 1
