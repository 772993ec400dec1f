"""Markdown out of a tree, and what can be read off that Markdown again."""

from pdf_extractor_ai.markdown.banners import is_low_text, split_pages
from pdf_extractor_ai.markdown.layout import (
    PdfDocumentLayout,
    PdfPageSpan,
    PdfSectionSpan,
    layout_from_markdown,
)
from pdf_extractor_ai.markdown.titles import document_title
from pdf_extractor_ai.markdown.writer import to_markdown

__all__ = [
    "PdfDocumentLayout",
    "PdfPageSpan",
    "PdfSectionSpan",
    "document_title",
    "is_low_text",
    "layout_from_markdown",
    "split_pages",
    "to_markdown",
]
