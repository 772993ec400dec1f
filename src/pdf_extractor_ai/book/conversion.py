"""From a PDF, or the tree of one, to a book."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pdf_extractor_ai.book.model import Book
from pdf_extractor_ai.book.options import BookOptions

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

    from pdf_extractor_ai.extractor import PdfExtractor
    from pdf_extractor_ai.image_summarizer import VisualLanguageModel
    from pdf_extractor_ai.job import ProgressCallback
    from pdf_extractor_ai.report import ExtractionReport


def make_book(
    document: DoclingDocument,
    *,
    source_name: str,
    report: ExtractionReport | None = None,
    options: BookOptions | None = None,
    pdf: bytes | None = None,
) -> Book:
    """``document`` as a book folder in memory; pure, nothing is read or written.

    ``source_name`` is the PDF's file name. ``report`` brings outline and page labels; without it chapters come
    from contents pages and headings. ``pdf`` are the bytes that figures are cropped from.
    """
    raise NotImplementedError


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
    of the extraction's stages, then ``write``. ``model`` is used in the place of ``options.model``. Raises what
    `PdfExtractor` and `write_book` raise, and ``NoTextError`` for a PDF without readable text.
    """
    raise NotImplementedError
