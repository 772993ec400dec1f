"""A card as an attachment: put into a PDF, and told apart again from the file that it was appended to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pdf_extractor_ai.archival import attachment_date, refuse_archival
from pdf_extractor_ai.attachments import add_attachment, attachments, remove_attachments
from pdf_extractor_ai.errors import PdfExtractorError
from pdf_extractor_ai.frontmatter.card import MIME_TYPE
from pdf_extractor_ai.frontmatter.lookup import find_card, is_card
from pdf_extractor_ai.frontmatter.yaml_reader import MAX_BYTES
from pdf_extractor_ai.increments import earlier
from pdf_extractor_ai.rewriting import changed, opened
from pdf_extractor_ai.streams import UndecodableStreamError

if TYPE_CHECKING:
    import pikepdf


@dataclass(frozen=True, slots=True)
class StoredCard:
    """What a PDF holds of a card: reserved file name, YAML in UTF-8, ``/Desc``, and a PDF date or nothing."""

    name: str
    payload: bytes
    description: str
    date: str

    def put(self, data: bytes, *, name: str = "", force: bool = False, password: str | None = None) -> bytes:
        """The PDF in ``data`` with this card as its only one; raises like ``rewriting.changed``."""

        def change(document: pikepdf.Pdf) -> bool:
            if not force:
                refuse_archival(document, name=name or "the PDF")
            gone = remove_attachments(document, is_card)
            add_attachment(
                document,
                self.name,
                self.payload,
                mime=MIME_TYPE,
                description=self.description,
                date=self.date or attachment_date(document),
                checksum=False,  # a card is to weigh little
            )
            return bool(gone)

        return changed(data, change, name=name, force=force, password=password, thrifty=True)


def appended_card(data: bytes, password: str | None = None) -> tuple[bytes, StoredCard] | None:
    """The file as it was when ``StoredCard.put`` appended its card, byte for byte, and that card.

    ``None`` for any other file. Nothing is believed: the card is put into what seems to be the earlier file, and
    that must give ``data`` again. Raises like ``rewriting.opened``.
    """
    before = earlier(data)
    stored = None if before is None else _stored(data, password)
    if before is None or stored is None:
        return None
    try:
        with opened(before, password=password) as document:
            alone = not any(map(is_card, attachments(document)))
        return (before, stored) if alone and stored.put(before, force=True, password=password) == data else None
    except PdfExtractorError:
        return None


def _stored(data: bytes, password: str | None) -> StoredCard | None:
    import pikepdf

    with opened(data, password=password) as document:
        found = find_card(document)
        if found is None:
            return None
        try:
            payload = found.attachment.read(MAX_BYTES)
        except (PdfExtractorError, UndecodableStreamError, pikepdf.PdfError, RuntimeError):
            return None
        return StoredCard(found.file_name, payload, found.attachment.description, found.attachment.date)
