"""The report on a document whose engine does not write one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pdf_extractor_ai.report import (
    CharacterCount,
    ExtractionReport,
    Flag,
    PageReport,
    PageStatus,
    RemovedText,
    status_of_whole,
)

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

_INCOMPLETE = frozenset({"xfa_form", "page_failed", "page_incomplete", "image_only"})
"""Codes of flags with which a document is not complete."""


def report_of(
    document: DoclingDocument,
    pages: Sequence[int],
    *,
    name: str,
    engine: str,
    removed: Sequence[RemovedText] = (),
    flags: Sequence[Flag] = (),
) -> ExtractionReport:
    """What can be said from the document alone: text and pictures by page.

    The text layer was not read, so its count is that of what came out, and the flag ``not_assessed`` says so.
    """
    body = _characters(document)
    furniture: Counter[int] = Counter()
    for text in removed:
        furniture[text.page] += _visible(text.text)
    pictured = {prov.page_no for picture in document.pictures for prov in picture.prov}
    records = tuple(
        PageReport(
            page,
            _status(body[page] + furniture[page], page in pictured),
            CharacterCount(body[page] + furniture[page], body=body[page], furniture=furniture[page]),
        )
        for page in pages
    )
    note = Flag("not_assessed", "The result was not compared with the text layer of the PDF.")
    return ExtractionReport(
        name=name,
        engine=engine,
        status=status_of_whole([record.status for record in records]),
        page_count=len(records),
        pages=records,
        flags=(note, *flags),
        removed=tuple(removed),
    )


def with_notes(report: ExtractionReport, notes: Iterable[Flag]) -> ExtractionReport:
    """``report`` with the notes it does not have yet; ``partial`` when one says that something is missing."""
    new = tuple(dict.fromkeys(note for note in notes if note not in report.flags))
    status = report.status
    if status == "complete" and any(flag.code in _INCOMPLETE for flag in (*report.flags, *new)):
        status = "partial"
    return replace(report, flags=(*new, *report.flags), status=status)


def _characters(document: DoclingDocument) -> Counter[int]:
    """Page -> non-blank characters of its items; an item over two pages counts on its first."""
    counts: Counter[int] = Counter()
    for item in document.texts:
        if item.prov:
            counts[item.prov[0].page_no] += _visible(item.text)
    for table in document.tables:
        if table.prov:
            counts[table.prov[0].page_no] += sum(_visible(cell.text) for cell in table.data.table_cells)
    return counts


def _visible(text: str) -> int:
    return sum(not char.isspace() for char in text)


def _status(characters: int, pictured: bool) -> PageStatus:
    if characters:
        return "ok"
    return "image_only" if pictured else "blank"
