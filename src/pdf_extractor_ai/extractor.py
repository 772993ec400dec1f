"""``PdfExtractor``: PDF bytes in, a ``DoclingDocument`` out, by worker threads that share one queue."""

from __future__ import annotations

import asyncio
import os
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, TypedDict

from pdf_extractor_ai.converters import Converter, Engine, build_converter, checked_engine
from pdf_extractor_ai.errors import ExtractionCancelledError, InvalidOptionError
from pdf_extractor_ai.extraction.chunked import page_chunk_size
from pdf_extractor_ai.extraction.page_choice import PageChoice
from pdf_extractor_ai.extraction.queue import JobQueue, Ticket
from pdf_extractor_ai.extraction.request import Request, UseLayer, checked_bytes, checked_max_pages, checked_use_layer
from pdf_extractor_ai.extraction.result import ExtractionResult
from pdf_extractor_ai.extraction.worker import work
from pdf_extractor_ai.files import read_file
from pdf_extractor_ai.job import Job, Progress, ProgressCallback
from pdf_extractor_ai.ocr import languages_of

if TYPE_CHECKING:
    from typing import Self, Unpack

    from docling_core.types.doc import DoclingDocument

__all__ = ["ExtractOptions", "ExtractionResult", "PdfExtractor", "Progress", "build_converter"]

PdfBytes = bytes | bytearray | memoryview

_JOIN_SECONDS = 30.0


class ExtractOptions(TypedDict, total=False):
    """Options of every ``extract`` method, all by name.

    ``do_ocr`` reads scanned pages too, ``force_ocr`` all pages, both in the languages ``ocr_lang`` (``"deu+eng"``,
    ``"de"``; by default the language of the text on other pages, else the one the PDF declares); only our own engine
    knows the last two. ``max_pages`` stops after that many pages; ``pages`` chooses some (``"1-3,8"``); ``name`` is
    the document's name and what errors call it; ``password`` opens a locked file; ``progress`` is called on the
    worker's thread with a ``Progress`` after each step, with ``done`` at the end; ``keep_furniture`` keeps running
    heads, feet and page numbers in the furniture layer for every engine (ours always does), for
    ``to_markdown(document, keep_furniture=True)`` to write.

    ``keep_hidden`` brings back text that no viewer shows, each run in the invisible layer and marked as hidden;
    ``annotations`` puts what readers have marked and written on the pages into the notes layer, as Docling's comments
    on the items they are about. ``to_markdown`` writes both under the same names. ``page_links`` makes links from page
    to page, which ``ExtractionResult.references`` lists in any case, links of the text: ``[text](#page=12)`` in
    Markdown. Our own engine knows these three.

    ``picture_images`` puts an image of each picture into the tree, a crop of its page at 144 dpi, for Docling's own
    exports; ``summarize_images`` and its kin cut them out when they need them, as long as the document lives.

    ``use_layer`` is about the semantic layer of an `.ai.pdf`: ``auto`` takes it instead of the pages when it agrees
    with a sample of their text (one that does not is told of by the flag ``layer_stale``), ``require`` takes it or
    raises ``LayerError``, ``never`` reads the pages; so does ``auto`` where only some pages are wanted.
    """

    do_ocr: bool
    max_pages: int | None
    pages: str | None
    name: str
    password: str | None
    progress: ProgressCallback | None
    keep_furniture: bool
    keep_hidden: bool
    annotations: bool
    page_links: bool
    picture_images: bool
    use_layer: UseLayer
    ocr_lang: str | None
    force_ocr: bool


class PdfExtractor:
    """Extracts PDFs on ``num_workers`` threads; use it as a context manager, or call ``shutdown``.

    Each thread builds its converter on its first job and keeps one for each value of ``do_ocr``. ``engine`` is
    ``geometric`` or ``neural``; ``converter_factory(do_ocr)`` gives a Docling converter of your own instead. At
    most four documents wait in the queue and 64 MiB of PDF are in flight, later callers wait their turn.

    All ``extract`` methods raise ``ValueError`` for a PDF that is empty, broken or locked, ``TypeError`` for
    anything but bytes, ``RuntimeError`` after ``shutdown``.
    """

    def __init__(
        self,
        num_workers: int = 1,
        *,
        engine: Engine = "geometric",
        converter_factory: Callable[[bool], Converter] | None = None,
    ) -> None:
        if num_workers < 1:
            raise InvalidOptionError("num_workers must be at least 1")
        page_chunk_size()  # a value that makes no sense is told here, not in the middle of a night's work
        engine = checked_engine(engine)
        factory = converter_factory or partial(build_converter, engine=engine)
        self._queue = JobQueue()
        self._process = os.getpid()
        self._threads = [
            threading.Thread(
                target=work,
                args=(self._queue, factory, "custom" if converter_factory else engine),
                name=f"pdf-extract-{number}",
                daemon=True,
            )
            for number in range(num_workers)
        ]
        for thread in self._threads:
            thread.start()
        # The threads know the queue and not this object, so that one left lying about ends them.
        weakref.finalize(self, self._queue.close)

    def __repr__(self) -> str:
        state = "shut down" if self._queue.closed else "open"
        return f"<PdfExtractor: {len(self._threads)} workers, {state}>"

    def extract(self, pdf_bytes: PdfBytes, **options: Unpack[ExtractOptions]) -> DoclingDocument:
        """The document in ``pdf_bytes``: headings as a tree, text, lists, tables, pictures under them."""
        return self.extract_result(pdf_bytes, **options).document

    async def extract_async(self, pdf_bytes: PdfBytes, **options: Unpack[ExtractOptions]) -> DoclingDocument:
        """As ``extract``, awaited; cancelling the task stops the work between two pages."""
        return (await self.extract_result_async(pdf_bytes, **options)).document

    def extract_result(self, pdf_bytes: PdfBytes, **options: Unpack[ExtractOptions]) -> ExtractionResult:
        """The document and the report on each of its pages."""
        ticket = Ticket(_request(pdf_bytes, **options))
        self._put(ticket)
        try:
            return ticket.future.result()
        except CancelledError:
            raise ExtractionCancelledError("the extraction was cancelled") from None
        except BaseException:
            self._queue.cancel(ticket)  # Ctrl-C while waiting: nobody will ask for the result
            raise

    async def extract_result_async(self, pdf_bytes: PdfBytes, **options: Unpack[ExtractOptions]) -> ExtractionResult:
        """As ``extract_result``, awaited; cancelling the task stops the work between two pages."""
        return await self._awaited(Ticket(_request(pdf_bytes, **options)))

    def extract_file(self, path: str | os.PathLike[str], **options: Unpack[ExtractOptions]) -> DoclingDocument:
        """As ``extract``, for a file, whose name the document gets unless ``name`` says otherwise."""
        file = Path(path)
        options.setdefault("name", file.name)
        return self.extract(read_file(file), **options)

    def shutdown(self) -> None:
        """Refuse new work, finish what is queued, end the threads; harmless when called again."""
        self._queue.close()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(_JOIN_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shutdown()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.shutdown)

    async def _extract_markdown_async(
        self, pdf_bytes: PdfBytes, *, max_pages: int | None = None, name: str = "document.pdf"
    ) -> tuple[str, DoclingDocument]:
        """Markdown, and a document of the pages and headings alone; no picture is cut out of its page."""
        from pdf_extractor_ai.assembler import headings_only
        from pdf_extractor_ai.markdown import to_markdown

        request = replace(_request(pdf_bytes, max_pages=max_pages, name=name), retain_images=False)
        document = (await self._awaited(Ticket(request))).document
        return await asyncio.to_thread(lambda: (to_markdown(document), headings_only(document)))

    async def _awaited(self, ticket: Ticket) -> ExtractionResult:
        self._put(ticket)
        try:
            return await asyncio.wrap_future(ticket.future)
        except asyncio.CancelledError:
            self._queue.cancel(ticket)
            raise

    def _put(self, ticket: Ticket) -> None:
        if self._process != os.getpid():
            raise RuntimeError("this PdfExtractor was made before a fork; make one in each process")
        self._queue.put(ticket)


def _request(
    pdf_bytes: PdfBytes,
    *,
    do_ocr: bool = False,
    max_pages: int | None = None,
    pages: str | None = None,
    name: str = "document.pdf",
    password: str | None = None,
    progress: ProgressCallback | None = None,
    keep_furniture: bool = False,
    keep_hidden: bool = False,
    annotations: bool = False,
    page_links: bool = False,
    picture_images: bool = False,
    use_layer: UseLayer = "auto",
    ocr_lang: str | None = None,
    force_ocr: bool = False,
) -> Request:
    return Request(
        checked_bytes(pdf_bytes),
        name,
        bool(do_ocr or force_ocr),
        checked_max_pages(max_pages, name),
        None if pages is None else PageChoice.parse(pages),
        password,
        Job(
            progress=progress,
            keep_furniture=keep_furniture,
            keep_hidden=keep_hidden,
            annotations=annotations,
            page_links=page_links,
            languages=() if ocr_lang is None else languages_of(ocr_lang),
            force_ocr=force_ocr,
        ),
        cut_images=picture_images,
        use_layer=checked_use_layer(use_layer),
    )
