"""The card of a PDF, checked and never trusted: ``read_card``. Nothing here raises for what a file contains."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal

from pdf_extractor_ai.errors import CardYamlError, InvalidPdfError, LimitExceededError, PdfExtractorError
from pdf_extractor_ai.frontmatter.card import FILE_NAMES, SPECS, UNTRUSTED, Card, Convention
from pdf_extractor_ai.frontmatter.lookup import find_card
from pdf_extractor_ai.frontmatter.yaml_reader import MAX_BYTES, read_yaml
from pdf_extractor_ai.streams import UndecodableStreamError

if TYPE_CHECKING:
    import pikepdf

CardStatus = Literal["ok", "unverified", "stale", "missing", "invalid", "unknown_spec", "unreadable"]

PdfInput = bytes | bytearray | memoryview | str | Path | IO[bytes]


@dataclass(frozen=True, slots=True)
class CardResult:
    """What ``read_card`` found. Only ``ok`` and ``unverified`` come with a ``card``, unless stale ones are wanted.

    ``status``: ``ok`` (valid; its hash, if it has one, matches), ``unverified`` (valid, the hash was not checked),
    ``stale`` (valid, but written for another text), ``missing``, ``invalid``, ``unknown_spec`` (another version of
    the convention, or none), ``unreadable`` (the file does not open as a PDF, or is locked). ``code`` is the same in
    the reference readers' words: ok, stale, missing, invalid_yaml, invalid_spec, unreadable.

    ``reasons`` tells why there is no card, ``warnings`` what is odd though there is one; each warning begins with
    its code. ``yaml`` is the text of any card that was found, ``hash_profile`` the extractor whose hash matched.
    """

    status: CardStatus
    code: str
    card: Card | None = None
    reasons: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    yaml: str | None = None
    file_name: str | None = None
    hash_profile: str | None = None

    @property
    def found(self) -> bool:
        """Whether a reserved name was found, whatever it is worth."""
        return self.file_name is not None

    @property
    def usable(self) -> bool:
        """Whether the card may be used as a hint."""
        return self.status in {"ok", "unverified"}

    @property
    def stale(self) -> bool:
        """Whether the card was written for another text than the document has now."""
        return self.status == "stale"

    @property
    def convention(self) -> Convention | None:
        """``pdf-frontmatter`` or ``open-matter``, by the file name."""
        return next((convention for convention, name in FILE_NAMES.items() if name == self.file_name), None)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data for JSON, with the note that card data is not to be trusted."""
        data = asdict(self)
        data["card"] = _jsonable(self.card.data) if self.card else None
        return {**data, "note": UNTRUSTED}


def _jsonable(value: Any) -> Any:
    """Infinite numbers and NaN as strings, which JSON has no numbers for."""
    if isinstance(value, dict):
        return {key: _jsonable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_jsonable(item) for item in value]
    return value if not isinstance(value, float) or abs(value) < float("inf") else str(value)


def read_card(
    pdf: PdfInput,
    *,
    password: str | None = None,
    check_hash: bool = True,
    allow_stale: bool = False,
    max_bytes: int = MAX_BYTES,
) -> CardResult:
    """The card in ``pdf`` (bytes, a path, or a binary stream, read from its beginning).

    ``check_hash`` compares the card's hash with the document's text: under the profile that the card names, else
    under every profile there is. ``allow_stale`` hands out a stale card too. Cards of more than ``max_bytes`` are
    invalid. Raises ``OSError`` for a path that cannot be read and ``TypeError`` for what is no PDF input, nothing
    for what is in the file.
    """
    source = pdf_source(pdf)
    try:
        from pdf_extractor_ai.rewriting import opened

        with opened(source, password=password) as document:
            return _read(document, source, password, check_hash, allow_stale, max_bytes)
    except InvalidPdfError as error:
        return CardResult("unreadable", "unreadable", reasons=(str(error),))


def pdf_source(pdf: PdfInput) -> bytes | Path:
    """The bytes, or the path of the file that has them. Raises ``TypeError`` for anything else."""
    if isinstance(pdf, str | Path):
        return Path(pdf)
    if isinstance(pdf, bytes | bytearray | memoryview):
        return bytes(pdf)
    read = getattr(pdf, "read", None)
    if read is None:
        raise TypeError(f"A PDF is given as bytes, a path or a binary stream, not {type(pdf).__name__}.")
    if pdf.seekable():
        pdf.seek(0)
    data = read()
    if not isinstance(data, bytes):
        raise TypeError("The stream is not binary.")
    return data


def _read(
    document: pikepdf.Pdf,
    source: bytes | Path,
    password: str | None,
    check_hash: bool,
    allow_stale: bool,
    max_bytes: int,
) -> CardResult:
    import pikepdf

    try:
        found = find_card(document)
        if found is None:
            names = " or ".join(FILE_NAMES.values())
            return CardResult("missing", "missing", reasons=(f"There is no attachment called {names}.",))
        payload = found.attachment.read(max_bytes)
    except LimitExceededError:
        return CardResult("invalid", "invalid_yaml", reasons=(f"The card has more than {max_bytes} bytes.",))
    except (pikepdf.PdfError, UndecodableStreamError, RuntimeError, ValueError) as error:
        return CardResult("invalid", "unreadable", reasons=(f"The attachment cannot be decoded: {error}",))
    result = parse_card(payload, max_bytes=max_bytes, file_name=found.file_name, warnings=found.warnings)
    if result.card is None:
        return result
    return _checked(result, result.card, document, source, password, check_hash, allow_stale)


def parse_card(
    payload: bytes | str,
    *,
    max_bytes: int = MAX_BYTES,
    file_name: str | None = None,
    warnings: tuple[str, ...] = (),
) -> CardResult:
    """The card in a payload outside any PDF: ``ok`` or why not; the hash is not looked at."""
    try:
        text = payload if isinstance(payload, str) else payload.decode("utf-8")
    except UnicodeDecodeError as error:
        reason = f"The card is not valid UTF-8 (byte {error.start})."
        return CardResult("invalid", "unreadable", reasons=(reason,), warnings=warnings, file_name=file_name)
    card, status, code, reason = _card(text, max_bytes)
    reasons = (reason,) if reason else ()
    if card and file_name in FILE_NAMES.values() and card.spec != SPECS[_convention(file_name)]:
        warnings = (*warnings, f"name_and_spec: a card called {file_name} says it follows {card.spec}.")
    return CardResult(status, code, card, reasons, warnings, text.removeprefix("\ufeff"), file_name)


def _convention(file_name: str | None) -> Convention:
    return next(convention for convention, name in FILE_NAMES.items() if name == file_name)


def _card(text: str, max_bytes: int) -> tuple[Card | None, CardStatus, str, str]:
    from pdf_extractor_ai.frontmatter.validation import reading_fault

    if len(text.encode("utf-8", "surrogatepass")) > max_bytes:
        return None, "invalid", "invalid_yaml", f"The card has more than {max_bytes} bytes."
    try:
        data = read_yaml(text)
    except CardYamlError as error:
        return None, "invalid", "invalid_yaml", str(error)
    fault = reading_fault(data)
    if fault is None:
        return Card(data), "ok", "ok", ""
    if fault.code == "not_a_mapping":
        return None, "invalid", "invalid_yaml", fault.message
    return None, "unknown_spec" if fault.code == "unknown_spec" else "invalid", "invalid_spec", fault.message


def _checked(
    result: CardResult,
    card: Card,
    document: pikepdf.Pdf,
    source: bytes | Path,
    password: str | None,
    check_hash: bool,
    allow_stale: bool,
) -> CardResult:
    """``result`` with the verdict of the hash; a hash of another type than text matches nothing."""
    from dataclasses import replace

    if card.data.get("content_sha256") is None:
        return result
    if not check_hash:
        return replace(result, status="unverified")
    verdict, detail = _verdict(card, document, source, password)
    if verdict == "ok":
        return replace(result, hash_profile=detail)
    if verdict == "unverified":
        return replace(result, status="unverified", warnings=(*result.warnings, f"hash_not_checked: {detail}"))
    return replace(result, status="stale", code="stale", card=card if allow_stale else None, reasons=(detail,))


def _verdict(
    card: Card, document: pikepdf.Pdf, source: bytes | Path, password: str | None
) -> tuple[Literal["ok", "stale", "unverified"], str]:
    import pikepdf

    from pdf_extractor_ai.frontmatter.fingerprint import PROFILES, hash_of

    named = card.content_sha256_extractor
    if named is not None and named not in PROFILES:
        return "unverified", f"the card's hash was made with {named!r}, which this version does not know."
    problems, texts = [], dict[str, list[str]]()
    for profile in [named] if named else PROFILES:
        try:
            if hash_of(document, source, profile, password, texts) == card.content_sha256:
                return "ok", profile
        except (PdfExtractorError, pikepdf.PdfError, RuntimeError, ValueError, MemoryError) as error:
            problems.append(f"{profile}: {error}")
    if problems:
        return "unverified", "the text could not be read (" + "; ".join(problems) + ")."
    tried = named or ", ".join(PROFILES)
    return "stale", f"content_sha256 does not match the text (tried {tried}); another extractor may have made it."


def card_summary(pdf: bytes, *, password: str | None = None) -> dict[str, Any]:
    """The card of ``pdf`` for a report: empty when there is none, else status, file name, title and so on.

    Never raises for what is in the file and changes nothing: a card is a hint.
    """
    result = read_card(pdf, password=password)
    if not result.found:
        return {}
    data = result.to_dict()
    keys = ("status", "file_name", "hash_profile", "card", "reasons", "warnings", "note")
    return {key: data[key] for key in keys}
