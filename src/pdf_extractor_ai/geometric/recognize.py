"""OCR of one page: render, straighten, read, and lay the lines down as the same records that a text layer gives.

OCR lines then run through the layout engine like any others (`geometric.ocr_lines`).
"""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pdf_extractor_ai.errors import LimitExceededError, OcrError
from pdf_extractor_ai.geometric.ocr_lines import page_lines
from pdf_extractor_ai.geometric.page import Line, Page
from pdf_extractor_ai.geometric.picture_areas import picture_areas
from pdf_extractor_ai.geometric.picture_rules import picture_rules, underlines, without_rules
from pdf_extractor_ai.geometric.scans import ScanStatus, scan_status
from pdf_extractor_ai.ocr import OcrEngine, OcrLine
from pdf_extractor_ai.pdfium import opened
from pdf_extractor_ai.report import Flag

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 300
"""Resolution that pages are rendered at for OCR."""

MAX_PIXELS = 40_000_000
"""Larger pages are rendered at a lower resolution."""

_LEAST, _SCRAP = 0.7, 2  # so few letters read with less confidence are smudges and symbols taken for letters
_USELESS = 0.6  # mean confidence below which even a bad text layer is kept
_SURE = 0.8  # mean confidence below which a page may lie on its head: upside down it is at most 0.73
_INK = 40  # grey levels between paper and ink; less contrast than that is an empty page
_MIN_INK = 2e-5  # share of the page that ink must cover: below it is dust


@dataclass(frozen=True, slots=True)
class Recognised:
    """A page with its OCR lines, and what the reader of the report should know of them.

    Codes of ``flags``: ``ocr`` (always when lines were read), ``ocr_low_confidence``, ``blank`` (an empty sheet),
    ``ocr_failed`` (the engine broke down; the page is as it was).
    """

    page: Page
    flags: tuple[Flag, ...] = ()
    confidence: float = 0.0


def ocr_page(
    data: bytes, page: Page, engine: OcrEngine, *, languages: tuple[str, ...] = (), status: ScanStatus | None = None
) -> Recognised:
    """``page`` (its number says which of the PDF in ``data``) with lines that ``engine`` read from its picture.

    ``blank`` and ``text`` pages come back as they are and the engine is not called, nor is it for a scan of an
    empty sheet. The lines of a rubbish text layer move to ``hidden`` with the reason ``bad_layer``; a stamp
    beside a scan stays, and the OCR lines over it are dropped. A page that was scanned on its side is turned
    upright as ``Page.turn`` says. Boxes are those of the straightened picture: at 2 degrees of skew they are off by
    up to 10 points at the page's edge.
    """
    status = status or scan_status(page)
    if status not in ("scan", "bad_layer"):
        return Recognised(page)
    image, dpi = render(data, page.number)
    if page.turn:
        image = image.rotate(-page.turn, expand=True)
    if not has_ink(image):
        return Recognised(page, (Flag("blank", "The page is a picture of an empty sheet.", page.number),))
    try:
        image = straightened(image)
        turn, lines = _read(engine, image, languages, dpi)
    except (OcrError, LimitExceededError) as error:
        return Recognised(page, (Flag("ocr_failed", str(error), page.number, remedy=error.remedy),))
    lines = [line for line in lines if len(line.text) > _SCRAP or line.confidence >= _LEAST]
    if not lines:
        return Recognised(page)
    confidence = _confidence(lines)
    flags = _flags(page.number, engine, languages, confidence)
    if status == "bad_layer" and confidence < _USELESS:
        return Recognised(page, flags[1:], confidence)
    target = _turned(page, turn)
    if status == "bad_layer":
        layer = [("bad_layer", line) for line in target.lines + target.turned]
        target = replace(target, lines=[], turned=[], hidden=target.hidden + layer)
    upright = image.rotate(-turn, expand=True) if turn else image
    rules = picture_rules(upright, dpi, lines)
    read = page_lines(lines, dpi, without_rules(upright, rules, dpi))
    found = [line for line in read if not any(_over(line, kept) for kept in target.lines)]
    # What the page has drawn itself is more exact than what is seen of it.
    rules = target.rules or [rule for rule in rules if not any(underlines(rule, line) for line in found)]
    bitmaps = target.bitmaps + (picture_areas(upright, dpi, lines, rules) if status == "scan" else [])
    target = replace(target, lines=target.lines + found, rules=rules, bitmaps=bitmaps)
    return Recognised(target, flags, confidence)


def render(data: bytes, number: int, *, dpi: int = DPI) -> tuple[Image, int]:
    """Page ``number`` (1-based) as a grey picture, and its resolution: ``dpi``, or less for a huge page."""
    with opened(data) as document:
        page = document[number - 1]
        try:
            width, height = page.get_size()
            area = max(1.0, width * height) / 72**2
            dpi = max(1, min(dpi, int(math.sqrt(MAX_PIXELS / area))))
            return page.render(scale=dpi / 72, grayscale=True, may_draw_forms=False).to_pil().convert("L"), dpi
        finally:
            page.close()


def has_ink(image: Image) -> bool:
    """False for a picture of an empty sheet, however grey or dusty the paper."""
    histogram = image.convert("L").histogram()
    total = sum(histogram)
    paper = max(range(256), key=histogram.__getitem__)
    far = sum(count for level, count in enumerate(histogram) if abs(level - paper) >= _INK)
    return far > _MIN_INK * total


def straightened(image: Image) -> Image:
    """The picture turned so that its lines of text are level; unchanged when they are within 0.2 degrees."""
    angle = skew(image)
    if abs(angle) < 0.2:
        return image
    from PIL.Image import Resampling

    return image.rotate(-angle, resample=Resampling.BICUBIC, fillcolor=255)


def skew(image: Image, *, limit: float = 5.0) -> float:
    """Degrees by which the lines of text rise to the right, within ``limit`` either way; 0.0 when none stand out.

    Level lines fill few rows of pixels and leave the gaps empty: the angle is the one at which the number of dark
    pixels per row varies most.
    """
    import numpy as np

    small = image.convert("L")
    small.thumbnail((1000, 1000))
    grey = np.asarray(small)
    # threshold half way between paper and the darkest hundredth
    paper, ink = np.percentile(grey, (80, 1))
    ys, xs = np.nonzero(grey < (paper + ink) / 2)
    if paper - ink < _INK or len(xs) < 200:
        return 0.0
    step = max(1, len(xs) // 60_000)
    xs, ys = xs[::step] - grey.shape[1] / 2, ys[::step]

    def contrast(degrees: float) -> float:
        rows = np.rint(ys + xs * math.tan(math.radians(degrees))).astype(int)
        return float(np.square(np.bincount(rows - rows.min())).sum())

    level = contrast(0.0)
    best = max((step / 2 for step in range(int(-2 * limit), int(2 * limit) + 1)), key=contrast)
    best = max((best + step / 10 for step in range(-5, 6)), key=contrast)
    return best if contrast(best) > 1.05 * level else 0.0


def _read(engine: OcrEngine, image: Image, languages: tuple[str, ...], dpi: int) -> tuple[int, list[OcrLine]]:
    """Lines, and the clockwise turn (0, 90, 180, 270) of the picture at which they read best."""
    best = (0, engine.read(image, languages=languages, dpi=dpi))
    if not best[1]:
        return best
    letters = sum(len(line.text) for line in best[1])
    tall = sum(len(line.text) for line in best[1] if line.box[3] - line.box[1] > 1.5 * (line.box[2] - line.box[0]))
    sideways = tall > letters / 2
    if not sideways and _confidence(best[1]) >= _SURE:
        return best
    for turn in (270, 90) if sideways else (180,):
        lines = engine.read(image.rotate(-turn, expand=True), languages=languages, dpi=dpi)
        if (sideways and best[0] == 0) or _weight(lines) > _weight(best[1]):
            best = (turn, lines)
        if _confidence(best[1]) >= _SURE and best[0]:
            break
    return best


def _confidence(lines: Sequence[OcrLine]) -> float:
    letters = sum(len(line.text) for line in lines)
    return _weight(lines) / letters if letters else 0.0


def _weight(lines: Sequence[OcrLine]) -> float:
    return sum(line.confidence * len(line.text) for line in lines)


def _over(line: Line, kept: Line) -> bool:
    """True when more than half of the OCR line lies on text that the page has already."""
    width = min(line.x1, kept.x1) - max(line.x0, kept.x0)
    height = min(line.y1, kept.y1) - max(line.y0, kept.y0)
    return width > 0 and height > 0 and width * height > 0.5 * line.width * line.height


def _turned(page: Page, turn: int) -> Page:
    """The page turned clockwise by ``turn`` degrees: what is not text goes along, earlier text lines stay behind.

    A stamp that was upright is not so any more, hence it becomes one of the ``turned`` lines.
    """
    if not turn:
        return page
    # The way back from the paper to the upright frame is the way there with the opposite turn.
    back = Page(0, page.width, page.height, turn=360 - turn)
    moved = copy.deepcopy(page)
    moved.width, moved.height = (page.height, page.width) if turn in (90, 270) else (page.width, page.height)
    moved.turn = (page.turn + turn) % 360
    moved.turned, moved.lines = moved.lines + moved.turned, []
    for line in moved.turned:
        line.angle = (line.angle - turn) % 360
    hidden = [line for _, line in moved.hidden]
    for items in (
        moved.turned,
        hidden,
        moved.rules,
        moved.fills,
        moved.shapes,
        moved.bitmaps,
        moved.links,
        moved.notes,
    ):
        for item in items:
            item.x0, item.y0, item.x1, item.y1 = back.to_paper(item.x0, item.y0, item.x1, item.y1)
    return moved


def _flags(number: int, engine: OcrEngine, languages: tuple[str, ...], confidence: float) -> tuple[Flag, ...]:
    spoken = ", ".join(languages) or "not known"
    message = f"The text was read by {engine.name} (languages: {spoken}; mean confidence {confidence:.2f})."
    flags = [Flag("ocr", message, number, remedy="Check figures and names against the picture.")]
    unknown = [language for language in languages if not engine.supports(language)]
    if unknown:
        message = f"{engine.name} was not made for: {', '.join(unknown)}."
        remedy = "Install Tesseract with the data of the language, or name another language."
        flags.append(Flag("ocr_language", message, number, remedy=remedy))
    if confidence < _SURE:
        low = f"OCR is unsure of this page: mean confidence {confidence:.2f}."
        flags.append(Flag("ocr_low_confidence", low, number, remedy="Scan it again at 300 dpi, upright and clean."))
    return tuple(flags)
