"""The walk: each item of a tree as one block of Markdown, in tree order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.boxes import area, centre_inside, contains, first_box, top_left_box
from pdf_extractor_ai.generated import generated_by
from pdf_extractor_ai.markdown.banners import IMAGE
from pdf_extractor_ai.markdown.inline import escape, guard
from pdf_extractor_ai.markdown.items import (
    ORDINAL,
    PICTURES,
    SUMMARY_MARK,
    TABLES,
    WRITERS,
    Frame,
    Walk,
    fallback,
    indented,
    inline_child,
    joined,
    paragraph,
)
from pdf_extractor_ai.markdown.tables import Spans, index_list, pipe_table
from pdf_extractor_ai.markdown.titles import item_text
from pdf_extractor_ai.report import Box

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

SLACK = 12.0
"""Points by which a picture's box is grown when text inside it is looked for."""

FULL_PAGE = 0.7
"""A picture that covers this share of its page is a scan or a background; it swallows no text."""


_GROUPS = frozenset(
    {
        "chapter",
        "comment_section",
        "form_area",
        "inline",
        "key_value_area",
        "list",
        "ordered_list",
        "picture_area",
        "section",
        "sheet",
        "slide",
        "unspecified",
    }
)
_CLOSED = frozenset((*PICTURES, *TABLES, "field_item"))  # what is under these is no flow of its own


@dataclass(frozen=True, slots=True)
class Block:
    """One block: the page of its item (``None`` without provenance), its Markdown (maybe ``""``), its item."""

    page: int | None
    text: str
    item: Any = None


def blocks(
    document: DoclingDocument,
    *,
    root: Any = None,
    spans: Spans = "first",
) -> Iterator[Block]:
    """The blocks under ``root`` (the body when it is ``None``, else ``root`` itself and what is under it)."""
    walk = Walk(document, spans, _picture_boxes(document), _loose_captions(document))
    if root is None:
        stack = [Frame(ref.resolve(document)) for ref in reversed(document.body.children)]
    else:
        stack = [Frame(root)]
    while stack:
        frame = stack.pop()
        item = frame.item
        label = item.label.value
        if item.content_layer.value == "body" and label not in _GROUPS:
            yield from _visit(walk, frame, label)
        if label == "inline":
            if item.content_layer.value == "body":
                yield _inline_block(walk, frame)
        elif label not in _CLOSED:
            stack.extend(reversed(list(_children(walk, frame))))


def _visit(walk: Walk, frame: Frame, label: str) -> Iterator[Block]:
    item = frame.item
    page = item.prov[0].page_no if item.prov else None
    if label in PICTURES or label in TABLES:
        yield from _floating(walk, frame, label, page)
        return
    text = ""
    if not _hidden(walk, item, label, page):
        text = WRITERS.get(label, fallback)(walk, frame)
    yield Block(page, text, item)


def _hidden(walk: Walk, item: Any, label: str, page: int | None) -> bool:
    """Whether the item lies in a picture's box, and is none of those that are shown all the same.

    Tables are not asked: what has rows and columns is no label of a drawing, and would be lost as a whole.
    """
    boxes = walk.pictures.get(page or 0)
    if not boxes or label in ("title", "section_header", "caption"):
        return False
    if getattr(item, "text", "").startswith(SUMMARY_MARK):
        return False
    box = first_box(item, walk.document)
    # The slack forgives boxes that are a little off; a line that is only in the slack is no part of the picture.
    return box is not None and any(contains(outer, box, SLACK) and centre_inside(outer, box) for outer in boxes)


def _children(walk: Walk, frame: Frame) -> Iterator[Frame]:
    item = frame.item
    if item.label.value not in ("list", "ordered_list"):
        skip = 1 if inline_child(item, walk.document) is not None else 0
        for ref in item.children[skip:]:
            yield Frame(ref.resolve(walk.document), frame.inner or frame.indent, frame.inner_soft)
        return
    indent, soft = frame.indent, frame.soft
    for number, ref in enumerate(item.children, start=1):
        child = ref.resolve(walk.document)
        if child.label.value != "list_item":
            # a list straight under a list belongs to the item before it
            yield Frame(child, indent, soft)
            continue
        marker, hard = _marker(child, number)
        if hard:
            inner, inner_soft = frame.indent + " " * (len(marker) + 1), 0
        else:
            # More than three spaces would make code of the nested lines (CommonMark 4.4).
            inner_soft = min(3, frame.soft + 2)
            inner = frame.indent + " " * (inner_soft - frame.soft)
        yield Frame(child, frame.indent, frame.soft, marker, inner, inner_soft)
        indent, soft = inner, inner_soft


def _marker(item: Any, number: int) -> tuple[str, bool]:
    """What stands before a list item, and whether Markdown knows it as a list marker."""
    marker = " ".join(item.marker.split())
    if not any(char.isalnum() for char in marker):
        return (f"{number}.", True) if item.enumerated and not marker else ("-", True)
    if ORDINAL.fullmatch(marker):
        return marker, True
    if item.enumerated and marker.isdecimal() and marker.isascii() and len(marker) < 10:
        return f"{marker}.", True
    return escape(marker), False


def _floating(walk: Walk, frame: Frame, label: str, page: int | None) -> Iterator[Block]:
    """A picture or table with the captions that have no place of their own in the flow."""
    item = frame.item
    above, below = _own_captions(walk, item, default_above=label in TABLES)
    for text in above:
        yield Block(page, indented(text, frame.indent), item)
    if label in PICTURES:
        text = IMAGE
    elif label == "document_index":
        text = index_list(item, walk.rich(item))
    else:
        text = pipe_table(item.data, walk.rich(item), walk.spans)
    yield Block(page, indented(text, frame.indent), item)
    for text in below:
        yield Block(page, indented(text, frame.indent), item)


def _own_captions(walk: Walk, item: Any, *, default_above: bool) -> tuple[list[str], list[str]]:
    above: list[str] = []
    below: list[str] = []
    box = first_box(item, walk.document)
    for ref in (*item.captions, *item.footnotes):
        caption = ref.resolve(walk.document)
        if caption.parent is None or caption.parent.cref != item.self_ref:
            continue
        plain = item_text(caption, walk.document).strip()
        if not plain or plain in walk.loose_captions:
            continue
        other = first_box(caption, walk.document)
        over = default_above if box is None or other is None else other[1] + other[3] < box[1] + box[3]
        (above if over and ref not in item.footnotes else below).append(paragraph(walk, Frame(caption)))
    return above, below


def _loose_captions(document: DoclingDocument) -> frozenset[str]:
    """Texts of the captions that stand in the flow, and not under the picture or table they belong to."""
    return frozenset(
        item_text(item, document).strip()
        for item in document.texts
        if item.label.value in ("caption", "footnote")
        and item.content_layer.value == "body"
        and item.parent is not None
        and not item.parent.cref.startswith(("#/pictures/", "#/tables/"))
    )


def _picture_boxes(document: DoclingDocument) -> dict[int, list[Box]]:
    """Page -> boxes of its pictures, those left out that cover the page.

    A summary stands for its picture: what was a label inside the drawing does not become text because of it.
    """
    boxes: dict[int, list[Box]] = {}
    for picture in (*document.pictures, *(text for text in document.texts if generated_by(text))):
        if picture.content_layer.value != "body" or not picture.prov:
            continue
        prov = picture.prov[0]
        box = top_left_box(prov, document)
        page = document.pages.get(prov.page_no)
        if box is None:
            continue
        if page is not None and area(box) >= FULL_PAGE * page.size.width * page.size.height:
            continue
        boxes.setdefault(prov.page_no, []).append(box)
    return boxes


def _inline_block(walk: Walk, frame: Frame) -> Block:
    """The runs of an inline group as one paragraph, on the page of its first run."""
    runs = [ref.resolve(walk.document) for ref in frame.item.children]
    first = next((run for run in runs if getattr(run, "prov", None)), None)
    page = first.prov[0].page_no if first is not None else None
    if first is not None and _hidden(walk, first, first.label.value, page):
        return Block(page, "", frame.item)
    text = guard(joined(frame.item, walk.document).strip())
    return Block(page, indented(text, frame.indent), frame.item)
