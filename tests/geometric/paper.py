"""Small PDFs typeset for one test: lines at a place, in a face and size; bookmarks; read back as Markdown."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from pdf_extractor_ai import ExtractionReport, PdfExtractor, to_markdown

PROSE = "The tanks were filled by hand each morning, and the levels were read again before the pumps had been started."
WIDTH, HEIGHT = 595.0, 842.0
LEFT = 72.0


@dataclass(frozen=True)
class Text:
    """Words whose baseline lies ``y`` points below the top edge of the page."""

    y: float
    words: str
    size: float = 10.0
    face: str = "Times-Roman"
    x: float = LEFT
    centred: bool = False


def bold(y: float, words: str, size: float = 10.0, x: float = LEFT) -> Text:
    """Bold words."""
    return Text(y, words, size, "Times-Bold", x)


def prose(y: float, lines: int = 3, size: float = 10.0, x: float = LEFT, about: str = "") -> list[Text]:
    """A paragraph of full lines; ``about`` begins it."""
    first = [Text(y, f"{about} {PROSE}"[:100].strip(), size, x=x)]
    return first + [Text(y + 12.0 * row, PROSE[:96], size, x=x) for row in range(1, lines)]


def typeset(pages: Sequence[Sequence[Text]], bookmarks: Sequence[tuple[str, int, int]] = (), stated: str = "") -> bytes:
    """A PDF of these pages; ``bookmarks`` are title, depth and page (1-based); it states its title when given one."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=True)
    canvas.setTitle(stated)
    for number, page in enumerate(pages, 1):
        for title, depth, target in bookmarks:
            if target == number:
                canvas.bookmarkPage(f"{title}-{number}")
                canvas.addOutlineEntry(title, f"{title}-{number}", depth)
        for text in page:
            canvas.setFont(text.face, text.size)
            if text.centred:
                canvas.drawCentredString(WIDTH / 2, HEIGHT - text.y, text.words)
            else:
                canvas.drawString(text.x, HEIGHT - text.y, text.words)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def read(pdf: bytes) -> tuple[str, ExtractionReport]:
    """What the default engine makes of it, and what it reports."""
    with PdfExtractor() as extractor:
        result = extractor.extract_result(pdf, name="paper.pdf")
    return to_markdown(result.document), result.report


def markdown(pdf: bytes) -> str:
    """What the default engine makes of it."""
    return read(pdf)[0]


def headings(pdf: bytes) -> list[str]:
    """The heading lines of its Markdown, with their marks."""
    return [line for line in markdown(pdf).splitlines() if line.startswith("#")]
