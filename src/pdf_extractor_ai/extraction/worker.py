"""A worker thread: takes tickets, keeps its own converters, turns requests into results."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from pdf_extractor_ai.errors import PdfExtractorError
from pdf_extractor_ai.extraction.card import with_card
from pdf_extractor_ai.extraction.chunked import convert_chunked
from pdf_extractor_ai.extraction.figures import attend_to_pictures
from pdf_extractor_ai.extraction.layer import convert_layer
from pdf_extractor_ai.extraction.notices import show_notes
from pdf_extractor_ai.extraction.page_choice import chosen_pages
from pdf_extractor_ai.extraction.queue import JobQueue, Ticket
from pdf_extractor_ai.extraction.request import Request
from pdf_extractor_ai.extraction.result import ExtractionResult
from pdf_extractor_ai.extraction.whole import convert_whole, reads_whole_documents
from pdf_extractor_ai.job import Job, Progress, running
from pdf_extractor_ai.source import Source, open_source

if TYPE_CHECKING:
    from pdf_extractor_ai.converters import Converter

_log = logging.getLogger(__name__)


def work(queue: JobQueue, factory: Callable[[bool], Converter], engine: str) -> None:
    """Do what the queue holds until it is closed and empty; a job that fails fails alone."""
    worker = _Worker(factory, engine)
    while (ticket := queue.take()) is not None:
        _finish(worker, queue, ticket)
        del ticket  # or its bytes would stay until the next one comes


def _finish(worker: _Worker, queue: JobQueue, ticket: Ticket) -> None:
    try:
        result = worker.run(ticket.request)
    except BaseException as error:  # whatever it was, it belongs to the caller, and the thread lives on
        queue.done(ticket)
        ticket.future.set_exception(error)
    else:
        queue.done(ticket)
        ticket.future.set_result(result)


class _Worker:
    """The converters of one thread, one for each value of ``do_ocr``, built when first needed."""

    def __init__(self, factory: Callable[[bool], Converter], engine: str) -> None:
        self._factory, self._engine = factory, engine
        self._converters: dict[bool, Converter] = {}

    def run(self, request: Request) -> ExtractionResult:
        """The result of one request; progress ends with ``done`` in any case."""
        job = request.job
        listener = _Listener(job)
        try:
            job.check()
            source = open_source(request.data, name=request.name, password=request.password)
            pages = chosen_pages(source.page_count, request.choice, request.max_pages, request.name)
            result = convert_layer(source, pages, request) or self._convert(request, source, pages)
            attend_to_pictures(result.document, source.data, cut=request.cut_images)
            show_notes(result.document, source.notes, pages[0])
            return with_card(result, source)
        finally:
            listener.close()

    def _convert(self, request: Request, source: Source, pages: list[int]) -> ExtractionResult:
        converter = self._converter(request.do_ocr)
        with running(request.job):
            if not reads_whole_documents(converter):
                return convert_chunked(converter, source, pages, request, self._engine)
            try:
                return convert_whole(converter, source, pages, request, self._engine)
            except Exception as error:
                reason = _reason(error)
                if reason is None:
                    raise
        # Docling wraps what a pipeline raises; the caller is told the reason itself.
        raise reason

    def _converter(self, do_ocr: bool) -> Converter:
        converter = self._converters.get(do_ocr)
        if converter is None:
            converter = self._converters[do_ocr] = self._factory(do_ocr)
        return converter


def _reason(error: Exception) -> BaseException | None:
    """What the pipeline raised, when ``error`` is Docling's wrapping of it; ``None`` when it is not."""
    seen: BaseException | None = error
    for _ in range(10):
        if seen is None or isinstance(seen, PdfExtractorError):
            break
        seen = seen.__cause__ or seen.__context__
    if isinstance(seen, PdfExtractorError):
        return seen if seen is not error else None
    return error.__cause__ if type(error) is RuntimeError else None


class _Listener:
    """Stands between a job and its progress callback: pages never go back, ``done`` comes once and last."""

    def __init__(self, job: Job) -> None:
        self._callback = job.progress
        self._last = Progress("read", 0, 0)
        if self._callback is not None:
            job.progress = self.pass_on

    def pass_on(self, progress: Progress) -> None:
        """One step of the engine; ``done`` is held back, as the job may yet have to be assembled."""
        if progress.stage == "done":
            return
        self._last = progress
        if self._callback is not None:
            self._callback(progress)

    def close(self) -> None:
        """Tell ``done``; a callback that fails here changes nothing any more."""
        if self._callback is None:
            return
        try:
            self._callback(Progress("done", self._last.page, self._last.total))
        except Exception:
            _log.exception("the progress callback failed at the end")
