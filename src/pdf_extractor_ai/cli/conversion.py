"""What a worker process does with one document: bytes in, rendered text and report out, never an exception."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pdf_extractor_ai.cli.figures import FigureOptions, with_figures
from pdf_extractor_ai.files import read_file, refusal

if TYPE_CHECKING:
    from docling_core.types.doc.document import DoclingDocument

    from pdf_extractor_ai.converters import Engine
    from pdf_extractor_ai.extraction.request import UseLayer
    from pdf_extractor_ai.extractor import ExtractionResult, PdfExtractor
    from pdf_extractor_ai.job import Progress
    from pdf_extractor_ai.report import ExtractionReport

Format = Literal["markdown", "json", "html", "text"]
SUFFIXES: dict[Format, str] = {"markdown": ".md", "json": ".json", "html": ".html", "text": ".txt"}

REMEDIES = {
    "password_required": "Write the password into a file and give it with --password-file.",
    "wrong_password": "Check the first line of the file given with --password-file.",
}
"""What the user of a command line can do, where the library's own advice is for a programmer."""

REPORT_IT = "This is a fault of the program: please report it, with the file if you may share it."


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks of every document."""

    to: Format = "markdown"
    pages: str | None = None
    max_pages: int | None = None
    ocr: bool = False
    ocr_lang: str | None = None
    password: str | None = field(default=None, repr=False)
    keep_headers: bool = False
    keep_hidden: bool = False
    annotations: bool = False
    page_links: bool = False
    engine: Engine = "geometric"
    use_layer: UseLayer = "auto"
    min_quality: float = 0.0
    log_level: int = 40


@dataclass(frozen=True, slots=True)
class Task:
    """One document for a worker: the path to read, or the bytes that came in on standard input.

    ``figures`` is ``None`` when its pictures are left as they are.
    """

    name: str
    path: str | None
    data: bytes | None
    options: Options
    figures: FigureOptions | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a document has no output: a stable ``code``, a sentence, what the user can do."""

    code: str
    message: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One document done: its status, the rendered text, the report as plain data, or the failure.

    ``below`` are the pages whose quality is less than what was asked for.
    """

    status: str
    content: str = ""
    report: dict[str, Any] | None = None
    failure: Failure | None = None
    below: tuple[int, ...] = ()


def convert(task: Task, tell: Callable[[Any], None]) -> Outcome:
    """The outcome of one task; ``tell`` receives a (stage, page, total) for every step."""
    import logging

    from pdf_extractor_ai.errors import PdfExtractorError

    logging.basicConfig(level=task.options.log_level, format="%(levelname)s %(name)s: %(message)s", force=True)
    try:
        data = task.data if task.data is not None else read_file(Path(task.path or ""))
        result, extra = _extract(task, data, lambda step: tell((step.stage, step.page, step.total)))
        content = render(
            result.document,
            task.options,
            link_images=task.figures is not None and task.figures.link,
        )
    except PdfExtractorError as error:
        return Outcome("failed", failure=Failure(error.code, str(error), REMEDIES.get(error.code, error.remedy)))
    except OSError as error:
        return Outcome("failed", failure=Failure(*refusal(error, task.path)))
    except MemoryError:
        return Outcome("failed", failure=Failure("out_of_memory", "there was not enough memory", "Try --max-pages."))
    except Exception as error:
        return Outcome("failed", failure=Failure("internal_error", f"{type(error).__name__}: {error}", REPORT_IT))
    report = _report(result.report, extra)
    failure = None
    if result.report.status == "failed":
        reason = next((flag.message for flag in result.report.flags), "no page could be read")
        failure = Failure("no_readable_page", reason)
    return Outcome(report["status"], content, report, failure, result.report.pages_below(task.options.min_quality))


def _report(report: ExtractionReport, extra: dict[str, Any]) -> dict[str, Any]:
    """The report as plain data with what the figures add; a figure that failed makes a complete one partial."""
    plain = report.to_dict()
    flags = extra.get("flags", [])
    if flags and plain["status"] == "complete":
        plain["status"] = "partial"
    return {**plain, **extra, "flags": [*plain["flags"], *flags]}


def render(document: DoclingDocument, options: Options, *, link_images: bool = False) -> str:
    """The document in the format that is asked for, with the layers that are, ending in a line feed.

    JSON holds every layer that the document has. ``link_images`` lets Markdown link the files that pictures were
    written to.
    """
    from docling_core.types.doc import ContentLayer, DocItemLabel

    from pdf_extractor_ai.markdown import to_markdown

    to = options.to
    asides = {
        ContentLayer.FURNITURE: options.keep_headers,
        ContentLayer.INVISIBLE: options.keep_hidden,
        ContentLayer.NOTES: options.annotations,
    }
    layers = {ContentLayer.BODY} | {layer for layer, wanted in asides.items() if wanted}
    # Invisible pairs of a form stand in the text already.
    twice = any(item.content_layer is ContentLayer.INVISIBLE for item in document.key_value_items)
    labels = set(DocItemLabel) - {DocItemLabel.KEY_VALUE_REGION} if twice else None
    if to == "json":
        text = json.dumps(document.export_to_dict(), ensure_ascii=False, indent=2)
    elif to == "html":
        text = document.export_to_html(labels=labels, included_content_layers=layers)
    elif to == "text":
        text = document.export_to_text(labels=labels, included_content_layers=layers)
    else:
        text = to_markdown(
            document,
            keep_furniture=options.keep_headers,
            keep_hidden=options.keep_hidden,
            annotations=options.annotations,
            link_images=link_images,
        )
    return text if text.endswith("\n") else text + "\n"


def _extract(task: Task, data: bytes, progress: Callable[[Progress], None]) -> tuple[ExtractionResult, dict[str, Any]]:
    """The extraction, and what its figures add to the report."""
    options = task.options
    result = _extractor(options.engine).extract_result(
        data,
        do_ocr=options.ocr,
        ocr_lang=options.ocr_lang,
        max_pages=options.max_pages,
        pages=options.pages,
        password=options.password,
        name=task.name,
        progress=progress,
        keep_furniture=options.keep_headers,
        keep_hidden=options.keep_hidden,
        annotations=options.annotations,
        page_links=options.page_links,
        use_layer=options.use_layer,
    )
    if task.figures is None:
        return result, {}
    document, extra = with_figures(result.document, data, task.figures, password=options.password, progress=progress)
    return replace(result, document=document), extra


@cache
def _extractor(engine: Engine) -> PdfExtractor:
    """One extractor per process, for all documents that the process gets."""
    from pdf_extractor_ai.extractor import PdfExtractor

    return PdfExtractor(num_workers=1, engine=engine)
