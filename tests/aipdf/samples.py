"""Where the samples lie, and small PDFs made on the spot."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pikepdf

from tests.shared import DATA, SHARED

SAMPLES = DATA / "aipdf"
FIXTURES = SHARED / "fixtures" / "aipdf"
COEXIST = SHARED / "fixtures" / "coexist"

XML = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<document version="1.0" id="d" lang="en">\n'
    '<section id="s1" level="1" page="1">\n<title id="b1">One</title>\n<paragraph id="b2">Two</paragraph>\n'
    "</section>\n</document>"
)


def plain_pdf(pages: int = 1) -> bytes:
    """A PDF with a sentence on each page, which is no page number."""
    with pikepdf.new() as pdf:
        for number in range(1, pages + 1):
            page = pdf.add_blank_page(page_size=(612, 792))
            font = pikepdf.Dictionary(
                Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
            )
            page.obj["/Resources"] = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
            page.obj["/Contents"] = pdf.make_stream(
                f"BT /F1 12 Tf 72 700 Td (Page {number} tells of sand.) Tj ET".encode()
            )
        return saved(pdf)


def saved(pdf: pikepdf.Pdf, objects: pikepdf.ObjectStreamMode = pikepdf.ObjectStreamMode.preserve) -> bytes:
    """The bytes of ``pdf``; ``objects`` says whether they lie in object streams."""
    buffer = BytesIO()
    pdf.save(buffer, deterministic_id=True, object_stream_mode=objects)
    return buffer.getvalue()


def contents(data: bytes) -> list[bytes]:
    """The raw content streams of all pages."""
    with pikepdf.open(BytesIO(data)) as pdf:
        return [page.obj.Contents.read_raw_bytes() for page in pdf.pages]


def written(folder: Path, name: str, text: str) -> Path:
    """A text file in ``folder``."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
