"""What an OCR engine read, as the same records that a text layer gives: sizes, weights, baselines, edges of words.

An engine tells text and boxes only; the rest is measured in the picture (`geometric.ink`), and estimated from the box
where there is nothing to measure.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from pdf_extractor_ai.geometric.bidi import has_rtl
from pdf_extractor_ai.geometric.chunks import SPLIT
from pdf_extractor_ai.geometric.ink import TALL, Box, Ink, measured, pitch, slope_of
from pdf_extractor_ai.geometric.page import Line, Page, Run, Style

if TYPE_CHECKING:
    from PIL.Image import Image

    from pdf_extractor_ai.ocr import OcrLine

FONT = "ocr"
"""Font name in the `Style` of every line that comes from OCR."""

_BOX_TO_SIZE = 1.2  # height of a detected line box over its font size; measured, 1.1 to 1.3 for prose
_SHALLOW = 0.86  # the same without a descender
_DESCENDERS = frozenset("gjpqyQ,;()[]{}|")
_DESCENT = 0.22
_ALIKE = 0.09  # measured sizes vary from line to line; within this share of a commoner one it is the same
_VAGUE = 0.25  # and so do heights of boxes, but more
_BOLD = 1.22  # strokes this much wider than the page's usual ones, as shares of the size, are bold
_RAGGED = 0.7  # pixels
_SMALL = 0.9  # share of the usual size: smaller type has heavier strokes for its size
_START, _CHANGE = 0.35, 0.35  # letters, times by how much they are bold: before a line is, before words of it differ
_MONO, _MANY = 0.75, 12  # so many gaps in step by so much are those of a face with one width
_CODE = 3.5  # steps; code is aligned with narrower gaps
_SAME_PITCH, _IN_STEP = 0.012, 0.6  # em; with the same step as such lines fewer gaps tell
_MERGED = 1.2  # usual sizes: more is no size where a line may be of two that do not stand level
_SEVERAL = 3  # small letters, or blanks of a line
_SPACED, _STRETCHED = 0.08, 1.5  # em between letters that are not spaced; usual blanks of a line that is stretched
_NUMBER = re.compile(r"(\d+|[A-Z])(\.\d+)*\.?")
_WORD = re.compile(r"[^\W\d_]{3}|^[\d.]+$|^[IVX]+\b")
"""Words and numbers of headings; letters of formulas are only as large as the text, however tall their line is."""
_X_HEIGHT = 0.46 / 0.7  # of the height of tall letters, in usual faces
_BLANK = 0.12  # em: a narrower gap is none between words
_FIT = 0.45  # a word may be so much narrower or wider than usual widths say; else the gaps are not those of the text
_SIDES = 0.75  # steps: the white beside the first and the last letter
_NARROW, _WIDE = frozenset("iIljt.,:;'!|()[]f "), frozenset("mwMW@%—")


@dataclass(frozen=True, slots=True)
class _Seen:
    """A line of text with its box in pixels, what could be measured of it, and its font size in pixels."""

    text: str
    box: Box
    ink: Ink | None
    size: float


def page_lines(lines: Sequence[OcrLine], dpi: int, picture: Image | None = None) -> list[Line]:
    """OCR lines as `Line` records in points, from top to bottom; ``picture`` is what the engine read.

    Sizes near a commoner one of the page are that one, so that a page of prose has one size and only what is really
    larger can become a heading; `even_sizes` does the same for all pages. Lines whose strokes are wider than the
    page's are bold, those whose letters stand in step are of a face with one width.
    """
    seen = _seen(lines, picture)
    scale = 72 / dpi
    prose = median([item.size for item in seen for _ in item.text] or [0.0])
    usual = _usual(seen)
    small = max(usual, min(1.3 * usual, _usual([item for item in seen if item.size < _SMALL * prose])))
    records = [
        _record(
            item,
            Style(FONT, item.size * scale, mono=mono),
            _bold(small if item.size < _SMALL * prose else usual, item.size),
            scale,
        )
        for item, mono in zip(seen, _steps(seen), strict=True)
    ]
    for number, (item, follows) in enumerate(pairwise(seen)):
        if item.box[1::2] == follows.box[1::2] and _NUMBER.fullmatch(item.text):
            records[number].runs = records[number + 1].runs[:1]  # cut off the same line
    _even(records, _ALIKE if picture is not None else _VAGUE)
    records.sort(key=lambda record: (record.baseline, record.x0))
    for order, record in enumerate(records):
        record.order = order
    return records


def even_sizes(pages: Iterable[Page]) -> None:
    """Give all OCR lines of a document that are nearly of one size the commonest of these sizes."""
    _even([line for page in pages for line in page.lines if line.runs[0].style.font == FONT], _ALIKE)


def _seen(lines: Sequence[OcrLine], picture: Image | None) -> list[_Seen]:
    """The lines that are not empty, measured; one with gaps as wide as those between columns is several."""
    texts = [(" ".join(line.text.split()), line.box) for line in lines if line.text.strip()]
    texts = [(text, box) for text, box in texts if box[2] > box[0] and box[3] > box[1]]
    if picture is None:
        return [_Seen(text, box, None, _size(text, box)) for text, box in texts]
    grey = np.asarray(picture.convert("L"))
    slope = slope_of(grey, (box for _, box in texts))
    found = [(text, box, measured(grey, text, box, slope)) for text, box in texts]
    usual = median([ink.size for text, _, ink in found for _ in text if ink] or [0.0])
    parts = []
    for text, box, ink in found:
        pieces = _pieces(text, box, ink, min(ink.size, _MERGED * usual)) if ink else []
        parts += [(piece, edges, measured(grey, piece, edges, slope)) for piece, edges in pieces] or [(text, box, ink)]
    return _sized(parts)


def _pieces(text: str, box: Box, ink: Ink, size: float) -> list[tuple[str, Box]]:
    """The text and boxes of the parts between gaps too wide for type of ``size`` pixels; nothing without such gaps."""
    gaps = _blanks(text, ink)
    words = text.split(" ")
    blanks = [right - left for left, right in gaps]
    letters = [right - left for left, right in ink.gaps if (left, right) not in set(gaps)]
    # Faces with wide letter spacing, and those with one width, have wide blanks too.
    wide = SPLIT * size + 2 * max(0.0, median(letters or [0]) - _SPACED * size)
    if len(blanks) >= _SEVERAL:
        wide = max(wide, min(_STRETCHED * median(blanks), size))
    step, agreement = pitch(ink)
    if agreement > _MONO and len(ink.gaps) >= _MANY:
        wide = max(wide, _CODE * step * size)
    cuts = [at for at, blank in enumerate(blanks) if blank > wide]
    if not cuts:
        return []
    _, top, _, bottom = box
    lefts = [ink.left, *(gaps[at][1] for at in cuts)]
    rights = [*(gaps[at][0] for at in cuts), ink.right]
    texts = [" ".join(words[start:end]) for start, end in pairwise([0, *(at + 1 for at in cuts), len(words)])]
    return [(part, (left, top, right, bottom)) for part, left, right in zip(texts, lefts, rights, strict=True)]


def _sized(parts: Sequence[tuple[str, Box, Ink | None]]) -> list[_Seen]:
    """The parts with their sizes; those without tall letters by the height that small ones have on this page."""
    shares = [
        ink.x_height / (ink.baseline - ink.top) for text, _, ink in parts if ink and not ink.low and len(text) > 9
    ]
    share = median(shares) if shares else _X_HEIGHT
    usual = median([ink.size for text, _, ink in parts for _ in text if ink and not ink.low] or [0.0])
    return [_Seen(text, box, ink, _size_of(text, box, ink, share, usual)) for text, box, ink in parts]


def _size_of(text: str, box: Box, ink: Ink | None, share: float, usual: float) -> float:
    if ink is None:
        return _size(text, box)
    if ink.low:
        return ink.size * _X_HEIGHT / share
    if not usual or not any(map(str.isalnum, text)):
        return usual or ink.size  # a dot or a dash has no height to tell
    # Brackets, accents, indices and signs of sums make a line tall; its small letters are as they were.
    small = ink.x_height / share * TALL
    if sum(map(str.islower, text)) >= _SEVERAL and abs(small - usual) < _ALIKE * usual:
        return usual
    return ink.size if _WORD.search(text) else min(ink.size, usual)


def _size(text: str, box: Box) -> float:
    """Font size in pixels by the height of the box, which is lower where no letter goes below the baseline."""
    return (box[3] - box[1]) / _BOX_TO_SIZE / (1.0 if _DESCENDERS.intersection(text) else _SHALLOW)


def _usual(seen: Sequence[_Seen]) -> float:
    """The usual width of strokes, as a share of the size; 0 when nothing could be measured."""
    return median([item.ink.stroke() / item.size for item in seen for _ in item.text if item.ink] or [0.0])


def _bold(usual: float, size: float) -> float:
    """From which share of the ``size`` on a stroke is bold: clearly wider than usual, and not by a ragged edge."""
    return max(_BOLD * usual, usual + _RAGGED / size) if size else 0.0


def _steps(seen: Sequence[_Seen]) -> list[bool]:
    """For every line whether its letters stand in step: by themselves, or with those of lines that surely do."""
    found = [(*pitch(item.ink), len(item.ink.gaps)) if item.ink else (0.0, 0.0, 0) for item in seen]
    sure = [step for step, agreement, count in found if agreement > _MONO and count >= _MANY]
    return [
        agreement > _IN_STEP
        and any(abs(step - other) < _SAME_PITCH for other in sure)
        and (count >= _MANY or (item.ink is not None and _counts(item.text, item.ink, step)))
        for item, (step, agreement, count) in zip(seen, found, strict=True)
    ]


def _counts(text: str, ink: Ink, step: float) -> bool:
    """Whether the line is as long as its letters, one step each: a short line may be in step by chance."""
    return -_SIDES < (ink.right - ink.left) / (step * ink.size) - len(text) < _SIDES / 3


def _record(item: _Seen, style: Style, bold: float, scale: float) -> Line:
    """The line in points. Strokes wider than ``bold``, a share of the size, are those of bold letters."""
    left, top, right, bottom = item.box
    baseline = bottom - _DESCENT * (bottom - top)
    gaps: list[tuple[float, float]] = []
    if item.ink:
        left, top, right, bottom = item.ink.left, item.ink.top, item.ink.right, item.ink.bottom
        baseline = item.ink.baseline
        gaps = _blanks(item.text, item.ink)
    left, top, right, bottom, baseline = (value * scale for value in (left, top, right, bottom, baseline))
    xs = array("d", _edges(item.text, left, right, [(start * scale, end * scale) for start, end in gaps]))
    return Line(item.text, left, top, right, bottom, baseline, style.size, xs, tuple(_runs(item, style, bold, gaps)))


def _runs(item: _Seen, style: Style, bold: float, gaps: Sequence[tuple[float, float]]) -> list[Run]:
    """The line's style, bold where its strokes are wide: word by word when their gaps are known."""
    if item.ink is None or not bold:
        return [Run(0, style)]
    words = item.text.split(" ") if gaps else [item.text]
    starts = [item.ink.left, *(gap[1] for gap in gaps)]
    ends = [*(gap[0] for gap in gaps), item.ink.right]
    votes = [
        (item.ink.stroke(start, end) / (bold * item.size) - 1) * sum(map(str.isalnum, word))
        for word, start, end in zip(words, starts, ends, strict=True)
    ]
    states = _states(votes)
    if len(states) > 1 and _NUMBER.fullmatch(words[0]):
        states[0] = states[1]  # digits are too few to tell, and a heading's number is as its words
    runs: list[Run] = []
    at = 0
    for word, heavy in zip(words, states, strict=True):
        if not runs or heavy != runs[-1].style.bold:
            runs.append(Run(at, style._replace(bold=heavy)))
        at += len(word) + 1
    return runs


def _states(votes: Sequence[float]) -> list[bool]:
    """For every word whether it is bold: what agrees best with the votes, when bold costs ``_START`` and every change
    ``_CHANGE``.

    A vote is above 0 for bold. The path is found as Viterbi's algorithm does.
    """
    costs = {False: 0.0, True: _START}
    paths: dict[bool, list[bool]] = {False: [], True: []}
    for vote in votes:
        spent, kept = dict(costs), dict(paths)
        for state in costs:
            stay = spent[state] <= spent[not state] + _CHANGE
            costs[state] = (spent[state] if stay else spent[not state] + _CHANGE) - (vote if state else 0.0)
            paths[state] = [*kept[state if stay else not state], state]
    return paths[costs[True] < costs[False]]


def _blanks(text: str, ink: Ink) -> list[tuple[float, float]]:
    """The gap of every blank in ``text``: the widest ones; none when they are too narrow or the words do not fit.

    Nor for right-to-left words, whose order on the paper an engine does not tell.
    """
    count = 0 if has_rtl(text) else text.count(" ")
    widest = sorted(sorted(ink.gaps, key=lambda gap: gap[0] - gap[1])[:count])
    if not count or len(widest) < count or any(right - left < _BLANK * ink.size for left, right in widest):
        return []
    words = [sum(_widths(word)) for word in text.split(" ")]
    starts, ends = [ink.left, *(gap[1] for gap in widest)], [*(gap[0] for gap in widest), ink.right]
    lengths = [end - start for start, end in zip(starts, ends, strict=True)]
    unit = sum(lengths) / sum(words)
    if any(not _FIT < length / (unit * word) < 1 / _FIT for length, word in zip(lengths, words, strict=True)):
        return []
    return [(float(left), float(right)) for left, right in widest]


def _edges(text: str, left: float, right: float, gaps: Sequence[tuple[float, float]]) -> list[float]:
    """The left edge of every character and, last, the right edge of the line.

    Letters share the width of their word by usual widths; words lie between the ``gaps``, where they are known.
    """
    if not gaps:
        return [*_shared(text, left, right), right]
    edges: list[float] = []
    starts = [left, *(gap[1] for gap in gaps)]
    ends = [*(gap[0] for gap in gaps), right]
    for word, start, end in zip(text.split(" "), starts, ends, strict=True):
        edges += [*_shared(word, start, end), end]  # the blank begins where the word ends
    return edges


def _shared(text: str, left: float, right: float) -> list[float]:
    widths = _widths(text)
    unit = (right - left) / (sum(widths) or 1.0)
    return [left + unit * width for width in accumulate(widths[:-1], initial=0.0)] if widths else []


def _widths(text: str) -> list[float]:
    """Usual widths of the characters, in those of a small letter."""
    return [0.55 if char in _NARROW else 1.5 if char in _WIDE or ord(char) > 0x2E80 else 1.0 for char in text]


def _even(lines: Sequence[Line], alike: float) -> None:
    """Set the sizes of ``lines``: the commonest takes in those near to it, then the commonest of the others."""
    weight: dict[float, int] = {}
    for line in lines:
        size = line.runs[0].style.size
        weight[size] = weight.get(size, 0) + len(line.text)
    named: dict[float, float] = {}
    while len(named) < len(weight):
        usual = max((size for size in weight if size not in named), key=lambda size: (weight[size], size))
        near = {size: weight[size] for size in weight if size not in named and abs(size - usual) <= alike * usual}
        named |= dict.fromkeys(
            near, round(median([size for size, count in near.items() for _ in range(count)]) * 2) / 2
        )
    for line in lines:
        size = named[line.runs[0].style.size]
        line.size = size
        line.runs = tuple(run._replace(style=run.style._replace(size=size)) for run in line.runs)
