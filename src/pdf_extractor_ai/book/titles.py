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
from pdf_extractor_ai.book.plan import STUB_WORDS

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

_DULL = re.compile(
    r"(?:untitled|unknown|no title|title|microsoft word.*|.*\.(?:pdf|docx?|indd|tex|dvi|fm|odt|qxd|p65)|\W*)\d*",
    re.IGNORECASE,
)
_MAX_TITLE = 300

FRONT_WORDS = 60
"""Pages before the first chapter with fewer words stand in the README, with more in a file of their own."""

TITLE_PAGE_WORDS = 200
"""A first page with fewer words that has a bookmark for itself is called as the book is."""


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
    chapter = chapter and not _is_title_page(tops, flow, TITLE_PAGE_WORDS)
    if found and not title.kind and not title.number and (named or not chapter):
        return found
    return metadata_title(pdf, password) or re.sub(r"_+", " ", folder_name(source_name)).strip()


def without_title_page(starts: Sequence[Start], title: str, flow: Sequence[FlowBlock]) -> list[Start]:
    """The starts without those in front of everything else that only name the book, or its author and the like."""
    key = bare_key(title)
    tops = [index for index, start in enumerate(starts) if start.depth == 0]
    heads = [starts[index] for index in tops]
    twice = sum(bare_key(start.title.text) == key for start in heads) > 1
    for order, index in enumerate(tops):
        start = starts[index]
        if start.title.kind in ("contents", "lists"):
            continue
        last = order + 1 == len(tops)
        children = (len(starts) if last else tops[order + 1]) - index - 1
        page = order == 0 and _is_title_page(heads, flow, FRONT_WORDS)
        named = bare_key(start.title.text) == key and (twice or page or any(flow[p].level == 0 for p in start.blocks))
        if children or last or not (named or _is_stub(start, heads[order + 1], flow)):
            return [*(starts[i] for i in tops[:order] if starts[i].title.kind), *starts[index:]]
    return list(starts)


def _is_title_page(tops: Sequence[Start], flow: Sequence[FlowBlock], words: int) -> bool:
    """Whether the first start has the first page for itself, and fewer than ``words`` on it."""
    if len(tops) < 3 or tops[0].page != flow[0].page or tops[1].page == tops[0].page:
        return False
    plain = not (tops[0].title.kind or tops[0].title.number)
    return plain and _words(flow, tops[0].position, tops[1].position) < words


def _is_stub(start: Start, following: Start, flow: Sequence[FlowBlock]) -> bool:
    """Whether a heading of its own, with next to no text, stands before numbered or labelled chapters."""
    plain = not (start.title.kind or start.title.number)
    labelled = bool(following.title.label or following.title.number)
    return plain and labelled and _words(flow, start.position, following.position) < STUB_WORDS


def _words(flow: Sequence[FlowBlock], begin: int, end: int) -> int:
    return sum(len(block.plain.split()) for block in flow[begin:end])


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
