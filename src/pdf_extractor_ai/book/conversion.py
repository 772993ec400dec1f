"""From a PDF, or the tree of one, to a book."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pdf_extractor_ai.book.build import build_book
from pdf_extractor_ai.book.model import Book
from pdf_extractor_ai.book.options import BookOptions
from pdf_extractor_ai.book.writer import write_book
from pdf_extractor_ai.files import read_file

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

    from pdf_extractor_ai.extractor import ExtractionResult, PdfExtractor
    from pdf_extractor_ai.image_summarizer import VisualLanguageModel
    from pdf_extractor_ai.job import ProgressCallback
    from pdf_extractor_ai.report import ExtractionReport, Reference


def make_book(
    document: DoclingDocument,
    *,
    source_name: str,
    report: ExtractionReport | None = None,
    options: BookOptions | None = None,
    pdf: bytes | None = None,
    references: Sequence[Reference] = (),
) -> Book:
    """``document`` as a book folder in memory; nothing is read or written.

    ``source_name`` is the PDF's file name. ``report`` brings bookmarks and page labels; without it chapters come
    from contents pages and headings. ``pdf`` are the bytes that figures are cropped from; they are kept until the
    book is written. ``references`` are the PDF's links from page to page (`ExtractionResult.references`). Raises
    ``NoTextError`` for a document without text.
    """
    return build_book(
        document,
        source_name=source_name,
        report=report,
        options=options or BookOptions(),
        pdf=pdf,
        references=references,
    )


def book_from_pdf(
    path: Path,
    out: Path,
    options: BookOptions | None = None,
    *,
    folder: str | None = None,
    replace: bool = False,
    progress: ProgressCallback | None = None,
    extractor: PdfExtractor | None = None,
    model: VisualLanguageModel | None = None,
    model_name: str = "",
) -> tuple[Path, Book]:
    """The PDF at ``path`` as a book folder under ``out``: where it lies, and the book.

    ``folder``, ``replace``: see `write_book`. ``extractor`` is used and left open when given. ``progress`` hears
    of the extraction's stages, then ``write`` (0 and 1 of 1). ``model`` is used in the place of
    ``options.model``. Raises what `PdfExtractor` and `write_book` raise, ``NoTextError`` for a PDF without
    readable text, ``OSError`` when it cannot be read.
    """
    from pdf_extractor_ai.job import Progress

    options = options or BookOptions()
    path = Path(path)
    data = read_file(path)
    result = _extracted(path, data, options, progress, extractor)
    document = result.document
    if model is not None or options.model:
        document = asyncio.run(_summarized(document, data, options, model, model_name, progress))
    book = make_book(
        document,
        source_name=path.name,
        report=result.report,
        options=options,
        pdf=data,
        references=result.references,
    )
    if progress is not None:
        progress(Progress("write", 0, 1))
    written = write_book(book, out, folder=folder, replace=replace)
    if progress is not None:
        progress(Progress("write", 1, 1))
    return written, book


def _extracted(
    path: Path,
    data: bytes,
    options: BookOptions,
    progress: ProgressCallback | None,
    extractor: PdfExtractor | None,
) -> ExtractionResult:
    from pdf_extractor_ai.extractor import PdfExtractor

    own = PdfExtractor(engine=options.engine) if extractor is None else None
    try:
        return (own or extractor or PdfExtractor()).extract_result(
            data,
            name=path.name,
            pages=options.pages,
            do_ocr=options.do_ocr,
            password=options.password,
            progress=progress,
        )
    finally:
        if own is not None:
            own.shutdown()


async def _summarized(
    document: DoclingDocument,
    pdf: bytes,
    options: BookOptions,
    model: VisualLanguageModel | None,
    model_name: str,
    progress: ProgressCallback | None,
) -> DoclingDocument:
    """The document with a model's summaries in the place of figures; a figure without one stays."""
    from pdf_extractor_ai.image_summarizer import summarize_images
    from pdf_extractor_ai.job import Job

    if model is None:
        from pdf_extractor_ai.models import model_from_spec

        client = model_from_spec(options.model)
        model, model_name = client, client.label
    return await summarize_images(
        document,
        model,
        model_name=model_name or type(model).__name__,
        pdf=pdf,
        password=options.password,
        cache=options.figure_cache or None,
        job=Job(progress=progress),
    )
