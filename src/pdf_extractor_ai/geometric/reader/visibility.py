"""Which text no viewer shows, and why: the first line of defence against text that is meant for machines only."""

from __future__ import annotations

from functools import lru_cache

from pdf_extractor_ai.geometric.page import Bitmap, Fill, Shape
from pdf_extractor_ai.geometric.reader.glyphs import Affine, Glyph, TextRun
from pdf_extractor_ai.geometric.reader.objects import Box, Drawing

# Below this size (points) nobody reads it on paper; it is the size of a speck.
_TINY = 1.2
_WHITE = 0xFFFFFF
_MAX_COVERS = 400
# Steps of a colour channel (of 255) that no eye tells apart on a screen: 0.99 grey on white is as good as white.
_SAME = 6
# An image over most of the page makes the invisible text an OCR layer, which is the page's real text.
_SCAN_COVER = 0.7


def mark_hidden(
    runs: list[TextRun], glyphs: list[Glyph], frame: Affine, size: tuple[float, float], drawing: Drawing
) -> None:
    """Set ``invisible`` of every run that cannot be seen: reason codes as in the report.

    ``invisible`` (rendering mode 3 or 7), ``transparent``, ``layer_off``, ``tiny``, ``clipped``, ``off_page``,
    ``covered``, ``same_color``.
    """
    boxes = _run_boxes(runs, glyphs, frame)
    scan = _covered_by_images(drawing.bitmaps, size)
    for run, box in zip(runs, boxes, strict=True):
        if box is None:
            continue
        if run.invisible:
            if run.invisible == "invisible" and scan:
                run.invisible = ""
            continue
        run.invisible = _reason(run, box, size, drawing)


def _run_boxes(runs: list[TextRun], glyphs: list[Glyph], frame: Affine) -> list[Box | None]:
    boxes: list[list[float] | None] = [None] * len(runs)
    for text, x0, y0, x1, y1, run in glyphs:
        if text <= " ":
            continue
        box = boxes[run]
        if box is None:
            boxes[run] = [x0, y0, x1, y1]
            continue
        if x0 < box[0]:
            box[0] = x0
        if y0 < box[1]:
            box[1] = y0
        if x1 > box[2]:
            box[2] = x1
        if y1 > box[3]:
            box[3] = y1
    return [None if box is None else frame.box(*box) for box in boxes]


def _covered_by_images(bitmaps: list[Bitmap], size: tuple[float, float]) -> bool:
    area = sum((b.x1 - b.x0) * (b.y1 - b.y0) for b in bitmaps)
    return area >= _SCAN_COVER * size[0] * size[1]


def _reason(run: TextRun, box: Box, size: tuple[float, float], drawing: Drawing) -> str:
    painted = drawing.texts.get(run.address)
    if painted is not None and painted.off:
        return "layer_off"
    if run.style.size < _TINY:
        return "tiny"
    if box[2] <= 0 or box[3] <= 0 or box[0] >= size[0] or box[1] >= size[1]:
        return "off_page"
    if painted is None:
        return ""
    if painted.clip is not None and _outside(box, painted.clip):
        return "clipped"
    return _by_paint(run, box, painted.order, drawing)


def _outside(box: Box, clip: Box) -> bool:
    middle_x, middle_y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    width = min(box[2], clip[2]) - max(box[0], clip[0])
    return (
        width <= 0
        or (not clip[1] - 1 <= middle_y <= clip[3] + 1 and not clip[0] <= middle_x <= clip[2])
        or (min(box[3], clip[3]) - max(box[1], clip[1]) <= 0)
    )


def _by_paint(run: TextRun, box: Box, order: int, drawing: Drawing) -> str:
    under = None
    for painted, fill in drawing.covers[-_MAX_COVERS:] if drawing.covers else ():
        if fill.x0 <= box[0] + 1 and fill.y0 <= box[1] + 3 and fill.x1 >= box[2] - 1 and fill.y1 >= box[3] - 3:
            if painted > order:
                return "covered"
            under = fill.color
    if under is None:
        if not _alike(run.color, _WHITE) or _touches(box, drawing):
            return ""
        return "same_color"
    return "same_color" if _alike(run.color, under) and not _touches(box, drawing, fills=False) else ""


@lru_cache(maxsize=4096)
def _alike(one: int, other: int) -> bool:
    return all(abs((one >> shift & 255) - (other >> shift & 255)) <= _SAME for shift in (0, 8, 16))


def _touches(box: Box, drawing: Drawing, *, fills: bool = True) -> bool:
    """True when something of unknown colour may lie behind the text."""
    areas: list[Bitmap | Shape | Fill] = [*drawing.bitmaps, *drawing.shapes, *(drawing.fills if fills else ())]
    return any(area.x0 < box[2] and area.x1 > box[0] and area.y0 < box[3] and area.y1 > box[1] for area in areas)
