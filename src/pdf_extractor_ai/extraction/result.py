"""What an extraction gives: the tree and the account of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

    from pdf_extractor_ai.report import ExtractionReport, Reference


@dataclass(frozen=True, slots=True)
class ExtractionResult:
    """The document, and the report on what became of each page and character.

    ``references`` are the links from page to page, which a tree has no place for; empty for foreign engines.
    """

    document: DoclingDocument
    report: ExtractionReport
    references: tuple[Reference, ...] = ()
