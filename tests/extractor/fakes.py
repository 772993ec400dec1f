"""Converters without a model, and PDFs without a file."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pikepdf
from docling_core.types.doc import BoundingBox, CoordOrigin, DocItemLabel, DoclingDocument, ProvenanceItem, Size


@cache
def blank_pdf(pages: int, padding: int = 0) -> bytes:
    """A PDF of so many empty pages, made larger by ``padding`` bytes in a stream."""
    pdf = pikepdf.new()
    for _ in range(pages):
        pdf.add_blank_page(page_size=(600, 800))
    if padding:
        pdf.Root.Padding = pdf.make_stream(b"\0" * padding)
    buffer = BytesIO()
    pdf.save(buffer, compress_streams=False)
    return buffer.getvalue()


def place(page: int, left: float = 30, top: float = 40, right: float = 300, bottom: float = 60) -> ProvenanceItem:
    box = BoundingBox(l=left, t=top, r=right, b=bottom, coord_origin=CoordOrigin.TOPLEFT)
    return ProvenanceItem(page_no=page, bbox=box, charspan=(0, 0))


class FakeConverter:
    """Says ``page N`` for each page, and remembers what it was asked."""

    def __init__(self, *, before: Callable[[tuple[int, int]], None] | None = None) -> None:
        self.ranges: list[tuple[int, int]] = []
        self.threads: list[str] = []
        self.streams: list[Any] = []
        self.names: list[str] = []
        self._before = before

    def convert(self, source: Any, *, page_range: tuple[int, int]) -> Any:
        self.ranges.append(page_range)
        self.threads.append(threading.current_thread().name)
        self.streams.append(source.stream)
        self.names.append(source.name)
        assert source.stream.read(4) == b"%PDF"
        source.stream.close()
        if self._before is not None:
            self._before(page_range)
        document = DoclingDocument(name="page")
        for page in range(page_range[0], page_range[1] + 1):
            document.add_page(page_no=page, size=Size(width=600, height=800))
            document.add_text(DocItemLabel.TEXT, f"page {page}", prov=place(page))
        return SimpleNamespace(document=document)


class ChunkingConverter(FakeConverter):
    """A fake that Docling could have made: it takes several pages at once."""

    def initialize_pipeline(self, form: object) -> None:
        """Nothing to prepare."""


class Factory:
    """Makes converters and remembers them."""

    def __init__(self, make: Callable[[], FakeConverter] = FakeConverter) -> None:
        self.flags: list[bool] = []
        self.made: list[FakeConverter] = []
        self.threads: list[str] = []
        self._make = make

    def __call__(self, do_ocr: bool) -> FakeConverter:
        self.flags.append(do_ocr)
        self.threads.append(threading.current_thread().name)
        self.made.append(self._make())
        return self.made[-1]
