"""The one way to PDFium, which is not thread safe: every call in this package is made under one lock.

It is the lock that Docling's own PDFium backend takes, so that a Docling pipeline in another thread of the same
process is kept apart too. It is not reentrant: code that holds it must not call a function here that takes it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

_SAMPLED = 8
_SAMPLE_CHARS = 20_000


def pdfium_lock() -> threading.Lock:
    """The process-wide lock round every PDFium call; importing it costs no more than a small module."""
    from docling.utils.locks import pypdfium2_lock

    return pypdfium2_lock


@contextmanager
def opened(data: bytes, password: str | None = None) -> Iterator[Any]:
    """The ``pypdfium2.PdfDocument`` of ``data``, with the lock held until the end of the ``with`` block.

    Raises ``pypdfium2.PdfiumError`` when PDFium cannot open it. Pages taken from the document must be closed,
    or dropped, before the block ends.
    """
    import pypdfium2

    with pdfium_lock():
        document = pypdfium2.PdfDocument(data, password=password)
        try:
            yield document
        finally:
            document.close()


def sampled(page_count: int) -> list[int]:
    """The numbers of up to eight pages: the first, the last, and others spread evenly between them."""
    if page_count <= _SAMPLED:
        return list(range(1, page_count + 1))
    return [1 + round(step * (page_count - 1) / (_SAMPLED - 1)) for step in range(_SAMPLED)]


def sample_texts(data: bytes) -> dict[int, str]:
    """Page number -> the text that PDFium finds on it, for the pages of a sample that can be read.

    A page takes a few milliseconds; of its characters the first 20,000 count.
    """
    import pypdfium2

    texts: dict[int, str] = {}
    with opened(data) as pdf:
        for number in sampled(len(pdf)):
            try:
                page = pdf[number - 1]
                found = page.get_textpage()
                texts[number] = found.get_text_range(0, min(found.count_chars(), _SAMPLE_CHARS))
                found.close()
                page.close()
            except pypdfium2.PdfiumError:
                continue
    return texts


def page_sizes(data: bytes, password: str | None = None) -> dict[int, tuple[float, float]]:
    """Page number -> width and height in points of the page as it is shown: cropped, and turned as it says."""
    import pypdfium2

    sizes: dict[int, tuple[float, float]] = {}
    with opened(data, password) as pdf:
        for number in range(len(pdf)):
            with suppress(pypdfium2.PdfiumError):
                sizes[number + 1] = pdf.get_page_size(number)
    return sizes
