"""PDF bytes in, one true DoclingDocument out; importing this package is cheap (PEP 562)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "ExtractionReport": "report",
    "ExtractionResult": "extractor",
    "PdfExtractor": "extractor",
    "document_title": "markdown",
    "is_low_text": "markdown",
    "split_pages": "markdown",
    "summarize_images": "image_summarizer",
    "to_markdown": "markdown",
}

__all__ = [  # noqa: RUF022 - sorted, with the version last
    "ExtractionReport",
    "ExtractionResult",
    "PdfExtractor",
    "document_title",
    "is_low_text",
    "split_pages",
    "summarize_images",
    "to_markdown",
    "__version__",
]

if TYPE_CHECKING:
    from pdf_extractor_ai.extractor import ExtractionResult, PdfExtractor
    from pdf_extractor_ai.image_summarizer import summarize_images
    from pdf_extractor_ai.markdown import document_title, is_low_text, split_pages, to_markdown
    from pdf_extractor_ai.report import ExtractionReport


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
