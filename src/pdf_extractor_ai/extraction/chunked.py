"""A foreign converter driven chunk by chunk, its pages put together by the assembler."""

from __future__ import annotations

import gc
import logging
import os
from io import BytesIO
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.assembler import PageCrops, SectionAssembler
from pdf_extractor_ai.converters import pdfium_twin
from pdf_extractor_ai.errors import InvalidOptionError
from pdf_extractor_ai.extraction.account import report_of, with_notes
from pdf_extractor_ai.extraction.page_choice import chunks
from pdf_extractor_ai.extraction.result import ExtractionResult
from pdf_extractor_ai.extraction.whole import document_stream
from pdf_extractor_ai.report import Flag

if TYPE_CHECKING:
    from pdf_extractor_ai.converters import Converter
    from pdf_extractor_ai.extraction.request import Request
    from pdf_extractor_ai.source import Source

CHUNK_VARIABLE = "PDF_EXTRACTOR_PAGE_CHUNK_SIZE"
"""Environment variable: pages per conversion, 1 (the default) to 8."""

_log = logging.getLogger(__name__)


class SharedStream(BytesIO):
    """One stream for all chunks of a document: Docling closes what it has read, and this stays open."""

    def close(self) -> None:
        """Nothing; ``release`` closes."""

    def release(self) -> None:
        """Close for good."""
        super().close()


def page_chunk_size() -> int:
    """Pages per chunk as the environment says, brought between 1 and 8; ``InvalidOptionError`` for no number."""
    text = os.environ.get(CHUNK_VARIABLE, "").strip()
    if not text:
        return 1
    try:
        return min(8, max(1, int(text)))
    except ValueError:
        raise InvalidOptionError(
            f"{CHUNK_VARIABLE}={text!r} is no number", remedy="Set it to a number from 1 to 8, or unset it."
        ) from None


def convert_chunked(
    converter: Converter, source: Source, pages: list[int], request: Request, engine: str
) -> ExtractionResult:
    """The chosen pages, one bounded conversion after the other, in newspaper order under their headings."""
    job = request.job
    size = page_chunk_size() if hasattr(converter, "initialize_pipeline") else 1
    assembler = SectionAssembler(request.name, keep_furniture=job.keep_furniture)
    crops = PageCrops(source.data) if request.retain_images else None
    caller = _Caller(converter, request.name, SharedStream(source.data))
    read = 0
    try:
        for first, last in chunks(pages, size):
            job.check()
            page_doc = caller.convert(first, last)
            assembler.add_page(page_doc, crops=crops, retain_images=request.retain_images)
            read += last - first + 1
            job.tell("read", read, len(pages))
    finally:
        caller.close()
        if hasattr(converter, "initialize_pipeline"):
            gc.collect()  # once per document: model pipelines leave cycles that hold page images
    document = assembler.finish()
    report = report_of(document, pages, name=request.name, engine=engine, removed=assembler.removed, flags=caller.flags)
    return ExtractionResult(document, with_notes(report, (*source.notes, *job.flags)))


class _Caller:
    """Calls the converter for chunks of one document, and its PDFium twin for a chunk that it cannot convert."""

    def __init__(self, converter: Converter, name: str, stream: SharedStream) -> None:
        self._converter, self._name, self._stream = converter, name, stream
        self._twin: Converter | None = None
        self.flags: list[Flag] = []

    def convert(self, first: int, last: int) -> Any:
        """The page document of pages ``first`` to ``last``."""
        from docling.exceptions import ConversionError

        try:
            result = self._call(self._converter, first, last)
        except ConversionError as error:
            self._twin = self._twin or pdfium_twin(self._converter)
            if self._twin is None:
                raise
            _log.warning("%s, pages %d-%d: %s; trying again with PDFium", self._name, first, last, error)
            result = self._call(self._twin, first, last)
            self.flags.append(Flag("pdfium_backend", "Read with PDFium after the first parser failed.", first))
        for item in getattr(result, "errors", None) or ():
            message = str(getattr(item, "error_message", item))
            self.flags.append(Flag("conversion_error", message, first))
        return result.document

    def _call(self, converter: Converter, first: int, last: int) -> Any:
        self._stream.seek(0)
        return converter.convert(document_stream(self._name, self._stream), page_range=(first, last))

    def close(self) -> None:
        """Close the stream."""
        self._stream.release()
