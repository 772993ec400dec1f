"""The document out of the layer that a PDF carries, instead of out of its pages: ``use_layer``.

What knows the format lies above this package, so it is imported when a layer is looked for, and not before
(docs/decisions/0002-layer-in-extractor.md).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pdf_extractor_ai.errors import InvalidOptionError, LayerError, LayerNotFoundError
from pdf_extractor_ai.extraction.account import report_of, with_notes
from pdf_extractor_ai.extraction.result import ExtractionResult
from pdf_extractor_ai.pdfium import sample_texts
from pdf_extractor_ai.report import Flag

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

    from pdf_extractor_ai.aipdf.agreement import Verdict
    from pdf_extractor_ai.extraction.request import Request
    from pdf_extractor_ai.source import Source

ENGINE = "layer"
"""What the report calls a document that came out of a layer."""

_REMEDY = "Attach a new one with `aipdf ingest`."
_DOUBTS = {
    "stale": Flag("layer_stale", "The semantic layer in the file does not say what the pages show.", remedy=_REMEDY),
    "unplaced": Flag("layer_unplaced", "The semantic layer does not say what is on which page.", remedy=_REMEDY),
}


def convert_layer(source: Source, pages: list[int], request: Request) -> ExtractionResult | None:
    """The result out of the file's layer; ``None`` where there is none to be trusted and none is required.

    A choice of pages is read off the pages: where in the document a block stands is not for a layer to say. Why a
    layer was passed over is in the flags of the job. Raises ``LayerError`` with the cause for a required layer, and
    ``InvalidOptionError`` for one that is required for some pages.
    """
    required = request.use_layer == "require"
    if required and (request.choice is not None or request.max_pages is not None):
        raise InvalidOptionError(
            f"a layer is taken as a whole, not for some pages: {request.name}", remedy="Leave out pages and max_pages."
        )
    wants_pages = request.job.force_ocr or len(pages) < source.page_count
    if request.use_layer == "never" or (wants_pages and not required):
        return None
    try:
        found = _read(source, request)
    except LayerError as error:
        if required:
            raise
        if not isinstance(error, LayerNotFoundError):
            request.job.flags.append(Flag("layer_unusable", f"The semantic layer was passed over: {error}."))
        return None
    if found is None:
        return None
    request.job.tell("read", len(pages), len(pages))
    return _result(found[0], source, pages, request, compared=found[1] != "unknown")


def _read(source: Source, request: Request) -> tuple[DoclingDocument, Verdict] | None:
    """The document in the layer, and what the pages say to it; ``None`` when they say no and it is not required."""
    from pdf_extractor_ai.aipdf.agreement import compare_with_pages
    from pdf_extractor_ai.aipdf.bridge import document_from_tree
    from pdf_extractor_ai.aipdf.carrier import find_layer
    from pdf_extractor_ai.aipdf.frames import page_frames
    from pdf_extractor_ai.aipdf.validate import check

    required = request.use_layer == "require"
    layer = find_layer(source.data, name=request.name, deep=required)
    if layer.problem is not None:
        raise layer.problem
    root = check(layer.xml).root
    request.job.check()
    verdict = compare_with_pages(root, sample_texts(source.data))
    if verdict in _DOUBTS:
        request.job.flags.append(_DOUBTS[verdict])
        if not required:
            return None
    return document_from_tree(root, name=request.name, frames=page_frames(source.data, name=request.name)), verdict


def _result(
    document: DoclingDocument, source: Source, pages: list[int], request: Request, *, compared: bool
) -> ExtractionResult:
    plain = report_of(document, pages, name=request.name, engine=ENGINE)
    how = "a sample of the pages was compared with it" if compared else "the pages hold no text to compare it with"
    note = Flag("layer_used", f"The document comes from the semantic layer in the file; {how}.")
    report = replace(plain, flags=(note,))
    return ExtractionResult(document, with_notes(report, (*source.notes, *request.job.flags)))
