"""Any PDF made ready for the parser: unlocked, repaired where it must be, its pages counted.

PDFium has the first word. What it cannot open, or opens with pages missing, goes through qpdf in memory and is
tried again; what was done is told in ``Source.notes``. The password is used and forgotten: it is in no message,
no note and no record.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from pdf_extractor_ai.errors import (
    InvalidPdfError,
    LimitExceededError,
    PasswordRequiredError,
    WrongPasswordError,
)
from pdf_extractor_ai.pdfium import opened
from pdf_extractor_ai.qpdf import cause_of, had_contents, inflating_at_most
from pdf_extractor_ai.report import Flag

if TYPE_CHECKING:
    import pikepdf

MAX_BYTES = 1 << 30
"""Files beyond this size are refused unless the caller says otherwise."""

_HEADER_WINDOW = 1024  # ISO 32000-1, annex H, note 13: viewers look for the header in the first 1024 bytes
_EXTRACT = 1 << 4  # bit 5 of /P, ISO 32000-1 table 22: "copy or otherwise extract text and graphics"
_PASSWORD_ERROR = 4  # FPDF_ERR_PASSWORD
_MAX_INFLATED = 256 << 20  # one object stream inflated while repairing; honest ones hold a few megabytes
_MAX_SEARCHED = 2000  # pages of a damaged file that are asked whether they had content


@dataclass(frozen=True, slots=True)
class Source:
    """Bytes that PDFium opens without a password, the number of their pages, and what had to be done for it.

    Codes of ``notes``: ``repaired``, ``extraction_restricted``, ``xfa_form``.
    """

    data: bytes
    page_count: int
    notes: tuple[Flag, ...] = ()


@dataclass(frozen=True, slots=True)
class _Probe:
    """What PDFium says of a file: pages, whether the last of them is there, whether the xref table was good."""

    pages: int = 0
    sound: bool = False
    restricted: bool = False
    xfa: bool = False
    error: str = ""
    locked: bool = False


def open_source(
    data: bytes | bytearray | memoryview,
    *,
    name: str,
    password: str | None = None,
    max_bytes: int = MAX_BYTES,
) -> Source:
    """The PDF in ``data`` ready for parsing; ``name`` is what errors call it.

    Raises ``TypeError`` for anything but bytes (a path in particular), ``LimitExceededError`` for more than
    ``max_bytes`` of them, ``PasswordRequiredError`` and ``WrongPasswordError`` for a locked file and
    ``InvalidPdfError`` for one that no page can be got out of.
    """
    raw = _checked(data, name, max_bytes)
    probe = _probe(raw, password)
    notes: list[Flag] = []
    if probe.locked:
        raw, probe = _unlocked(raw, name, password)
    elif password and probe.pages:
        raw, probe = _decrypted(raw, password, probe)
    if not (probe.pages and probe.sound):
        raw, probe, repaired = _repaired(raw, name, password, probe)
        if repaired:
            notes.append(repaired)
    if probe.restricted:
        notes.append(
            Flag(
                "extraction_restricted",
                "The author's permissions do not allow text extraction.",
                remedy="Make sure that you have the right to use the text.",
            )
        )
    if probe.xfa:
        notes.append(
            Flag(
                "xfa_form",
                "The document is an XFA form; what its pages show may be a placeholder only.",
                remedy="Print the form to a plain PDF with the program that made it.",
            )
        )
    return Source(raw, probe.pages, tuple(notes))


def _checked(data: object, name: str, max_bytes: int) -> bytes:
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"PDF must be given as bytes, not {type(data).__name__}: {name}")
    size = data.nbytes if isinstance(data, memoryview) else len(data)
    if size > max_bytes:
        raise LimitExceededError(
            f"PDF is too large: {name} has {size} bytes, the limit is {max_bytes}", remedy="Raise max_bytes."
        )
    raw = bytes(data)
    if not raw:
        raise _no_pages(name, "the file is empty")
    if raw.find(b"%PDF", 0, _HEADER_WINDOW + 4) < 0:
        raise _no_pages(name, f"no %PDF header in its first {_HEADER_WINDOW} bytes")
    return raw


def _no_pages(name: str, cause: str) -> InvalidPdfError:
    return InvalidPdfError(f"PDF has no pages: {name} ({cause})", remedy="Check that the file is a complete PDF.")


def _probe(raw: bytes, password: str | None = None) -> _Probe:
    import pypdfium2
    import pypdfium2.raw as c

    try:
        with opened(raw, password) as document:
            pages = len(document)
            # PDFium believes /Count, so a page number may lead nowhere; asking for a size parses no content.
            sound = pages > 0 and bool(c.FPDF_GetPageSizeByIndexF(document, pages - 1, c.FS_SIZEF()))
            return _Probe(
                pages,
                sound and bool(c.FPDF_DocumentHasValidCrossReferenceTable(document)),
                not c.FPDF_GetDocPermissions(document) & _EXTRACT,
                document.get_formtype() in (c.FORMTYPE_XFA_FULL, c.FORMTYPE_XFA_FOREGROUND),
            )
    except pypdfium2.PdfiumError as error:
        return _Probe(error=str(error).rstrip("."), locked=getattr(error, "err_code", 0) == _PASSWORD_ERROR)


def _unlocked(raw: bytes, name: str, password: str | None) -> tuple[bytes, _Probe]:
    """PDFium did not take the password; qpdf, which knows more encodings of one, has a second try."""
    if password is None:
        raise _password_required(name)
    clean = _resaved(raw, name, password)
    return clean, _probe(clean)


def _password_required(name: str) -> PasswordRequiredError:
    return PasswordRequiredError(f"PDF is locked with a password: {name}", remedy="Give the password.")


def _decrypted(raw: bytes, password: str, probe: _Probe) -> tuple[bytes, _Probe]:
    """Clean bytes when the file is locked at all; PDFium opened it, so its own copy is the way out if qpdf fails."""
    import pikepdf
    import pypdfium2.raw as c

    if b"/Encrypt" not in raw and _probe(raw).pages:
        return raw, probe
    try:
        with inflating_at_most(_MAX_INFLATED), pikepdf.open(BytesIO(raw), password=password) as pdf:
            if not pdf.is_encrypted:
                return raw, probe
            clean = _saved(pdf)
    except pikepdf.PdfError:
        buffer = BytesIO()
        with opened(raw, password) as document:
            document.save(buffer, flags=c.FPDF_REMOVE_SECURITY)
        clean = buffer.getvalue()
    again = _probe(clean)
    return clean, _Probe(again.pages, again.sound, probe.restricted, again.xfa, again.error)


def _resaved(raw: bytes, name: str, password: str | None) -> bytes:
    """The file as qpdf understands it, unlocked, with a new cross-reference table."""
    import pikepdf

    try:
        with inflating_at_most(_MAX_INFLATED), pikepdf.open(BytesIO(raw), password=password or "") as pdf:
            if not len(pdf.pages):
                raise _no_pages(name, "its page tree is empty")
            _keep_lost_contents(pdf, raw)
            return _saved(pdf)
    except pikepdf.PasswordError:
        # `from None`: nothing that saw the password may hang on to the error
        if password is None:
            raise _password_required(name) from None
        raise WrongPasswordError(f"Wrong password for PDF: {name}", remedy="Check the password.") from None


def _saved(pdf: pikepdf.Pdf) -> bytes:
    buffer = BytesIO()
    pdf.save(buffer, deterministic_id=True)
    return buffer.getvalue()


def _keep_lost_contents(pdf: pikepdf.Pdf, raw: bytes) -> None:
    """Let a page whose content is gone go on to say that it had some.

    A name in its place is no content either, but it is there: see ``content_fault`` of the engine.
    """
    import pikepdf

    for page in pdf.pages[:_MAX_SEARCHED]:
        if page.obj.get("/Contents") is None and had_contents(page.obj, raw):
            page.obj.Contents = pikepdf.Name.Lost


def _repaired(raw: bytes, name: str, password: str | None, probe: _Probe) -> tuple[bytes, _Probe, Flag | None]:
    """The better of the file as it is and as qpdf repairs it, with the note that says what was wrong."""
    import pikepdf

    try:
        clean = _resaved(raw, name, password)
        again = _probe(clean)
        cause = again.error
    except (pikepdf.PdfError, ValueError, RuntimeError, MemoryError, OSError) as error:
        if isinstance(error, PasswordRequiredError | WrongPasswordError):
            raise
        clean, again, cause = raw, _Probe(), cause_of(error)
    broken = probe.error or ("its page tree is damaged" if probe.pages else "its page tree is empty")
    if again.pages and again.sound and (again.pages >= probe.pages or not probe.sound):
        note = f"The file is damaged ({broken}); it was repaired, pages found: {again.pages}."
        again = _Probe(again.pages, True, probe.restricted or again.restricted, again.xfa)
        return clean, again, Flag("repaired", note, remedy="Compare with the original: content may be missing.")
    if probe.pages:
        return raw, probe, None
    raise _no_pages(name, broken if not cause else f"{broken}; repair failed: {cause}")
