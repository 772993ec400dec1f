"""What the picture of a page tells of a line of text: where its letters stand, how tall they are, how heavy.

An OCR engine's box is only about a line: it is padded, by another margin each time, and says nothing of the type.
The ink in it does: letters stand on a baseline below which hardly any ink is left, the tall ones reach to one
height above it, and strokes of bold letters are half as wide again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Box = tuple[float, float, float, float]
"""(left, top, right, bottom) in pixels."""

_CONTRAST = 40  # grey levels between paper and ink; with less there is nothing to measure
_LEAST = 6  # pixels: lower letters cannot be measured
_SPECK = 0.015  # share of the fullest row: less ink in a row is dirt
_FEET = 0.4  # of the height of tall letters; small ones are taller
_BODY, _FOOT = 0.4, 0.06  # em above the baseline: between them strokes are measured
_FLAT = frozenset("acegmnopqrsuvwxyz")
_BELOW = frozenset("gjpqyQ,;()[]{}|/$@&_")
_FEW = 4  # letters
_LONG, _SOME = 12, 4  # heights of a line that is long enough to slope, and so many of them
TALL = 1 / 0.7  # font size over the height of a capital or an ascender, in usual faces
_LOW = 1 / 0.46  # and over the height of an x
_PITCHES = np.arange(0.48, 0.68, 0.002)  # em: how far letters of faces with one width may be apart
_FULL = 1 / 0.88  # and over that of a Chinese character, which leaves a little of its square free
_IDEOGRAPHS = 0x2E80
_BODY_GAP = 0.6  # em: a wider gap is a blank
_FEWEST = 4  # gaps that can be in step by more than chance


@dataclass(frozen=True, slots=True)
class Ink:
    """A line of text as it is in the picture, in pixels.

    ``left``, ``right``, ``top`` and ``bottom`` are those of the ink, ``size`` is the font size. ``gaps`` holds
    (left, right) of every white gap between letters, from left to right. ``low`` is a line without tall letters: its
    size is a guess from the ``x_height``. ``covered`` and ``strokes`` count, column by column from ``left`` on, the
    pixels of ink and the strokes up to there, at the height where strokes are upright.
    """

    left: float
    right: float
    top: float
    bottom: float
    baseline: float
    size: float
    low: bool
    x_height: float
    gaps: tuple[tuple[int, int], ...]
    covered: NDArray[np.int64]
    strokes: NDArray[np.int64]

    def stroke(self, left: float | None = None, right: float | None = None) -> float:
        """The mean width of the strokes from ``left`` to ``right``, by default of the whole line; 0 without any."""
        start = 0 if left is None else max(0, round(left - self.left))
        end = len(self.strokes) - 1 if right is None else min(len(self.strokes) - 1, round(right - self.left))
        count = int(self.strokes[end] - self.strokes[start]) if end > start else 0
        return float(self.covered[end] - self.covered[start]) / count if count else 0.0


def measured(picture: NDArray[np.uint8], text: str, box: Box, slope: float = 0.0) -> Ink | None:
    """The ink of the line ``text`` within ``box`` of a grey ``picture`` (rows, columns); ``None`` for a line without.

    ``slope`` is by how much lines of text fall per pixel to the right: what straightening has left (`slope_of`).
    """
    found = _cropped(picture, box)
    if found is None:
        return None
    left, top, dark = found
    dark = _level(dark, slope)
    rows = dark.sum(axis=1)
    if not rows.any():
        return None
    inked = rows > _SPECK * rows.max()
    last = int(np.flatnonzero(inked)[-1]) + 1
    # Of a few letters one bar, as in 4, may be all there is to see; none of them may go below the baseline.
    base = last if len(text) <= _FEW and not _BELOW.intersection(text) else _baseline(rows)
    first = _top(inked, base)
    if base - first < _LEAST:
        return None
    columns = np.flatnonzero(dark[first:last].any(axis=0))
    start, end = int(columns[0]), int(columns[-1]) + 1
    low = all(char in _FLAT for char in text if char.isalnum())
    full = sum(ord(char) >= _IDEOGRAPHS for char in text) > len(text) / 3
    size = (last - first) * _FULL if full else (base - first) * (_LOW if low else TALL)
    body = dark[max(first, base - round(_BODY * size)) : max(first + 1, base - round(_FOOT * size)), start:end]
    covered, strokes = _counted(body)
    return Ink(
        left=float(left + start),
        right=float(left + end),
        top=float(top + first),
        bottom=float(top + last),
        baseline=float(top + base),
        size=size,
        low=low and not full,
        x_height=float(base - _x_line(rows, first, base)),
        gaps=tuple((left + int(a) + 1, left + int(b)) for a, b in pairwise(columns) if b - a > 1),
        covered=covered,
        strokes=strokes,
    )


def slope_of(picture: NDArray[np.uint8], boxes: Iterable[Box]) -> float:
    """By how much the lines in ``boxes`` fall per pixel to the right: the median of the long ones; 0 with too few."""
    slopes = []
    for box in boxes:
        found = _cropped(picture, box) if box[2] - box[0] > _LONG * (box[3] - box[1]) else None
        if found is None:
            continue
        dark = found[2]
        third = dark.shape[1] // 3
        left, right = (_baseline(part.sum(axis=1)) for part in (dark[:, :third], dark[:, -third:]))
        slopes.append((right - left) / (dark.shape[1] - third))
    return median(slopes) if len(slopes) >= _SOME else 0.0


def _cropped(picture: NDArray[np.uint8], box: Box) -> tuple[int, int, NDArray[np.bool_]] | None:
    """The left and top edge of ``box`` in whole pixels, and where there is ink in it."""
    height, width = picture.shape
    left, top, right, bottom = (round(value) for value in box)
    left, top, right, bottom = max(0, left), max(0, top), min(width, right), min(height, bottom)
    if right - left < _LEAST or bottom - top < _LEAST:
        return None
    dark = _ink(picture[top:bottom, left:right])
    return None if dark is None else (left, top, dark)


def _ink(crop: NDArray[np.uint8]) -> NDArray[np.bool_] | None:
    """Where the letters are, be they dark on light paper or light on dark."""
    low, middle, high = np.percentile(crop, (2, 50, 98))
    if high - low < _CONTRAST:
        return None
    threshold = (float(low) + float(high)) / 2
    return crop < threshold if middle >= threshold else crop > threshold


def _level(dark: NDArray[np.bool_], slope: float) -> NDArray[np.bool_]:
    """The same with every column moved up or down, so that the line is level about its middle."""
    width = dark.shape[1]
    if abs(slope) * width < 2:
        return dark
    shifts = np.rint((np.arange(width) - width / 2) * slope).astype(int)
    out = np.zeros_like(dark)
    for shift in np.unique(shifts):
        where = shifts == shift
        out[:, where] = np.roll(dark[:, where], -shift, axis=0)
    return out


def _baseline(rows: NDArray[np.int64]) -> int:
    """The first row below the letters: where, in the lower half, the ink ends most suddenly."""
    smooth = np.convolve(rows, (0.25, 0.5, 0.25), "same")
    drops = smooth[:-1] - smooth[1:]
    half = len(rows) // 2
    return half + int(np.argmax(drops[half:])) + 1


def _top(inked: NDArray[np.bool_], base: int) -> int:
    """The first row of the letters: above it is white, and beyond, if anything, the feet of the line before."""
    above = np.flatnonzero(~inked[: base - _LEAST]) if base > _LEAST else np.array([], dtype=int)
    return int(above[-1]) + 1 if len(above) else int(np.flatnonzero(inked)[0])


def _x_line(rows: NDArray[np.int64], first: int, base: int) -> int:
    """The first row of the small letters: where, high above the baseline and its serifs, ink begins most suddenly."""
    smooth = np.convolve(rows, (0.25, 0.5, 0.25), "same")
    end = base - round(_FEET * (base - first))
    rises = smooth[first + 1 : end] - smooth[first : end - 1]
    return first + int(np.argmax(rises)) + 1 if len(rises) else first


def _counted(body: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Running sums over the columns of ``body``: pixels of ink, and strokes that begin."""
    begins = body.copy()
    begins[:, 1:] &= ~body[:, :-1]
    covered, strokes = (np.concatenate(([0], np.cumsum(part.sum(axis=0)))) for part in (body, begins))
    return covered, strokes


def pitch(ink: Ink) -> tuple[float, float]:
    """The step, in em, at which the gaps between the letters recur best, and how well they do: 0 to 1, all in step.

    Letters of one width leave a gap at every step, and blanks leave out some; where widths differ, no step suits
    more than a few letters (a mean of unit vectors, Rayleigh's test).
    """
    middles = [(left + right) / 2 - ink.left for left, right in ink.gaps if right - left < _BODY_GAP * ink.size]
    if len(middles) < _FEWEST:
        return 0.0, 0.0
    turns = np.asarray(middles)[None, :] / (_PITCHES[:, None] * ink.size)
    agreement = np.abs(np.exp(2j * np.pi * turns).mean(axis=1))
    best = int(agreement.argmax())
    return float(_PITCHES[best]), float(agreement[best])
