"""``to_markdown``: the blocks of a tree between page banners."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.boxes import first_box
from pdf_extractor_ai.markdown.banners import IMAGE, end_banner, start_banner
from pdf_extractor_ai.markdown.blocks import Block, blocks
from pdf_extractor_ai.markdown.inline import escape, guard, link_target, path_link
from pdf_extractor_ai.markdown.notes import with_linked_notes
from pdf_extractor_ai.markdown.tables import Spans

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument


_RANKS = {"furniture": 0, "invisible": 1, "notes": 2}


def to_markdown(
    document: DoclingDocument,
    *,
    keep_furniture: bool = False,
    keep_hidden: bool = False,
    annotations: bool = False,
    spans: Spans = "first",
    link_images: bool = False,
) -> str:
    """``document`` in tree order as Markdown, blocks parted by one blank line; ``""`` for an empty tree.

    A page is open from its first item to the first item of another page; items without a page stay in the one
    that is open. Pictures are ``<!-- image -->``, text inside a picture's box is left out (captions, tables and
    pictures that cover the page excepted), ``[Summarized Image: ...]`` blocks are written as they are.

    Footnotes are ``[^ID]: ...``, linked with their marks.

    ``keep_furniture`` also writes running heads, feet and page numbers, at the start and end of their pages;
    ``keep_hidden`` hidden text and ``annotations`` readers' comments, both quoted at the end of their pages. The tree
    holds these two only when the extraction was asked for them.
    ``spans`` says where the text of a merged table cell goes: its ``first`` cell, ``repeat`` in each, or an
    ``html`` table. With ``link_images`` pictures that ``save_pictures`` wrote to a file are ``![caption](file)``.
    """
    found: Iterator[Block] = iter(with_linked_notes(list(blocks(document, spans=spans)), document))
    if link_images:
        found = _with_links(found, document)
    parts: list[str] = []
    page: int | None = None
    layers = {"furniture": keep_furniture, "invisible": keep_hidden, "notes": annotations}
    wanted = frozenset(layer for layer, keep in layers.items() if keep)
    for block in _with_asides(found, document, wanted) if wanted else found:
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


def _with_links(found: Iterator[Block], document: DoclingDocument) -> Iterator[Block]:
    """The blocks with a link in the place of each picture whose metadata names its file."""
    for block in found:
        if block.text.strip() == IMAGE and (link := _file_link(block.item)):
            caption = escape(" ".join(block.item.caption_text(document).split()))
            caption = re.sub(r"([\[\]])", r"\\\1", caption)
            text = f"![{caption}]({link})"
            yield Block(block.page, block.text.replace(IMAGE, text), block.item)
        else:
            yield block


def _file_link(item: Any) -> str:
    meta = getattr(item, "meta", None)
    file = meta.get_custom_part().get("pdf_extractor_ai__file") if meta is not None else None
    if not isinstance(file, str):
        return ""
    return link_target(file) if "://" in file else path_link(file)


def _with_asides(found: Iterator[Block], document: DoclingDocument, layers: frozenset[str]) -> Iterator[Block]:
    """The blocks, and before and after those of each page what these layers hold of it."""
    heads, feet = _asides(document, layers)
    pages = [(page, list(group)) for page, group in groupby(_carried(found), key=lambda block: block.page)]
    last = {page: index for index, (page, _) in enumerate(pages)}
    bare = sorted((heads.keys() | feet.keys()) - last.keys())
    for index, (page, group) in enumerate(pages):
        while bare and page is not None and bare[0] < page:
            yield from (*heads.pop(bare[0], []), *feet.pop(bare.pop(0), []))
        if page is not None:
            yield from heads.pop(page, [])
        yield from group
        if page is not None and last[page] == index:
            yield from feet.pop(page, [])
    for page in bare:
        yield from (*heads.pop(page, []), *feet.pop(page, []))


def _carried(found: Iterator[Block]) -> Iterator[Block]:
    """Blocks without a page on the page that is open when they come."""
    page: int | None = None
    for block in found:
        page = block.page if block.page is not None else page
        yield Block(page, block.text, block.item)


def _asides(document: DoclingDocument, layers: frozenset[str]) -> tuple[dict[int, list[Block]], dict[int, list[Block]]]:
    """Page -> what stands before its blocks, and behind them: furniture, then hidden text, then comments."""
    heads: dict[int, list[tuple[int, float, Block]]] = {}
    feet: dict[int, list[tuple[int, float, Block]]] = {}
    for item in document.texts:
        layer = item.content_layer.value
        if layer not in layers or not item.prov or not item.text.strip():
            continue
        page = item.prov[0].page_no
        box = first_box(item, document)
        text = guard(escape(" ".join(item.text.split())))
        quoted = layer != "furniture"
        side = feet if quoted or item.label.value == "page_footer" else heads
        block = Block(page, f"> {text}" if quoted else text, item)
        side.setdefault(page, []).append((_RANKS[layer], box[1] if box is not None else 0.0, block))
    return _sorted(heads), _sorted(feet)


def _sorted(side: dict[int, list[tuple[int, float, Block]]]) -> dict[int, list[Block]]:
    return {page: [block for *_, block in sorted(rows, key=lambda row: row[:2])] for page, rows in side.items()}
