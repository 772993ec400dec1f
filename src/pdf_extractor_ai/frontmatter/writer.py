"""A card put into a PDF, or taken out of it: ``write_card``, ``remove_card``, ``attach_derived``.

Pages, other attachments, outline, Info and XMP stay as they are; the same input gives the same bytes. What no date
is known for has no date: ``generated_at`` of the card dates its attachment, ``SOURCE_DATE_EPOCH`` the others.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.archival import attachment_date, refuse_archival
from pdf_extractor_ai.attachments import add_attachment, remove_attachments
from pdf_extractor_ai.errors import CardError, InvalidCardError
from pdf_extractor_ai.files import read_file
from pdf_extractor_ai.frontmatter.card import FILE_NAMES, KNOWN_KEYS, SPECS, Card, Convention
from pdf_extractor_ai.frontmatter.facts import pages_and_attachments
from pdf_extractor_ai.frontmatter.fingerprint import LITE, content_hash
from pdf_extractor_ai.frontmatter.lookup import is_card
from pdf_extractor_ai.frontmatter.reader import PdfInput, parse_card, pdf_source, read_card
from pdf_extractor_ai.frontmatter.storage import StoredCard, appended_card
from pdf_extractor_ai.frontmatter.validation import check_card
from pdf_extractor_ai.frontmatter.yaml_reader import MAX_BYTES, read_yaml
from pdf_extractor_ai.frontmatter.yaml_writer import dump_card, dump_mapping, revised
from pdf_extractor_ai.rewriting import changed

if TYPE_CHECKING:
    import pikepdf


def write_card(
    pdf: PdfInput,
    card: Card | Mapping[str, Any] | str,
    *,
    convention: Convention | None = None,
    keep_unknown: bool = True,
    force: bool = False,
    password: str | None = None,
) -> bytes:
    """A new PDF with ``card`` as its only card.

    ``card`` may be YAML text, which is stored as it stands. Unknown keys of a card that is there already are kept
    (unless ``keep_unknown`` is false), and with them its order and comments. ``convention`` is by default the one of
    the card's ``spec``, else pdf-frontmatter. ``force`` goes ahead on a signed file: the signed bytes stay, but
    viewers will say that the document was changed afterwards.

    The card is appended to the file, a card of ours that was appended before is exchanged. Only to get rid of
    another writer's card, of a locked or of a damaged file, is the file written anew.

    Raises ``InvalidCardError`` (a ``CardError``) with every fault of the card, ``SignedPdfError``, ``ArchivePdfError``,
    ``PasswordRequiredError``, ``WrongPasswordError`` and ``InvalidPdfError``. A file that opens with the empty
    password stays encrypted; its bytes then differ from run to run, since the salts are random.
    """
    data = pdf_bytes(pdf)
    text, wanted = _given(card, convention)
    if keep_unknown:
        previous = read_card(data, password=password, check_hash=False)
        if previous.card and previous.yaml is not None:
            text, wanted = _merged(previous.yaml, previous.card, text, wanted)
    payload = (text if text is not None else dump_card(wanted)).encode("utf-8")
    if len(payload) > MAX_BYTES:
        raise InvalidCardError(f"The card has {len(payload)} bytes; at most {MAX_BYTES} are allowed.")
    check_card(wanted)
    name = FILE_NAMES[wanted.convention or "pdf-frontmatter"]
    description = f"{wanted.spec} machine-readable index card"
    stored = StoredCard(name, payload, description, _pdf_date(wanted.generated_at))
    appended = appended_card(data, password)
    return stored.put(appended[0] if appended else data, name=_name(pdf), force=force, password=password)


def pdf_bytes(pdf: PdfInput) -> bytes:
    """The bytes of the PDF, wherever it is. Raises ``TypeError`` for no PDF input and ``OSError``."""
    source = pdf_source(pdf)
    return source if isinstance(source, bytes) else read_file(source)


def _name(pdf: PdfInput) -> str:
    """What errors call the PDF, empty for one without a name."""
    return str(pdf) if isinstance(pdf, str | Path) else ""


def _given(card: Card | Mapping[str, Any] | str, convention: Convention | None) -> tuple[str | None, Card]:
    """The text to store as it stands, if any, and its data; the spec is filled in where it is missing."""
    text = None
    if isinstance(card, str):
        text = card.removeprefix("\ufeff").replace("\r\n", "\n").rstrip("\n") + "\n"
        data = read_yaml(text)
        if not isinstance(data, dict):
            raise InvalidCardError("The card is no mapping of keys to values.")
    else:
        data = dict(card.data if isinstance(card, Card) else card)
    spec = SPECS[convention] if convention else data.get("spec", SPECS["pdf-frontmatter"])
    if data.get("spec") != spec:
        if "spec" in data:
            raise InvalidCardError(f"The card says it follows {data['spec']!r}, but {spec!r} is to be written.")
        data = {"spec": spec, **data}
        text = None if text is None else revised(text, Card(data))
    return text, Card(data)


def _merged(old_text: str, old: Card, text: str | None, new: Card) -> tuple[str | None, Card]:
    """The new card with the old one's unknown keys, in the old one's order unless it came as text."""
    lost = {key: value for key, value in old.data.items() if key not in KNOWN_KEYS and key not in new.data}
    if text is not None:
        if not lost:
            return text, new
        whole = Card({**new.data, **lost})
        longer = text + dump_mapping(lost)
        kept = parse_card(longer)
        return (longer if kept.card == whole else None), whole
    order = [key for key in old.data if key in new.data or key in lost]
    order += [key for key in new.data if key not in old.data]
    whole = Card({key: new.data.get(key, lost.get(key)) for key in order})
    return revised(old_text, whole), whole


def remove_card(pdf: PdfInput, *, force: bool = False, password: str | None = None) -> bytes:
    """A new PDF without any card: the very file that was there before, if the card was appended by ``write_card``.

    Raises ``CardError`` if there was no card, and like ``write_card``.
    """
    data = pdf_bytes(pdf)
    appended = appended_card(data, password)
    if appended:
        return appended[0]

    def change(document: pikepdf.Pdf) -> bool:
        if not remove_attachments(document, is_card):
            raise CardError("The PDF has no card to remove.")
        return True

    return changed(data, change, name=_name(pdf), force=force, password=password)


def attach_derived(
    pdf: PdfInput,
    files: Mapping[str, bytes],
    *,
    mime: str = "application/json",
    force: bool = False,
    password: str | None = None,
) -> bytes:
    """A new PDF with ``files`` (attachment name to content) attached for the card's ``derived`` to point at.

    Attachments of the same names are replaced; reserved card names are refused with ``CardError``.
    """
    for name in files:
        if name in FILE_NAMES.values() or not name.isascii() or not name.strip():
            raise CardError(f"A derived attachment cannot be called {name!r}.", remedy="Use a plain ASCII file name.")
    names = frozenset(files)

    def change(document: pikepdf.Pdf) -> bool:
        if not force:
            refuse_archival(document, name=_name(pdf) or "the PDF")
        gone = remove_attachments(document, lambda attachment: attachment.is_named(names))
        for name in sorted(files):
            add_attachment(
                document,
                name,
                files[name],
                mime=mime,
                description="Derived from the document",
                relationship="Alternative",
                date=_pdf_date(None) or attachment_date(document),
            )
        return bool(gone)

    data = pdf_bytes(pdf)
    appended = appended_card(data, password)
    if appended is None:
        return changed(data, change, name=_name(pdf), force=force, password=password)
    # The card stays the last thing in the file, so that it can be exchanged without a trace.
    before, card = appended
    made = changed(before, change, name=_name(pdf), force=force, password=password)
    return card.put(made, force=force, password=password)


def filled(card: str, pdf: PdfInput, *, convention: Convention | None = None, password: str | None = None) -> str:
    """The YAML of a card with the ``pages`` and the content hash of ``pdf``, and its comments kept.

    A missing ``spec`` becomes that of ``convention``.

    Raises ``InvalidCardError`` for YAML that is no mapping, and like ``write_card``.
    """
    _, given = _given(card, convention)
    data = pdf_bytes(pdf)
    facts = {
        "pages": pages_and_attachments(data, password=password)[0],
        "content_sha256": content_hash(data, password=password),
        "content_sha256_extractor": LITE,
    }
    return revised(card, given.updated(facts))


def source_date() -> date | None:
    """The day of ``SOURCE_DATE_EPOCH`` in UTC (reproducible-builds.org), ``None`` when it is unset or no number."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not epoch.isascii() or not epoch.isdigit() or len(epoch) > 11:
        return None
    return datetime.fromtimestamp(int(epoch), UTC).date()


def _pdf_date(day: str | None) -> str:
    text = day or (found.isoformat() if (found := source_date()) else "")
    return "D:" + text.replace("-", "") if text else ""
