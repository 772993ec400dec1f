"""Small PDFs for tests: lines in a few styles, page by page."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from io import BytesIO

from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

Line = tuple[str, str]
"""A style and a text; styles: ``h1 h2 body code cells columns head foot gap``."""

FILLER = (
    "The scheduler places each workload on a node that has enough free memory and processor time to run it without "
    "starving its neighbours on that node."
)
_FONTS = {"h1": ("Helvetica-Bold", 17.0), "h2": ("Helvetica-Bold", 13.0), "code": ("Courier", 10.0)}
_LEFT, _TOP, _WIDTH = 72.0, 700.0, 612.0
_CJK = "HeiseiMin-W3"


def typeset(
    pages: Sequence[Sequence[Line]],
    *,
    plain: bool = False,
    outline: Sequence[tuple[int, str, int]] = (),
    picture: int = 0,
    title: str = "",
) -> bytes:
    """A PDF of ``pages``; ``plain`` sets every line in the look of the text.

    ``outline`` holds (depth, title, page) of bookmarks; ``picture`` is a page that gets a drawing with a caption.
    """
    pdfmetrics.registerFont(UnicodeCIDFont(_CJK))
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=(_WIDTH, 792.0), invariant=1)
    canvas.setTitle(title or "untitled")
    for number, lines in enumerate(pages, start=1):
        for depth, text, page in outline:
            if page == number:
                key = f"{depth}-{text}"
                canvas.bookmarkPage(key)
                canvas.addOutlineEntry(text, key, depth)
        y = _page(canvas, lines, plain)
        if picture == number:
            _drawing(canvas, y)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _page(canvas: Canvas, lines: Sequence[Line], plain: bool) -> float:
    y, foot = _TOP, 40.0
    for style, text in lines:
        text = text.replace("{S}", FILLER)
        if style == "gap":
            y -= 12
        elif style in ("head", "foot") and not plain:
            canvas.setFont("Helvetica", 9)
            canvas.drawString(_LEFT, 760 if style == "head" else foot, text)
            foot -= 11 if style == "foot" else 0
        elif style == "columns":
            left, _, right = text.partition("        ")
            canvas.setFont("Helvetica", 10)
            canvas.drawString(_LEFT, y, left.strip())
            canvas.drawString(330, y, right.strip())
            y -= 13
        elif style == "cells":
            canvas.setFont("Helvetica", 10)
            for index, cell in enumerate(text.split()):
                canvas.drawString(_LEFT + 120 * index, y, cell)
            y -= 16
        else:
            y = _set(canvas, "body" if plain else style, text, y)
    return y


def _set(canvas: Canvas, style: str, text: str, y: float) -> float:
    font, size = _FONTS.get(style, ("Helvetica", 10.0))
    indent = len(text) - len(text.lstrip(" "))
    if any(char >= "\u3000" for char in text):
        font = _CJK
    elif any(ord(char) > 255 for char in text):
        text = text.replace("ﬁ", "fi").replace("ﬂ", "fl").replace("—", "\u2014")
    y -= 10 if style in ("h1", "h2") else 0
    for part in textwrap.wrap(text, 60 if style == "h1" else 88) or [""]:
        canvas.setFont(font, size)
        canvas.drawString(_LEFT + indent * 6, y, part.strip())
        y -= size * 1.3
    return y - (8 if style in ("h1", "h2") else 0)


def _drawing(canvas: Canvas, y: float) -> None:
    from PIL import Image

    image = Image.new("RGB", (120, 80))
    image.putdata([(x * 2, row * 3, 90) for row in range(80) for x in range(120)])
    canvas.drawImage(ImageReader(image), _LEFT, y - 120, 150, 100)
    canvas.setFont("Helvetica", 9)
    canvas.drawString(_LEFT, y - 135, "Figure 1: A gradient of colours")
