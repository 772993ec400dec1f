"""PDF/A: what a file says of itself, and which attachments leave that true.

ISO 19005-1 (6.1.11) allows no attachment, part 2 (6.8) only files that are PDF/A themselves, part 3 (6.8) and the
levels F and E of part 4 (6.9, annexes A and B) any, with its media type, its relationship and the date of its change.
"""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pdf_extractor_ai.errors import ArchivePdfError, LimitExceededError
from pdf_extractor_ai.streams import UndecodableStreamError, stream_bytes

if TYPE_CHECKING:
    import pikepdf

_MAX_BYTES = 4 << 20
_PART = re.compile(rb"pdfaid:part\b(?:\s*=\s*[\"']|[^<>]{0,200}>)\s*(\d)")
_LEVEL = re.compile(rb"pdfaid:conformance\b(?:\s*=\s*[\"']|[^<>]{0,200}>)\s*([A-Za-z])")
_NAMESPACE = "http://www.aiim.org/pdfa/ns/id/"
_DATE = re.compile(r"D:\d{4}[\d+\-Z']{0,20}")


def claim_of(pdf: pikepdf.Pdf) -> str:
    """Part and level of PDF/A that the file claims to follow, such as ``3B`` or ``4``; ``""`` for none."""
    import pikepdf

    record = pdf.Root.get("/Metadata")
    if not isinstance(record, pikepdf.Stream):
        return ""
    try:
        text = stream_bytes(record, _MAX_BYTES).replace(b"\0", b"")  # which leaves ASCII of UTF-16
    except (LimitExceededError, UndecodableStreamError, pikepdf.PdfError, RuntimeError):
        return ""
    part, level = _PART.search(text), _LEVEL.search(text)
    return (part[1] + (level[1] if level else b"")).decode().upper() if part else ""


def allows_attachments(claim: str) -> bool:
    """Whether a file that claims to follow this part and level may have attachments that are no PDF/A."""
    return not claim or claim.startswith("3") or claim in ("4E", "4F")


def refuse_archival(pdf: pikepdf.Pdf, *, name: str = "the PDF") -> None:
    """Raise ``ArchivePdfError`` if an attachment would make untrue what the PDF says of itself."""
    claim = claim_of(pdf)
    if not allows_attachments(claim):
        raise ArchivePdfError(
            f"PDF is PDF/A-{claim.lower()}, which allows no such attachment: {name}",
            remedy="Make it PDF/A-3 first, or force it: it is no PDF/A then.",
        )


def drop_claim(pdf: pikepdf.Pdf) -> None:
    """Let the file no longer say that it is PDF/A; the rest of its metadata stays."""
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as record:
        for key in [key for key in record if key.startswith("{" + _NAMESPACE + "}")]:
            del record[key]


def attachment_date(pdf: pikepdf.Pdf) -> str:
    """The date that PDF/A asks of an attachment: of ``SOURCE_DATE_EPOCH``, else of the document's last change.

    ``""`` for a file that claims to be none.
    """
    if not claim_of(pdf):
        return ""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isascii() and epoch.isdigit() and len(epoch) <= 11:
        return datetime.fromtimestamp(int(epoch), UTC).strftime("D:%Y%m%d%H%M%SZ")
    import pikepdf

    info = pdf.trailer.get("/Info")
    dates = (
        [str(info.get(key, "")) for key in ("/ModDate", "/CreationDate")]
        if isinstance(info, pikepdf.Dictionary)
        else []
    )
    return next((date for date in dates if _DATE.fullmatch(date)), "D:19700101000000Z")
