"""Where the card is in a PDF: the ``/EmbeddedFiles`` name tree, under a reserved name, and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pdf_extractor_ai.attachments import Attachment, attachments
from pdf_extractor_ai.frontmatter.card import FILE_NAMES, MIME_TYPE, Convention

if TYPE_CHECKING:
    import pikepdf

_RESERVED = frozenset(FILE_NAMES.values())
_PREFERRED: tuple[Convention, ...] = ("open-matter", "pdf-frontmatter")  # the successor speaks for both


@dataclass(frozen=True, slots=True)
class Found:
    """The card's attachment, the reserved name it has, and what is odd about it."""

    attachment: Attachment
    file_name: str
    warnings: tuple[str, ...]


def is_card(attachment: Attachment) -> bool:
    """Whether key, ``/UF`` or ``/F`` is one of the two reserved names, letter for letter."""
    return attachment.is_named(_RESERVED)


def find_card(pdf: pikepdf.Pdf) -> Found | None:
    """The card of ``pdf``: the first one with the successor's name, else the first with the original one."""
    cards = [each for each in attachments(pdf) if is_card(each) and each.stream is not None]
    for convention in _PREFERRED:
        name = FILE_NAMES[convention]
        named = [each for each in cards if each.is_named(frozenset({name}))]
        if named:
            return Found(named[0], name, tuple(_oddities(named, cards, name)))
    return None


def _oddities(named: list[Attachment], cards: list[Attachment], name: str) -> list[str]:
    found = []
    if len(named) > 1:
        found.append(f"duplicate: {len(named)} attachments are called {name}; the first one is read.")
    if len(cards) > len(named):
        other = next(file_name for file_name in FILE_NAMES.values() if file_name != name)
        found.append(f"both_names: there is a card called {other} too; {name} is read.")
    if named[0].key != name:
        found.append(f"key_differs: the attachment is filed under {named[0].key!r}.")
    if named[0].mime.lower() != MIME_TYPE:
        found.append(f"mime_type: the attachment says it is {named[0].mime or 'nothing'!r}, not {MIME_TYPE}.")
    return found
