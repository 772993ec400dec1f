"""Pictures out, summary blocks in: a new document, the old one untouched."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.boxes import first_box
from pdf_extractor_ai.generated import SUMMARY_PREFIX, mark_generated
from pdf_extractor_ai.markdown.titles import item_text
from pdf_extractor_ai.origin import origin_of, remember_origin

if TYPE_CHECKING:
    from docling_core.types.doc import DocItem, DoclingDocument, PictureItem, TextItem


def summary_block(*, model_name: str, summary: str, page: int | None, bbox: str) -> str:
    """The text that takes a picture's place: four header lines, then the summary.

    ``page`` is 1-based, ``None`` reads ``unknown``; ``bbox`` is printed as it is. Line breaks and brackets in
    ``model_name`` are left out, as they would end the first line early.
    """
    name = re.sub(r"[\[\]\s]+", " ", model_name).strip()
    where = "unknown" if page is None else str(page)
    return f"{SUMMARY_PREFIX}{name}]\npage: {where}\nbounding box: {bbox}\nSummary:\n{summary.strip()}"


def page_of(item: DocItem) -> int | None:
    """The page of the item's first provenance, counted from 1."""
    return item.prov[0].page_no if item.prov else None


def written_box(item: DocItem, document: DoclingDocument) -> str:
    """``l=40.0, t=120.0, r=280.0, b=360.0 (TOPLEFT)``, in points, or ``unknown``."""
    box = first_box(item, document)
    if box is None:
        return "unknown"
    return "l={:.1f}, t={:.1f}, r={:.1f}, b={:.1f} (TOPLEFT)".format(*box)


def copied(document: DoclingDocument) -> DoclingDocument:
    """A deep copy that shares the images, and the PDF that they can be cut out of, which nobody here changes."""
    shared: dict[int, Any] = {}
    for picture in document.pictures:
        if picture.image is not None:
            shared[id(picture.image)] = picture.image
    for page in document.pages.values():
        if page.image is not None:
            shared[id(page.image)] = page.image
    result = copy.deepcopy(document, shared)
    data = origin_of(document)
    if data is not None:
        remember_origin(result, data)
    return result


def replace_pictures(document: DoclingDocument, summaries: Mapping[str, str], model_name: str) -> DoclingDocument:
    """A new document in which each picture whose reference is in ``summaries`` is a text item in its place.

    The item has the picture's first provenance and a mark that ``model_name`` wrote it. A caption that stood
    nowhere but inside the picture becomes the item's neighbour.
    """
    from docling_core.types.doc import DocItemLabel

    result = copied(document)
    replaced = []
    for picture in [item for item in result.pictures if item.self_ref in summaries]:
        text = summary_block(
            model_name=model_name,
            summary=summaries[picture.self_ref],
            page=page_of(picture),
            bbox=written_box(picture, result),
        )
        prov = picture.prov[0].model_copy() if picture.prov else None
        item = result.insert_text(picture, DocItemLabel.TEXT, text, prov=prov, content_layer=picture.content_layer)
        mark_generated(item, model_name)
        _free_captions(result, picture, item)
        replaced.append(picture)
    if replaced:
        result.delete_items(node_items=list(replaced))
    return result


def _free_captions(document: DoclingDocument, picture: PictureItem, summary: TextItem) -> None:
    """Put captions that only the picture holds beside ``summary``: above it when they are above the picture."""
    if picture.parent is None:
        return
    siblings = picture.parent.resolve(document).children
    around = {getattr(ref.resolve(document), "text", "").strip() for ref in siblings}
    box = first_box(picture, document)
    for ref in (*picture.captions, *picture.footnotes):
        item: Any = ref.resolve(document)
        if item_text(item, document).strip() in {"", *around} or not _is_held_by(item, picture, document):
            continue
        own = first_box(item, document)
        above = box is not None and own is not None and own[1] + own[3] < box[1] + box[3]
        place = [sibling.cref for sibling in siblings].index(summary.self_ref)
        siblings.insert(place if above else place + 1, item.get_ref())
        picture.children = [child for child in picture.children if child.cref != item.self_ref]
        item.parent = picture.parent


def _is_held_by(item: Any, picture: PictureItem, document: DoclingDocument) -> bool:
    """Whether nothing but ``picture`` holds the item: it is its child, or nobody's."""
    if item.self_ref in {ref.cref for ref in picture.children}:
        return True
    parent = item.parent.resolve(document) if item.parent is not None else None
    return parent is None or item.self_ref not in {ref.cref for ref in parent.children}
