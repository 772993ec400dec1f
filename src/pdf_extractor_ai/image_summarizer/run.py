"""``summarize_images``: one call per section that has pictures, a few at a time."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import MutableMapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack, overload

from pdf_extractor_ai.errors import ExtractionCancelledError, InvalidOptionError, PdfExtractorError
from pdf_extractor_ai.image_summarizer.answers import MAX_CHARS, complaint, safe_summary
from pdf_extractor_ai.image_summarizer.cache import (
    SummaryCache,
    opened_cache,
    picture_hash,
    recalled,
    remember,
    summary_key,
)
from pdf_extractor_ai.image_summarizer.calls import Caller
from pdf_extractor_ai.image_summarizer.outcome import FigureFailure, FigureReport
from pdf_extractor_ai.image_summarizer.pictures import PictureSource, bounded, png_of
from pdf_extractor_ai.image_summarizer.protocol import SectionVisual, VisualLanguageModel
from pdf_extractor_ai.image_summarizer.replacement import page_of, replace_pictures, written_box
from pdf_extractor_ai.image_summarizer.sections import Figure, Section, sections_with_figures
from pdf_extractor_ai.job import Job

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

_log = logging.getLogger(__name__)
_CANCEL_POLL = 0.1


@dataclass(slots=True)
class _Batch:
    """Figures of one section that go to the model in one call."""

    index: int
    section: Section
    figures: list[Figure]


@dataclass(slots=True)
class _Run:
    """Everything that the workers of one ``summarize_images`` share."""

    document: DoclingDocument
    model: VisualLanguageModel
    model_name: str
    source: PictureSource
    cache: MutableMapping[str, str] | None
    caller: Caller
    job: Job
    max_chars: int
    total: int
    summaries: dict[str, str] = field(default_factory=dict)
    failures: dict[tuple[int, int], FigureFailure] = field(default_factory=dict)
    cached: int = 0
    settled: int = 0

    async def work(self, batches: list[_Batch]) -> None:
        """Take batches off the end of the shared list until it is empty."""
        while batches:
            batch = batches.pop()
            await self.batch(batch)
            self.settled += len(batch.figures)
            self.job.tell("figures", self.settled, self.total)

    async def batch(self, batch: _Batch) -> None:
        """Summaries or failures for each figure of one batch; only a cancel is raised."""
        visuals, keys, refs = await asyncio.to_thread(self._prepare, batch)
        for visual_id, summary in self._known(keys).items():
            self.summaries[refs[visual_id]] = summary
            self.cached += 1
        asked = [visual for visual in visuals if refs[visual.visual_id] not in self.summaries]
        if not asked:
            return
        section = batch.section
        try:
            answer = await self.caller(
                lambda: self.model.describe_section(
                    section_title=section.title, section_text=section.text, visuals=list(asked)
                )
            )
            answers = {} if answer is None else dict(answer)
        except Exception as error:
            code = error.code if isinstance(error, PdfExtractorError) else "model_error"
            _log.warning("figures of section %r are left as they are: %s", section.title, error)
            for visual in asked:
                self._fail(batch, visual.visual_id, visual.page, code, str(error) or type(error).__name__)
            return
        for visual in asked:
            self._settle(batch, visual, refs[visual.visual_id], keys[visual.visual_id], answers)

    def _prepare(self, batch: _Batch) -> tuple[list[SectionVisual], dict[str, str], dict[str, str]]:
        """The visuals of a batch, with the cache key and the picture's reference of each."""
        visuals: list[SectionVisual] = []
        keys: dict[str, str] = {}
        refs: dict[str, str] = {}
        section = batch.section
        model_key = str(getattr(self.model, "cache_key", ""))
        for figure in batch.figures:
            picture = figure.picture
            drawn = self._drawn(figure)
            if drawn is None:
                self._fail(batch, "", page_of(picture), "no_image", "there is no image of it")
                continue
            before, after = section.neighbours(figure)
            visual = SectionVisual(
                visual_id=f"s{batch.index}-v{len(visuals)}",
                png_bytes=drawn[0],
                caption=figure.caption,
                page=page_of(picture),
                bbox=written_box(picture, self.document),
                heading_path=section.path,
                before=before,
                after=after,
            )
            visuals.append(visual)
            context = (section.title, section.text, figure.caption, before, after, *section.path)
            keys[visual.visual_id] = summary_key(self.model_name, model_key, drawn[1], context)
            refs[visual.visual_id] = picture.self_ref
        return visuals, keys, refs

    def _drawn(self, figure: Figure) -> tuple[bytes, str] | None:
        """A figure as PNG and the hash of its pixels."""
        image = self.source.image(figure.picture)
        if image is None:
            return None
        try:
            image = bounded(image)
            return png_of(image), picture_hash(image)
        except Exception as error:
            _log.warning("the image of %s cannot be written as PNG: %s", figure.picture.self_ref, error)
            return None

    def _known(self, keys: dict[str, str]) -> dict[str, str]:
        held = {visual_id: recalled(self.cache, key) for visual_id, key in keys.items()}
        return {
            visual_id: safe_summary(text, self.max_chars) for visual_id, text in held.items() if not complaint(text)
        }

    def _settle(self, batch: _Batch, visual: SectionVisual, ref: str, key: str, answers: dict[str, Any]) -> None:
        answer = answers.get(visual.visual_id, "")
        if not isinstance(answer, str):
            problem = ("not_a_string", f"the answer is of type {type(answer).__name__}")
        else:
            problem = complaint(answer) or ("", "")
        summary = "" if problem[0] else safe_summary(answer, self.max_chars)
        if not summary:
            code, message = problem if problem[0] else ("empty_answer", "the model gave no text")
            _log.warning("figure %s of section %r: %s", visual.visual_id, batch.section.title, message)
            self._fail(batch, visual.visual_id, visual.page, code, message)
            return
        self.summaries[ref] = summary
        remember(self.cache, key, answer)

    def _fail(self, batch: _Batch, visual_id: str, page: int | None, code: str, message: str) -> None:
        failure = FigureFailure(visual_id, code, message[:300], page, batch.section.title)
        self.failures[(batch.index, len(self.failures))] = failure


class SummaryOptions(TypedDict, total=False):
    """The options of `summarize_images` besides ``model_name`` and ``report``."""

    concurrency: int
    pdf: bytes | None
    password: str | None
    max_visuals_per_call: int | None
    cache: SummaryCache | None
    timeout: float | None
    retries: int
    max_chars: int
    job: Job | None


@overload
async def summarize_images(
    document: DoclingDocument,
    model: VisualLanguageModel,
    *,
    model_name: str,
    report: Literal[False] = False,
    **options: Unpack[SummaryOptions],
) -> DoclingDocument: ...


@overload
async def summarize_images(
    document: DoclingDocument,
    model: VisualLanguageModel,
    *,
    model_name: str,
    report: Literal[True],
    **options: Unpack[SummaryOptions],
) -> tuple[DoclingDocument, FigureReport]: ...


async def summarize_images(
    document: DoclingDocument,
    model: VisualLanguageModel,
    *,
    model_name: str,
    concurrency: int = 3,
    pdf: bytes | None = None,
    password: str | None = None,
    max_visuals_per_call: int | None = None,
    cache: SummaryCache | None = None,
    timeout: float | None = 300.0,
    retries: int = 4,
    max_chars: int = MAX_CHARS,
    job: Job | None = None,
    report: bool = False,
) -> DoclingDocument | tuple[DoclingDocument, FigureReport]:
    """A new document in which summaries of ``model`` stand in the place of pictures; ``document`` is not changed.

    The model is called once per section that has pictures, at most ``concurrency`` calls at a time; sections
    without pictures are skipped. A missing id, a blank or useless answer, a refusal or an exception leaves the
    picture in place. With ``report`` the answer is the document and a `FigureReport`.

    Pictures that hold no image are cropped at 144 dpi from the PDF that the extractor made the document of. For a
    document that was copied, or read back from a file, ``pdf`` are the bytes of it (``password`` opens them).
    ``max_visuals_per_call`` cuts large sections into several calls. ``cache`` is a folder or a mapping: a figure seen
    before, by picture, context and model name, costs no call. ``timeout`` bounds one call in seconds, ``retries`` is
    how often a busy service is asked again, ``max_chars`` the length of a summary. ``job`` hears of progress (stage
    ``figures``) and can cancel from another thread.

    Raises ``InvalidOptionError`` (a ``ValueError``) for an option that makes no sense and
    ``ExtractionCancelledError`` after ``job.cancelled`` was set. Nothing a model does is raised.
    """
    _check_options(concurrency, max_visuals_per_call, retries, max_chars, timeout)
    started = time.monotonic()
    sections = sections_with_figures(document)
    batches = _batches(sections, max_visuals_per_call)
    run = _Run(
        document=document,
        model=model,
        model_name=model_name,
        source=await asyncio.to_thread(PictureSource, document, pdf if sections else None, password=password),
        cache=opened_cache(cache),
        caller=Caller(timeout=timeout, retries=retries),
        job=job or Job(),
        max_chars=max_chars,
        total=sum(len(batch.figures) for batch in batches),
    )
    await _workers(run, batches, concurrency)
    result = await asyncio.to_thread(replace_pictures, document, run.summaries, model_name)
    if not report:
        return result
    return result, FigureReport(
        model_name=model_name,
        figures=run.total,
        done=len(run.summaries),
        cached=run.cached,
        failed=tuple(failure for _, failure in sorted(run.failures.items(), key=lambda pair: pair[0])),
        calls=run.caller.calls,
        retries=run.caller.repeated,
        seconds=round(time.monotonic() - started, 3),
    )


def _check_options(
    concurrency: int, max_visuals_per_call: int | None, retries: int, max_chars: int, timeout: float | None
) -> None:
    if concurrency < 1:
        raise InvalidOptionError("concurrency must be at least 1")
    if max_visuals_per_call is not None and max_visuals_per_call < 1:
        raise InvalidOptionError("max_visuals_per_call must be at least 1")
    if retries < 0:
        raise InvalidOptionError("retries must not be negative")
    if max_chars < 20:
        raise InvalidOptionError("max_chars must be at least 20")
    if timeout is not None and timeout <= 0:
        raise InvalidOptionError("timeout must be more than 0 seconds")


def _batches(sections: list[Section], limit: int | None) -> list[_Batch]:
    """The calls to make, numbered in document order; a section is cut only where it exceeds ``limit``."""
    batches: list[_Batch] = []
    for section in sections:
        step = limit or len(section.figures)
        for start in range(0, len(section.figures), step):
            batches.append(_Batch(len(batches), section, section.figures[start : start + step]))
    return batches


async def _workers(run: _Run, batches: list[_Batch], concurrency: int) -> None:
    """Run all batches; when one worker ends with an exception or the job is cancelled, end them all."""
    queue = list(reversed(batches))
    tasks = {asyncio.create_task(run.work(queue)) for _ in range(min(concurrency, len(batches)))}
    try:
        while tasks:
            done, tasks = await asyncio.wait(tasks, timeout=_CANCEL_POLL, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
            if run.job.cancelled.is_set():
                raise ExtractionCancelledError("the summaries were cancelled")
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
