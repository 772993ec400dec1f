"""The structure tree of a tagged page: which element every piece of marked content belongs to.

ISO 32000-1, 14.7 and 14.8. PDFium gives the tree of one page at a time; marked-content ids are local to the page.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pypdfium2.raw as pdfium_c

from pdf_extractor_ai.geometric.page import Tag

MAX_DEPTH = 40
MAX_ELEMENTS = 20_000
# Elements that hold a block of text; what is inside them (Span, Link, Em ...) belongs to that block.
_BLOCKS = frozenset(
    ["P", "H", "H1", "H2", "H3", "H4", "H5", "H6", "Title", "Lbl", "LBody", "LI", "TD", "TH", "Caption", "Note",
     "FENote", "BlockQuote", "Code", "Formula", "Figure", "TOCI", "Aside", "Artifact"]
)  # fmt: skip


@dataclass(slots=True)
class Walk:
    """The state of a walk over the elements: what was found, and the counts that number it."""

    tags: dict[int, Tag] = field(default_factory=dict)
    count: int = 0
    blocks: int = 0
    tables: int = 0


def read_structure(page: Any) -> dict[int, Tag]:
    """Tags by marked-content id, in tag order (``Tag.order``); empty for a page without a structure tree."""
    tree = pdfium_c.FPDF_StructTree_GetForPage(page)
    if not tree:
        return {}
    walk = Walk()
    try:
        for index in range(max(pdfium_c.FPDF_StructTree_CountChildren(tree), 0)):
            _visit(pdfium_c.FPDF_StructTree_GetChildAtIndex(tree, index), Tag("", 0, 0), walk, 0)
    finally:
        pdfium_c.FPDF_StructTree_Close(tree)
    return walk.tags


def _visit(element: Any, above: Tag, walk: Walk, depth: int) -> None:
    walk.count += 1
    if not element or depth > MAX_DEPTH or walk.count > MAX_ELEMENTS:
        return
    kind = _string(pdfium_c.FPDF_StructElement_GetType, element)
    tag = tag_of(kind, lambda: _spans(element), above, walk)
    count = pdfium_c.FPDF_StructElement_CountChildren(element)
    for index in range(max(count, 0)):
        mcid = pdfium_c.FPDF_StructElement_GetChildMarkedContentID(element, index)
        if mcid >= 0:
            if mcid not in walk.tags:
                walk.tags[mcid] = tag._replace(order=len(walk.tags))
            continue
        _visit(pdfium_c.FPDF_StructElement_GetChildAtIndex(element, index), tag, walk, depth + 1)


def tag_of(kind: str, spans_of: Callable[[], tuple[int, int]], above: Tag, walk: Walk) -> Tag:
    """The tag of what stands in an element of this standard type, which stands in ``above`` itself.

    ``spans_of`` gives the rows and columns of a cell.
    """
    if kind == "Table":
        walk.tables += 1
        return above._replace(table=walk.tables, row=-1, cell=-1)
    if kind == "TR" and above.table:
        walk.blocks += 1
        return above._replace(row=walk.blocks)
    if kind in ("TD", "TH") and above.table:
        walk.blocks += 1
        spans = spans_of()
        return above._replace(role=kind, block=walk.blocks, cell=walk.blocks, row_span=spans[0], col_span=spans[1])
    if kind == "L":
        return above._replace(depth=above.depth + 1)
    if kind in _BLOCKS:
        if above.cell >= 0 or (above.role in ("LBody", "Lbl") and kind == "P"):
            return above
        if kind == "P" and above.role == "Code":
            return above  # a producer's paragraph for every line of a listing: one listing all the same
        if kind in ("Code", "Formula") and above.role and above.role not in ("LI", "Aside", "BlockQuote"):
            return above  # inline-level elements (ISO 32000-1, 14.8.4.4): part of the heading or paragraph they are in
        if kind in ("P", "Aside") and above.role in (
            "Caption",
            "Note",
            "FENote",
            "BlockQuote",
            "TOCI",
            "Figure",
        ):
            walk.blocks += 1
            return above._replace(block=walk.blocks)
        if kind in ("Lbl", "LBody") and above.role in ("LI", "Lbl", "LBody"):
            return above._replace(role=kind)  # a label and its text are one item
        walk.blocks += 1
        return above._replace(role=kind, block=walk.blocks)
    return above


def _spans(element: Any) -> tuple[int, int]:
    found = {"RowSpan": 1, "ColSpan": 1}
    for index in range(max(pdfium_c.FPDF_StructElement_GetAttributeCount(element), 0)):
        attribute = pdfium_c.FPDF_StructElement_GetAttributeAtIndex(element, index)
        for name in found:
            value = pdfium_c.FPDF_StructElement_Attr_GetValue(attribute, name.encode())
            number = ctypes.c_float()
            if value and pdfium_c.FPDF_StructElement_Attr_GetNumberValue(value, number) and 1 <= number.value <= 100:
                found[name] = int(number.value)
    return found["RowSpan"], found["ColSpan"]


def _string(getter: Any, element: Any) -> str:
    size = getter(element, None, 0)
    if not 2 < size <= 256:
        return ""
    buffer = ctypes.create_string_buffer(size)
    getter(element, buffer, size)
    return buffer.raw[: size - 2].decode("utf-16-le", "replace")
