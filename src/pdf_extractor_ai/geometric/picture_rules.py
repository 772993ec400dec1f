"""The rules of a scanned page: long straight runs of ink in its picture, as a text layer's page has them drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from pdf_extractor_ai.geometric.page import Line, Rule

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image

    from pdf_extractor_ai.ocr import OcrLine

FAINT = 40
"""Grey levels below the paper: from there on it is ink, light grey rules included."""

_LENGTH = 18.0  # points; shorter runs are dashes and letters
_THICK = 3.0  # points; thicker ones are bars and pictures
_SLOPE = 0.004  # a rule may rise by this share of its length: what straightening leaves
_BESIDE, _SURROUNDED = 1.2, 0.5  # points; share of ink there
_GAP = 3.0  # points; a scanner breaks thin rules
_MOST = 800  # a page with more is a picture
_TALL = 0.6  # share of an upright stroke that must be within a line to be a letter's
_SPARE, _UNDER = 1.0, 0.25  # points; em below the baseline
_EDGE = 0.4  # points: the edge of a scanned rule is ragged

_Box = tuple[int, int, int, int]
"""First and last column and row of a run or of a group of them, in pixels."""


def picture_rules(picture: Image, dpi: int, lines: Sequence[OcrLine] = ()) -> list[Rule]:
    """Horizontal and vertical rules of a level ``picture``, in points; none for one that is full of them.

    Upright strokes within the boxes of ``lines`` (in pixels) are those of letters.
    """
    dark = np.asarray(picture.convert("L")) < paper_of(picture) - FAINT
    scale = 72 / dpi
    flat = [Rule(left * scale, middle * scale, right * scale, middle * scale, thick * scale)
            for left, right, middle, thick in _straight(dark, dpi)]  # fmt: skip
    upright = [Rule(middle * scale, top * scale, middle * scale, bottom * scale, thick * scale)
               for top, bottom, middle, thick in _straight(np.ascontiguousarray(dark.T), dpi)]  # fmt: skip
    boxes = [[edge * scale for edge in line.box] for line in lines]
    upright = [rule for rule in upright if not any(_in_letters(rule, box) for box in boxes)]
    return flat + upright if len(flat) + len(upright) <= _MOST else []


def paper_of(picture: Image) -> int:
    """The grey level of the paper: a fifth of the page may be lighter, most of it is not darker."""
    return int(np.percentile(np.asarray(picture.convert("L")), 80))


def _straight(dark: NDArray[np.bool_], dpi: int) -> list[tuple[float, float, float, float]]:
    """(start, end, middle, thickness) of the straight runs along the rows of ``dark``, in pixels."""
    runs = _runs(dark, round(_LENGTH / 72 * dpi))
    if len(runs) > _MOST * 20:
        return []
    found = []
    for group in _groups(runs, round(_GAP / 72 * dpi)):
        start, end = min(run[0] for run in group), max(run[1] for run in group)
        first, last = min(run[2] for run in group), max(run[2] for run in group)
        area = sum(run[1] - run[0] for run in group)
        thick = area / (end - start)
        thin = thick <= _THICK / 72 * dpi and last - first + 1 <= thick + _SLOPE * (end - start) + 3
        if thin and not _within(dark[:, start:end], first, last, round(_BESIDE / 72 * dpi)):
            found.append((float(start), float(end), (first + last + 1) / 2, thick))
    return found


def _within(dark: NDArray[np.bool_], first: int, last: int, beside: int) -> bool:
    """Whether there is ink on both sides of the rows: what letters have left of a dark ground between them."""
    above, below = dark[max(0, first - beside)], dark[min(len(dark) - 1, last + beside)]
    return bool(min(above.mean(), below.mean()) > _SURROUNDED)


def _runs(dark: NDArray[np.bool_], least: int) -> list[tuple[int, int, int]]:
    """(first column, end, row) of every run of ink that is long enough, row by row."""
    padded = np.zeros((dark.shape[0], dark.shape[1] + 2), dtype=np.int8)
    padded[:, 1:-1] = dark
    steps = np.diff(padded, axis=1)
    rows, starts = np.nonzero(steps == 1)
    ends = np.nonzero(steps == -1)[1]
    long = ends - starts >= least
    return list(zip(starts[long].tolist(), ends[long].tolist(), rows[long].tolist(), strict=True))


def _groups(runs: Iterable[tuple[int, int, int]], gap: int) -> list[list[tuple[int, int, int]]]:
    """Runs that lie on each other, or one behind the other, in neighbouring rows."""
    open_groups: list[list[tuple[int, int, int]]] = []
    done: list[list[tuple[int, int, int]]] = []
    for run in runs:
        still: list[list[tuple[int, int, int]]] = []
        for group in open_groups:
            (still if run[2] - group[-1][2] <= 2 else done).append(group)
        touching = [
            group
            for group in still
            if any(
                part[2] >= run[2] - 2 and part[0] <= run[1] + gap and run[0] <= part[1] + gap
                for part in reversed(group[-40:])
            )
        ]
        merged = [part for group in touching for part in group]
        merged.append(run)
        open_groups = [group for group in still if group not in touching]
        open_groups.append(merged)
    return done + open_groups


def _in_letters(rule: Rule, box: Sequence[float]) -> bool:
    """Whether an upright ``rule`` is a stem of the letters in ``box``."""
    left, top, right, bottom = box
    return left <= rule.x0 <= right and min(rule.y1, bottom) - max(rule.y0, top) >= _TALL * rule.length


def without_rules(picture: Image, rules: Iterable[Rule], dpi: int) -> Image:
    """The grey ``picture`` with ``rules`` painted over, so that they are not measured with the letters they touch."""
    out = picture.convert("L")
    paper = paper_of(out)
    scale = dpi / 72
    for rule in rules:
        half = rule.thickness / 2 + _EDGE
        wide, high = (0.0, half) if rule.horizontal else (half, 0.0)
        box = (rule.x0 - wide, rule.y0 - high, rule.x1 + wide, rule.y1 + high)
        left, top, right, bottom = (round(edge * scale) for edge in box)
        out.paste(paper, (left, top, max(left + 1, right), max(top + 1, bottom)))
    return out


def underlines(rule: Rule, line: Line) -> bool:
    """Whether ``rule`` is drawn under words of ``line``, and so is no rule of the page."""
    if not (rule.horizontal and line.x0 - _SPARE <= rule.x0 and rule.x1 <= line.x1 + _SPARE):
        return False
    return line.baseline - _SPARE <= rule.y0 <= line.baseline + _UNDER * line.size
