"""What stands beside the body, in layers of its own: running heads and feet, hidden text, comments of readers."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from docling_core.types.doc import ContentLayer, DocItemLabel, DoclingDocument, FineRef, TextItem

from pdf_extractor_ai.geometric.account import Account
from pdf_extractor_ai.geometric.block import Where
from pdf_extractor_ai.geometric.page import Comment

if TYPE_CHECKING:
    from pdf_extractor_ai.geometric.assemble import Assembler


def put_asides(assembler: Assembler, account: Account, *, keep_hidden: bool) -> None:
    """Everything of ``account`` that the body lacks: furniture; hidden text on request, marked as such; comments.

    A comment refers to the item with the words that it marks, in the way of Docling's own comments.
    """
    for removed in account.removed:
        spot = Where(removed.page, *removed.box)
        if removed.role != "hidden":
            label = DocItemLabel.PAGE_HEADER if removed.role == "page_header" else DocItemLabel.PAGE_FOOTER
            assembler.aside(label, removed.text, spot, ContentLayer.FURNITURE)
        elif keep_hidden:
            text = f"[hidden text, {removed.reason}] {removed.text}"
            assembler.aside(DocItemLabel.TEXT, text, _on_page(spot, assembler), ContentLayer.INVISIBLE, removed.text)
    if not account.comments:
        return
    texts = _texts_by_page(assembler.document)
    for spot, comment in account.comments:
        said = comment.text or comment.quote
        place = _on_page(spot, assembler)
        item = assembler.aside(DocItemLabel.TEXT, told(comment), place, ContentLayer.NOTES, said)
        for target in texts[spot.page]:
            at = target.text.find(comment.quote) if comment.quote else -1
            if at >= 0:
                span = (at, at + len(comment.quote))
                target.comments.append(FineRef.model_validate({"$ref": item.self_ref, "range": span}))
                break


def _on_page(spot: Where, assembler: Assembler) -> Where:
    """The place cut at the edges of the page: hidden text and comments may lie beside it."""
    size = assembler.document.pages[spot.page].size
    x0, x1 = (min(max(x, 0.0), size.width) for x in (spot.x0, spot.x1))
    y0, y1 = (min(max(y, 0.0), size.height) for y in (spot.y0, spot.y1))
    return Where(spot.page, x0, y0, x1, y1)


def told(comment: Comment) -> str:
    """A comment in one line: what was done, by whom, to which words, what was said."""
    who = f" ({comment.author})" if comment.author else ""
    words = f' "{comment.quote}"' if comment.quote else ""
    return f"{comment.kind}{who}{words}" + (f": {comment.text}" if comment.text else "")


def _texts_by_page(document: DoclingDocument) -> defaultdict[int, list[TextItem]]:
    found: defaultdict[int, list[TextItem]] = defaultdict(list)
    for item in document.texts:
        if item.content_layer is ContentLayer.BODY:
            for page in {prov.page_no for prov in item.prov}:
                found[page].append(item)
    return found
