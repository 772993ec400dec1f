"""Boxes, numbers and the line of the reading order as SVG over a page's picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from pdf_extractor_ai.inspector.marks import Mark
from pdf_extractor_ai.inspector.pictures import Sheet
from pdf_extractor_ai.inspector.style import color_class
from pdf_extractor_ai.report import Box

_TAG = 11.0  # height in points of the tag with the number


def overlay(sheet: Sheet, marks: Sequence[Mark], escape: Callable[[str], str]) -> str:
    """An ``svg`` element in the page's own points; ``escape`` makes text fit for HTML."""
    parts = [
        f'<svg viewBox="0 0 {_n(sheet.width)} {_n(sheet.height)}" preserveAspectRatio="none" role="img" '
        f'aria-label="Boxes on page {sheet.page}">'
    ]
    clipped = [_clipped(mark.box, sheet) for mark in marks]
    points = " ".join(
        f"{_n(box[0] + 2)},{_n(box[1] + 2)}" for mark, box in zip(marks, clipped, strict=True) if mark.number
    )
    parts.append(f'<polyline class="order" points="{points}"/>')
    for index, (mark, box) in enumerate(zip(marks, clipped, strict=True)):
        parts.append(_one(index, mark, box, escape))
    parts.append("</svg>")
    return "\n".join(parts)


def _one(index: int, mark: Mark, box: Box, escape: Callable[[str], str]) -> str:
    colors = color_class(mark.label)
    kind = "" if mark.number else f" {mark.label if mark.label in ('hidden', 'flag') else 'furniture'}"
    tag = ""
    if mark.number:
        width = 4.0 + 5.0 * len(str(mark.number))
        left, top = max(0.0, box[0] - width), max(0.0, box[1] - 1)
        tag = (
            f'<rect class="{colors} tag" x="{_n(left)}" y="{_n(top)}" width="{_n(width)}" height="{_n(_TAG)}"'
            f'/><text class="n" x="{_n(left + width / 2)}" y="{_n(top + 8)}">{mark.number}</text>'
        )
    return (
        f'<a id="box-{mark.page}-{index}" href="#item-{mark.page}-{index}"{"" if mark.number else " class=off"}>'
        f"<title>{mark.number or '–'} {escape(mark.label)}: {escape(mark.text)}</title>"
        f'<rect class="{colors}{kind}" x="{_n(box[0])}" y="{_n(box[1])}" width="{_n(box[2] - box[0])}" '
        f'height="{_n(box[3] - box[1])}"/>{tag}</a>'
    )


def _clipped(box: Box, sheet: Sheet) -> Box:
    """The part of a box that lies on the page; nothing outside draws over the neighbours."""
    x0, x1 = sorted(_within(x, sheet.width) for x in (box[0], box[2]))
    y0, y1 = sorted(_within(y, sheet.height) for y in (box[1], box[3]))
    return x0, y0, x1, y1


def _within(value: float, length: float) -> float:
    return min(max(value, 0.0), length) if math.isfinite(value) else 0.0


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
