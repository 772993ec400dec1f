"""The job that a worker thread is on: how an engine hears of a cancel and tells of its progress.

Docling gives a pipeline its options once, when the converter is built, but progress, cancel and the report
belong to one document. They travel in a context variable instead, so that ``GeometricPipeline`` works the same
under a plain Docling ``DocumentConverter``, where no job is set.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from pdf_extractor_ai.errors import ExtractionCancelledError
from pdf_extractor_ai.report import ExtractionReport, Flag, Reference


@dataclass(frozen=True, slots=True)
class Progress:
    """``page`` of ``total`` pages are through ``stage`` (``read``, ``layout``, ``assemble``, ``done``)."""

    stage: str
    page: int
    total: int


ProgressCallback = Callable[[Progress], None]


@dataclass(slots=True)
class Job:
    """One document on its way: cancel flag and progress going in, report and flags coming out.

    ``languages`` (BCP 47 tags, the likeliest first; empty: what the PDF itself tells) are what OCR reads with;
    ``force_ocr`` has it read every page, also those whose text layer is good.
    """

    progress: ProgressCallback | None = None
    pages: frozenset[int] | None = None
    keep_furniture: bool = False
    keep_hidden: bool = False
    annotations: bool = False
    page_links: bool = False
    languages: tuple[str, ...] = ()
    force_ocr: bool = False
    cancelled: threading.Event = field(default_factory=threading.Event)
    flags: list[Flag] = field(default_factory=list)
    report: ExtractionReport | None = None
    references: list[Reference] = field(default_factory=list)

    def check(self) -> None:
        """Raise ``ExtractionCancelledError`` when the caller has asked for an end."""
        if self.cancelled.is_set():
            raise ExtractionCancelledError("the extraction was cancelled")

    def tell(self, stage: str, page: int, total: int) -> None:
        """Pass a step on to the caller's progress callback, after looking for a cancel."""
        self.check()
        if self.progress is not None:
            self.progress(Progress(stage, page, total))


_current: ContextVar[Job | None] = ContextVar("pdf_extractor_ai_job", default=None)


def current_job() -> Job:
    """The job of this thread, or a fresh one that nobody listens to."""
    return _current.get() or Job()


@contextmanager
def running(job: Job) -> Iterator[Job]:
    """Make ``job`` the current one inside the ``with`` block."""
    token = _current.set(job)
    try:
        yield job
    finally:
        _current.reset(token)
