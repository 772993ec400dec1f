"""A PDF opened in memory to be changed without touching a page, and saved: for the faces that write attachments."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.attachments import attachments, with_capital_escapes
from pdf_extractor_ai.errors import InvalidPdfError, PasswordRequiredError, SignedPdfError, WrongPasswordError
from pdf_extractor_ai.files import read_file
from pdf_extractor_ai.increments import Revision

if TYPE_CHECKING:
    import pikepdf

_MAX_FIELDS = 10_000
_LITTLE = 1 << 10
_MAX_TO_COMPARE = 16 << 20
_IMAGE_FILTERS = frozenset(("/DCTDecode", "/DCT", "/JPXDecode", "/JBIG2Decode", "/CCITTFaxDecode", "/CCF"))
_FLATE_OR_IMAGE = _IMAGE_FILTERS | {"/FlateDecode", "/Fl"}
_LEFT_UNPACKED = ("/ObjStm", "/XRef", "/Metadata")  # qpdf writes the first two anew and leaves XMP readable


def locked(name: str) -> PasswordRequiredError:
    """The error for a PDF that asks for a password."""
    return PasswordRequiredError(f"PDF is locked with a password: {name}", remedy="Give the password.")


@contextmanager
def opened(data: bytes | Path, *, name: str = "", password: str | None = None) -> Iterator[pikepdf.Pdf]:
    """The ``pikepdf.Pdf`` in ``data`` (bytes, or the path of a file), closed at the end of the ``with`` block.

    Raises ``PasswordRequiredError``, ``WrongPasswordError``, ``InvalidPdfError`` and, for a path, ``OSError``.
    """
    import pikepdf

    name = name or (str(data) if isinstance(data, Path) else "the PDF")
    try:
        if isinstance(data, Path) and data.exists() and not data.is_file():
            data = read_file(data)  # a pipe, in which qpdf cannot go back; a device is refused
        pdf = pikepdf.open(data if isinstance(data, Path) else BytesIO(data), password=password or "")
    except pikepdf.PasswordError:
        # `from None`: nothing that saw the password may hang on to the error
        if password is None:
            raise locked(name) from None
        raise WrongPasswordError(f"Wrong password for PDF: {name}", remedy="Check the password.") from None
    except (pikepdf.PdfError, ValueError, RuntimeError) as error:
        # qpdf names its input by the path or by the address of our buffer, which differ from run to run
        cause = re.sub(r"^stream <[^>]*>:? ?", "", str(error).removeprefix(f"{data!s}: "))
        raise InvalidPdfError(
            f"PDF cannot be opened: {name} ({cause})", remedy="Check that the file is a complete PDF."
        ) from None
    with pdf:
        if not isinstance(pdf.trailer.get("/Root"), pikepdf.Dictionary):
            raise InvalidPdfError(f"PDF cannot be opened: {name} (it has no catalog)")
        yield pdf


def is_signed(pdf: pikepdf.Pdf) -> bool:
    """Whether a signature field is filled in or the catalog grants signed permissions (12.8)."""
    import pikepdf

    permissions = pdf.Root.get("/Perms")
    if isinstance(permissions, pikepdf.Dictionary) and permissions.keys():
        return True
    form = pdf.Root.get("/AcroForm")
    fields = form.get("/Fields") if isinstance(form, pikepdf.Dictionary) else None
    waiting = [(each, False) for each in fields.as_list()] if isinstance(fields, pikepdf.Array) else []
    seen: set[tuple[int, int]] = set()
    while waiting and len(seen) < _MAX_FIELDS:
        field, inherited = waiting.pop()
        if not isinstance(field, pikepdf.Dictionary) or (field.is_indirect and field.objgen in seen):
            continue
        seen.add(field.objgen if field.is_indirect else (-len(seen) - 1, 0))
        signature = inherited or str(field.get("/FT", "")) == "/Sig"
        if signature and isinstance(field.get("/V"), pikepdf.Dictionary):
            return True
        kids = field.get("/Kids")
        if isinstance(kids, pikepdf.Array):
            waiting += [(kid, signature) for kid in kids.as_list()]
    return False


def refuse_signed(pdf: pikepdf.Pdf, *, name: str = "the PDF") -> None:
    """Raise ``SignedPdfError`` if the PDF is signed."""
    if is_signed(pdf):
        raise SignedPdfError(
            f"PDF is signed, a change would break the signature: {name}",
            remedy="Work on an unsigned copy, or force it.",
        )


def changed(
    data: bytes,
    change: Callable[[pikepdf.Pdf], bool],
    *,
    name: str = "",
    force: bool = False,
    password: str | None = None,
    thrifty: bool = False,
) -> bytes:
    """The PDF in ``data`` after ``change``, which touches attachments only and tells whether it took any away.

    The change is appended to the file. Where something was taken away the file is written anew, or else it would
    still be in the bytes; a ``thrifty`` change is, too, if it takes a kilobyte to append it and less to write it. A
    signed file (with ``force``) is always appended to. The same input gives the same bytes. Raises like ``opened``,
    and ``SignedPdfError`` for a signed file without ``force``.
    """
    with opened(data, name=name, password=password) as pdf:
        signed = is_signed(pdf)
        if signed and not force:
            refuse_signed(pdf, name=name or "the PDF")
        before = Revision.of(data, pdf)
        outdated = change(pdf)
        appended = None if before is None or (outdated and not signed) else before.with_changes(pdf)
        if appended is None:
            return saved(pdf, keep_encryption=True)
        if thrifty and not signed and len(appended) - len(data) >= _LITTLE and len(data) <= _MAX_TO_COMPARE:
            return min(appended, saved(pdf), key=len)
        return appended


def saved(pdf: pikepdf.Pdf, *, keep_encryption: bool = False) -> bytes:
    """The whole file: XMP is not touched, the same input gives the same bytes.

    Streams are stored as they were; object streams, whose content changes, are packed if no other stream would be.
    ``keep_encryption`` keeps a locked file locked, at the price of the last promise: its salts are random.
    """
    import pikepdf

    if keep_encryption and pdf.is_encrypted:
        # qpdf encrypts only what it may decode, so that it packs what is not packed
        return _written(pdf, encryption=True)
    data = _written(
        pdf,
        compress_streams=_may_pack(pdf),
        stream_decode_level=pikepdf.StreamDecodeLevel.none,
        deterministic_id=True,
    )
    for entry in attachments(pdf):
        stream = entry.stream
        if stream is not None and "/" in str(stream.get("/Subtype", ""))[1:]:
            data = with_capital_escapes(data, bytes(stream.read_raw_bytes()))
    return data


def _written(pdf: pikepdf.Pdf, **options: Any) -> bytes:
    import pikepdf

    buffer = BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pikepdf tells of form fields that were astray before us
        try:
            pdf.save(buffer, fix_metadata_version=False, **options)
        except (pikepdf.PdfError, RuntimeError) as error:
            raise InvalidPdfError(
                f"PDF cannot be written: {error}", remedy="Save it anew with the program that made it."
            ) from None
    return buffer.getvalue()


def _may_pack(pdf: pikepdf.Pdf) -> bool:
    """Whether the file has object streams, and qpdf would pack nothing but them."""
    import pikepdf

    packed = False
    for each in pdf.objects:
        if isinstance(each, pikepdf.Stream):
            kind = str(each.get("/Type", ""))
            packed = packed or kind == "/ObjStm"
            if kind not in _LEFT_UNPACKED and not _is_left_as_it_is(each.get("/Filter")):
                return False
    return packed


def _is_left_as_it_is(filters: Any) -> bool:
    """Whether qpdf, told to pack, keeps a stream with these filters; it looks for a name, and unpacks any array."""
    import pikepdf

    if isinstance(filters, pikepdf.Array):
        return any(str(name) in _IMAGE_FILTERS for name in filters.as_list())
    return str(filters) in _FLATE_OR_IMAGE
