"""Boxes of document items as plain tuples: points, (left, top, right, bottom), origin at the page's top-left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pdf_extractor_ai.report import Box

if TYPE_CHECKING:
    from docling_core.types.doc import DocItem, DoclingDocument, ProvenanceItem


def top_left_box(prov: ProvenanceItem, document: DoclingDocument) -> Box | None:
    """The box of one provenance; ``None`` when it counts from the bottom of a page whose height is unknown."""
    box = prov.bbox
    if box.coord_origin.value == "TOPLEFT":
        return (box.l, box.t, box.r, box.b)
    page = document.pages.get(prov.page_no)
    if page is None:
        return None
    height = page.size.height
    return (box.l, height - box.t, box.r, height - box.b)


def first_box(item: DocItem, document: DoclingDocument) -> Box | None:
    """The box of the item's first provenance, or ``None``."""
    return top_left_box(item.prov[0], document) if item.prov else None


def area(box: Box) -> float:
    """Square points; 0 for an empty or inverted box."""
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def contains(outer: Box, inner: Box, slack: float = 0.0) -> bool:
    """Whether ``inner`` lies inside ``outer`` grown by ``slack`` points on each side."""
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def centre_inside(outer: Box, inner: Box) -> bool:
    """Whether the centre of ``inner`` lies inside ``outer``."""
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]
