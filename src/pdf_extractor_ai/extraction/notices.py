"""Notes on the whole document that a reader of the text alone must not miss."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from docling_core.types.doc import DoclingDocument

    from pdf_extractor_ai.report import Flag

_SHOWN = frozenset({"xfa_form"})
"""Codes of notes without which the pages' text would be taken for the document's content."""
_SHELL = 1500
"""Characters at most on the page that a form shows to programs that cannot fill it in; a real form has more."""


def show_notes(document: DoclingDocument, notes: Iterable[Flag], page: int) -> None:
    """Put each note of that kind first in the body, in brackets, on ``page`` with the whole page as its box.

    A document whose pages hold their text keeps it as it is: the report has the note.
    """
    from docling_core.types.doc import BoundingBox, CoordOrigin, DocItemLabel, ProvenanceItem

    if sum(len(item.text) for item in document.texts) > _SHELL:
        return
    sheet = document.pages.get(page)
    for note in reversed([note for note in notes if note.code in _SHOWN]):
        text = f"[{note.message}]"
        place = None
        if sheet is not None:
            box = BoundingBox(l=0, t=0, r=sheet.size.width, b=sheet.size.height, coord_origin=CoordOrigin.TOPLEFT)
            place = ProvenanceItem(page_no=page, bbox=box, charspan=(0, len(text)))
        document.add_text(DocItemLabel.TEXT, text, prov=place)
        document.body.children.insert(0, document.body.children.pop())
