"""An engine that reads a document as a whole: one call, its tree and report taken as they are."""

from __future__ import annotations

import sys
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.extraction.account import report_of, with_notes
from pdf_extractor_ai.extraction.result import ExtractionResult

if TYPE_CHECKING:
    from pdf_extractor_ai.converters import Converter
    from pdf_extractor_ai.extraction.request import Request
    from pdf_extractor_ai.source import Source


def reads_whole_documents(converter: object) -> bool:
    """Whether ``converter`` runs our own pipeline, which orders and joins over all pages itself."""
    home = sys.modules.get("pdf_extractor_ai.geometric.pipeline")
    options: dict[Any, Any] | None = getattr(converter, "format_to_options", None)
    if home is None or not isinstance(options, dict):
        return False
    for form, option in options.items():
        if getattr(form, "value", form) == "pdf":
            return isinstance(option.pipeline_cls, type) and issubclass(option.pipeline_cls, home.GeometricPipeline)
    return False


def convert_whole(
    converter: Converter, source: Source, pages: list[int], request: Request, engine: str
) -> ExtractionResult:
    """The chosen pages in one conversion; the pipeline finds the choice in the job and leaves its report there."""
    job = request.job
    if len(pages) != pages[-1] - pages[0] + 1:
        job.pages = frozenset(pages)
    result = converter.convert(document_stream(request.name, BytesIO(source.data)), page_range=(pages[0], pages[-1]))
    document = result.document
    document.name = request.name
    report = job.report or report_of(document, pages, name=request.name, engine=engine)
    report = with_notes(replace(report, name=request.name), (*source.notes, *job.flags))
    return ExtractionResult(document, report, tuple(job.references))


def document_stream(name: str, stream: BytesIO) -> Any:
    """Docling's named stream; it tells a PDF by the end of its name."""
    from docling.datamodel.base_models import DocumentStream

    return DocumentStream(name=name if name.lower().endswith(".pdf") else f"{name}.pdf", stream=stream)
