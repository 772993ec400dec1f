"""The document as one row of Markdown blocks, with what the cutting needs to know of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pdf_extractor_ai.book.kinds import Title, read_title

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

BlockKind = Literal[
    "heading", "text", "list", "table", "index", "picture", "code", "caption", "note", "formula", "other"
]

_KINDS: dict[str, BlockKind] = {
    "title": "heading",
    "section_header": "heading",
    "text": "text",
    "paragraph": "text",
    "inline": "text",
    "list_item": "list",
    "checkbox_selected": "list",
    "checkbox_unselected": "list",
    "table": "table",
    "document_index": "index",
    "picture": "picture",
    "chart": "picture",
    "code": "code",
    "formula": "formula",
    "caption": "caption",
    "footnote": "note",
}
_MAX_TITLE = 300  # characters; a longer heading is none


@dataclass(slots=True)
class FlowBlock:
    """One block of Markdown.

    ``page`` is where it begins, ``last_page`` where it ends; ``level`` is 0 for the document's title, the depth
    of a heading, or -1; ``top`` is the block's upper edge in points, ``plain`` its text without mark-up.
    """

    page: int
    last_page: int
    kind: BlockKind
    text: str
    plain: str = ""
    level: int = -1
    top: float = 0.0
    item: Any = None

    @property
    def title(self) -> Title:
        """A heading's parts."""
        return read_title(self.plain[:_MAX_TITLE])


def flow_of(document: DoclingDocument) -> list[FlowBlock]:
    """All blocks of the body in reading order; one without a page stands on that of the block before it."""
    from pdf_extractor_ai.boxes import first_box
    from pdf_extractor_ai.markdown.blocks import blocks
    from pdf_extractor_ai.markdown.items import plain_text
    from pdf_extractor_ai.markdown.notes import pages_of

    flow: list[FlowBlock] = []
    page = min(document.pages, default=1)
    for block in blocks(document):
        if not block.text:
            continue
        item = block.item
        page = block.page if block.page is not None else page
        kind = _kind(item, block.text, document)
        level = -1
        if kind == "heading":
            level = 0 if item.label.value == "title" else max(1, item.level)
        plain = "" if kind in ("picture", "table", "index", "other") else _plain(item, document, plain_text)
        box = first_box(item, document) if getattr(item, "prov", None) else None
        flow.append(
            FlowBlock(
                page, pages_of(item, document, page)[1], kind, block.text, plain, level, box[1] if box else 0.0, item
            )
        )
        if kind == "index" and (opening := _caught_opening(flow[-1])) is not None:
            flow.append(opening)
    return flow


def _caught_opening(index: FlowBlock) -> FlowBlock | None:
    """``Chapter 1`` at the top of the page after the contents, which reads like a last entry with its page."""
    cells = [cell for cell in index.item.data.table_cells if cell.start_row_offset_idx == index.item.data.num_rows - 1]
    text = " ".join(cell.text.strip() for cell in sorted(cells, key=lambda cell: cell.start_col_offset_idx))
    title = read_title(text)
    if index.last_page == index.page or not title.label or title.bare:
        return None
    index.last_page -= 1
    page = index.last_page + 1
    return FlowBlock(page, page, "heading", f"## {text}", text, 1, 0.0, index.item)


def _kind(item: Any, text: str, document: DoclingDocument) -> BlockKind:
    from pdf_extractor_ai.markdown.notes import is_note

    label = item.label.value
    if is_note(item, document):
        return "note"
    if label in ("picture", "chart", "table") and not text.lstrip().startswith(("<!--", "|", "<table", "![")):
        return "caption"  # of that picture or table, which `blocks` yields on its own
    return _KINDS.get(label, "other")


def _plain(item: Any, document: DoclingDocument, reader: Any) -> str:
    children = getattr(item, "children", None)
    if item.label.value == "inline" or (not getattr(item, "text", "") and children):
        first = item if item.label.value == "inline" else item.children[0].resolve(document)
        return " ".join(reader(first, document).split()) if first.label.value == "inline" else ""
    return " ".join(getattr(item, "text", "").split())


def characters(blocks: Iterable[FlowBlock]) -> int:
    """Characters of the blocks' Markdown, put together with blank lines."""
    return sum(len(block.text) + 2 for block in blocks)
