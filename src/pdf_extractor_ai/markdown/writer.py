"""``to_markdown``: the blocks of a tree between page banners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pdf_extractor_ai.markdown.banners import end_banner, start_banner
from pdf_extractor_ai.markdown.blocks import blocks
from pdf_extractor_ai.markdown.tables import Spans

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument


def to_markdown(document: DoclingDocument, *, keep_furniture: bool = False, spans: Spans = "first") -> str:
    """``document`` in tree order as Markdown, blocks parted by one blank line; ``""`` for an empty tree.

    A page is open from its first item to the first item of another page; items without a page stay in the one
    that is open. Pictures are ``<!-- image -->``, text inside a picture's box is left out (captions and pictures
    that cover the page excepted), ``[Summarized Image: ...]`` blocks are written as they are.

    ``keep_furniture`` also writes running heads, feet and page numbers, each in its place. ``spans`` says where
    the text of a merged table cell goes: its ``first`` cell, ``repeat`` in each, or an ``html`` table.
    """
    parts: list[str] = []
    page: int | None = None
    for block in blocks(document, keep_furniture=keep_furniture, spans=spans):
        if block.page is not None and block.page != page:
            if page is not None:
                parts.append(end_banner(page))
            page = block.page
            parts.append(start_banner(page))
        if block.text:
            parts.append(block.text)
    if page is not None:
        parts.append(end_banner(page))
    return "\n\n".join(parts)
