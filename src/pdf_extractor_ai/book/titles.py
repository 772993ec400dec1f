"""What a book is called: by its title page, by the PDF's metadata, else by its file."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pdf_extractor_ai.book.flow import FlowBlock
from pdf_extractor_ai.book.kinds import bare_key, read_title
from pdf_extractor_ai.book.naming import folder_name
from pdf_extractor_ai.book.placing import Start

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

_DULL = re.compile(
    r"(?:untitled|unknown|no title|title|microsoft word.*|.*\.(?:pdf|docx?|indd|tex|dvi|fm|odt|qxd|p65)|\W*)\d*",
    re.IGNORECASE,
)
_MAX_TITLE = 300


def book_title(
    document: DoclingDocument,
    source_name: str,
    flow: Sequence[FlowBlock],
    starts: Sequence[Start],
    pdf: bytes | None,
    password: str | None = None,
) -> str:
    """The title on the first page unless that is a chapter's; the metadata's; the file's name."""
    from pdf_extractor_ai.markdown import document_title

    found = " ".join((document_title(document) or "").split())
    title = read_title(found)
    named = any(block.level == 0 and " ".join(block.plain.split()) == found for block in flow)
    tops = [start for start in starts if start.depth == 0]
    chapter = len(tops) > 1 and sum(bare_key(start.title.text) == bare_key(found) for start in tops) == 1
    if found and not title.kind and not title.number and (named or not chapter):
        return found
    return metadata_title(pdf, password) or re.sub(r"_+", " ", folder_name(source_name)).strip()


def metadata_title(pdf: bytes | None, password: str | None = None) -> str:
    """The title in the document information, ``""`` when there is none or it says nothing."""
    if pdf is None:
        return ""
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(pdf), password=password or "") as opened:
            title = " ".join(str(opened.docinfo.get("/Title", "")).split())
    except (pikepdf.PdfError, ValueError, TypeError, AttributeError):
        return ""
    known = not _DULL.fullmatch(title) and bool(re.search(r"[^\W\d_]{2}", title)) and title.isprintable()
    return title[:_MAX_TITLE] if known else ""
