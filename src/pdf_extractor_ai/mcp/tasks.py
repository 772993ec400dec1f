"""What worker processes do: read a PDF into a record, give it a layer, draw a page. Runs in those processes only."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pdf_extractor_ai.errors import LimitExceededError, NothingFoundError
from pdf_extractor_ai.mcp.record import DocumentRecord

if TYPE_CHECKING:
    from pdf_extractor_ai.extractor import PdfExtractor
    from pdf_extractor_ai.job import Progress

Tell = Callable[[Any], None]

LONG_SIDE = 1568
"""Pixels of the longer side of a drawn page: what vision models take without shrinking it."""
_MAX_SCALE = 3.0


class Task(Protocol):
    """A piece of work that travels to a worker process by pickle, as its result travels back."""

    def run(self, tell: Callable[[Progress], None]) -> Any:
        """The result; ``tell`` is called with each step."""


@cache
def extractor() -> PdfExtractor:
    """The extractor of this process, made when it is first needed."""
    from pdf_extractor_ai.extractor import PdfExtractor

    return PdfExtractor()


@dataclass(frozen=True, slots=True)
class WarmUp:
    """Imports what takes seconds, so that the first document does not wait for it."""

    def run(self, tell: Tell) -> None:
        """Nothing but the imports."""
        from pdf_extractor_ai.converters import build_converter

        build_converter(False)


@dataclass(frozen=True, slots=True)
class ReadTask:
    """A PDF to be read into a record."""

    data: bytes = field(repr=False)
    name: str
    identifier: str
    max_pages: int
    ocr: bool = False
    password: str = field(default="", repr=False)

    def run(self, tell: Tell) -> DocumentRecord:
        """The record. Raises ``LimitExceededError`` for too many pages, and what an extraction raises."""
        from pdf_extractor_ai.aipdf import find_layer
        from pdf_extractor_ai.mcp.recording import record_of
        from pdf_extractor_ai.source import open_source

        source = open_source(self.data, name=self.name, password=self.password or None)
        if source.page_count > self.max_pages:
            raise LimitExceededError(
                f"too many pages: {self.name} has {source.page_count}, the limit is {self.max_pages}",
                remedy="Start the server with a larger --max-pages.",
            )
        # A layer can say what no page shows: agents read it by its own tools, knowing what it is.
        result = extractor().extract_result(
            self.data,
            do_ocr=self.ocr,
            name=self.name,
            password=self.password or None,
            progress=tell,
            use_layer="never",
        )
        layer = find_layer(source.data, name=self.name).usable
        return record_of(result, identifier=self.identifier, fallback=self.name, layer=layer)


@dataclass(frozen=True, slots=True)
class IngestTask:
    """A PDF that is to get a semantic layer."""

    data: bytes = field(repr=False)
    name: str
    ocr: Literal["auto", "never", "force"] = "auto"
    lang: str = ""
    password: str = field(default="", repr=False)

    def run(self, tell: Tell) -> bytes:
        """The bytes of the `.ai.pdf`."""
        from pdf_extractor_ai.aipdf import ingest_pdf

        return ingest_pdf(
            self.data,
            name=self.name,
            ocr=self.ocr,
            lang=self.lang or None,
            password=self.password or None,
            progress=tell,
        )


@dataclass(frozen=True, slots=True)
class BuildTask:
    """A source file that is to become an `.ai.pdf`."""

    source: str
    render: Literal["minimal", "full"] = "minimal"
    page_size: Literal["letter", "a4"] = "letter"
    font: str = ""
    title: str = ""

    def run(self, tell: Tell) -> bytes:
        """The bytes of the `.ai.pdf`."""
        from pdf_extractor_ai.aipdf import build

        with tempfile.TemporaryDirectory(prefix="aipdf-") as folder:
            made = build(
                self.source,
                Path(folder, "made.ai.pdf"),
                render=self.render,
                page_size=self.page_size,
                font=self.font or None,
                title=self.title or None,
            )
            return made.read_bytes()


@dataclass(frozen=True, slots=True)
class DrawTask:
    """A page to be drawn."""

    data: bytes = field(repr=False)
    name: str
    number: int
    password: str = field(default="", repr=False)

    def run(self, tell: Tell) -> bytes:
        """A PNG file. Raises ``NothingFoundError`` for a page that is not there."""
        from pdf_extractor_ai.pdfium import opened
        from pdf_extractor_ai.source import open_source

        source = open_source(self.data, name=self.name, password=self.password or None)
        with opened(source.data) as document:
            if self.number > len(document):
                raise NothingFoundError(f"no page {self.number}; the file has {len(document)}")
            page = document[self.number - 1]
            try:
                scale = min(_MAX_SCALE, LONG_SIDE / max(1.0, *page.get_size()))
                image = page.render(scale=scale).to_pil()
            finally:
                page.close()
        buffer = BytesIO()
        image.save(buffer, "PNG")
        return buffer.getvalue()
