"""The one way to PDFium, which is not thread safe: every call in this package is made under one lock.

It is the lock that Docling's own PDFium backend takes, so that a Docling pipeline in another thread of the same
process is kept apart too. It is not reentrant: code that holds it must not call a function here that takes it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


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
