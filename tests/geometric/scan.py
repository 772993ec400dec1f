"""A scan of a small PDF, and an engine that reads it without a fault: what is tested is all but the reading."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pypdfium2 as pdfium
from PIL import Image

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.reader import read_pages
from pdf_extractor_ai.ocr import OcrLine

DPI = 300  # what pages are rendered at for OCR
_PADDING = (6, 11, 8, 14, 7)  # pixels: engines leave another margin round every line


def scan(pdf: bytes, *, turned: float = 0.0, dpi: int = 200) -> bytes:
    """The pages of ``pdf`` as grey pictures, turned counter-clockwise by so many degrees, and nothing else."""
    pictures = []
    with pdfium.PdfDocument(pdf) as document:
        for page in document:
            picture = page.render(scale=dpi / 72, grayscale=True).to_pil().convert("L")
            pictures.append(picture.rotate(turned, Image.Resampling.BICUBIC, fillcolor=255))
            page.close()
    out = io.BytesIO()
    pictures[0].save(out, "PDF", save_all=True, append_images=pictures[1:], resolution=dpi, quality=85)
    return out.getvalue()


class PerfectEngine:
    """Tells of every page, one after the other, the lines that stand in ``pdf``, in boxes as loose as an engine's.

    With ``gutter`` lines of two columns that are level are told as one, as engines do where the gap is narrow.
    """

    name = "Perfect"

    def __init__(self, pdf: bytes, *, gutter: float = 0.0) -> None:
        self._pages: Iterator[list[OcrLine]] = iter([_told(page.lines, gutter) for page in read_pages(pdf)])

    def supports(self, language: str) -> bool:
        return True

    def read(self, image: Image.Image, *, languages: tuple[str, ...] = (), dpi: int = DPI) -> list[OcrLine]:
        return next(self._pages)


def _told(lines: list[Line], gutter: float) -> list[OcrLine]:
    scale = DPI / 72
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (line.baseline, line.x0)):
        if rows and abs(rows[-1][-1].baseline - line.baseline) < 1 and 0 <= line.x0 - rows[-1][-1].x1 < gutter:
            rows[-1].append(line)
        else:
            rows.append([line])
    told = []
    for at, row in enumerate(rows):
        pad = _PADDING[at % len(_PADDING)]
        left, right = row[0].x0 * scale - pad, row[-1].x1 * scale + pad
        top = min(line.baseline - 0.75 * line.size for line in row) * scale - pad / 2
        bottom = max(line.baseline + 0.22 * line.size for line in row) * scale + pad / 2
        told.append(OcrLine(" ".join(line.text for line in row), (left, top, right, bottom), 0.99))
    return told
