"""What readers have marked and written on a page: highlights with the words under them, notes, drawings with a text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pypdfium2.raw as pdfium_c

from pdf_extractor_ai.geometric.page import Comment, Line
from pdf_extractor_ai.geometric.reader.annotations import MAX_TEXT, each_annotation, string_value
from pdf_extractor_ai.geometric.reader.glyphs import Affine

_KINDS = {
    pdfium_c.FPDF_ANNOT_HIGHLIGHT: "Highlight",
    pdfium_c.FPDF_ANNOT_UNDERLINE: "Underline",
    pdfium_c.FPDF_ANNOT_SQUIGGLY: "Underline",
    pdfium_c.FPDF_ANNOT_STRIKEOUT: "Strike-out",
    pdfium_c.FPDF_ANNOT_TEXT: "Note",
    pdfium_c.FPDF_ANNOT_CARET: "Insertion",
    **dict.fromkeys(
        (
            pdfium_c.FPDF_ANNOT_LINE,
            pdfium_c.FPDF_ANNOT_SQUARE,
            pdfium_c.FPDF_ANNOT_CIRCLE,
            pdfium_c.FPDF_ANNOT_POLYGON,
            pdfium_c.FPDF_ANNOT_POLYLINE,
            pdfium_c.FPDF_ANNOT_INK,
            pdfium_c.FPDF_ANNOT_STAMP,
        ),
        "Drawing",
    ),
}
_QUOTING = frozenset({"Highlight", "Underline", "Strike-out"})
_MAX_QUADS = 5000  # of one page: each is looked for in every line
_MAX_AUTHOR = 100


def read_comments(page: Any, frame: Affine) -> list[Comment]:
    """The markup annotations of a page (ISO 32000-1, 12.5.6.2) that a viewer shows, in the order of the file."""
    found: list[Comment] = []
    left = _MAX_QUADS
    for annotation, subtype, box in each_annotation(page, frame, _KINDS):
        text = " ".join(string_value(annotation, b"Contents").split())
        author = " ".join(string_value(annotation, b"T").split())[:_MAX_AUTHOR]
        quads = _quads(annotation, frame, left)
        left -= len(quads)
        found.append(Comment(*box, _KINDS[subtype], text[:MAX_TEXT], author, quads))
    return found


def quote(comments: Iterable[Comment], lines: Iterable[Line]) -> list[Comment]:
    """The comments that say something, each with the words that it marks."""
    lines = list(lines)
    kept = []
    for comment in comments:
        if comment.kind in _QUOTING:
            comment.quote = " ".join(" ".join(_under(comment, line) for line in lines).split())
        if comment.text or comment.quote:
            kept.append(comment)
    return kept


def _quads(annotation: Any, frame: Affine, most: int) -> list[tuple[float, float, float, float]]:
    points = pdfium_c.FS_QUADPOINTSF()
    boxes = []
    for index in range(min(pdfium_c.FPDFAnnot_CountAttachmentPoints(annotation), most)):
        if pdfium_c.FPDFAnnot_GetAttachmentPoints(annotation, index, points):
            xs = (points.x1, points.x2, points.x3, points.x4)
            ys = (points.y1, points.y2, points.y3, points.y4)
            boxes.append(frame.box(min(xs), min(ys), max(xs), max(ys)))
    return boxes


def _under(comment: Comment, line: Line) -> str:
    """The characters of a line whose middle lies in one of the marked boxes."""
    middle = (line.y0 + line.y1) / 2
    boxes = [(x0, x1) for x0, y0, x1, y1 in comment.quads if y0 <= middle <= y1]
    if not boxes:
        return ""
    centres = ((left + right) / 2 for left, right in zip(line.xs, line.xs[1:], strict=False))
    return "".join(
        char for char, x in zip(line.text, centres, strict=False) if any(left <= x <= right for left, right in boxes)
    )
