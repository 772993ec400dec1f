"""The golden layout cases of the shared fixtures, as documents."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from docling_core.types.doc import (
    BoundingBox,
    ContentLayer,
    CoordOrigin,
    DocItemLabel,
    DoclingDocument,
    ImageRef,
    ProvenanceItem,
    Size,
    TableCell,
    TableData,
)
from PIL import Image

from pdf_extractor_ai.assembler import SectionAssembler
from tests.shared import SHARED

PATH = SHARED / "fixtures" / "extractor" / "golden_layout_cases.json"


def load() -> list[dict[str, Any]]:
    """All cases, or none where the shared fixtures are absent."""
    if not PATH.is_file():
        return []
    cases: list[dict[str, Any]] = json.loads(PATH.read_text(encoding="utf-8"))["cases"]
    return cases


def prov(page: int, box: list[float] | None) -> ProvenanceItem | None:
    if box is None:
        return None
    left, top, right, bottom = box
    place = BoundingBox(l=left, t=top, r=right, b=bottom, coord_origin=CoordOrigin.TOPLEFT)
    return ProvenanceItem(page_no=page, bbox=place, charspan=(0, 0))


def page_document(page: dict[str, Any]) -> DoclingDocument:
    """One page of a case as a converter would give it."""
    document = DoclingDocument(name="page")
    document.add_page(page_no=page["no"], size=Size(width=page["width"], height=page["height"]))
    groups: dict[int, Any] = {}
    for item in page["items"]:
        _add(document, item, prov(page["no"], item.get("bbox")), groups)
    return document


def _add(document: DoclingDocument, item: dict[str, Any], place: ProvenanceItem | None, groups: dict[int, Any]) -> None:
    kind, text = item["kind"], item.get("text", "")
    if kind == "heading":
        document.add_heading(text, level=item["level"], prov=place)
    elif kind == "title":
        document.add_title(text, prov=place)
    elif kind == "text":
        layer = ContentLayer(item.get("layer", "body"))
        document.add_text(DocItemLabel(item["label"]), text, prov=place, content_layer=layer)
    elif kind == "list_item":
        group = groups.get(item["group"])
        if group is None:
            group = groups[item["group"]] = document.add_list_group()
        document.add_list_item(text, enumerated=item["enumerated"], marker=item["marker"], parent=group, prov=place)
    elif kind == "table":
        document.add_table(table_data(item["rows"]), prov=place)
    elif kind == "picture":
        image = ImageRef.from_pil(Image.new("RGB", tuple(item["image_px"])), dpi=144)
        document.add_picture(image=image, prov=place)
    elif kind == "code":
        document.add_code(text, prov=place)
    elif kind == "formula":
        document.add_formula(text, prov=place)
    else:
        raise AssertionError(f"unknown kind {kind}")


def table_data(rows: Sequence[Sequence[str]], *, header: bool = True) -> TableData:
    """Plain rows as table data, the first row as header unless told otherwise."""
    cells = [
        TableCell(
            text=text,
            start_row_offset_idx=row,
            end_row_offset_idx=row + 1,
            start_col_offset_idx=column,
            end_col_offset_idx=column + 1,
            column_header=header and row == 0,
        )
        for row, line in enumerate(rows)
        for column, text in enumerate(line)
    ]
    return TableData(table_cells=cells, num_rows=len(rows), num_cols=len(rows[0]) if rows else 0)


def assembled(case: dict[str, Any], name: str = "test") -> DoclingDocument:
    """The case's pages through the assembler."""
    assembler = SectionAssembler(name)
    for page in case["pages"]:
        assembler.add_page(page_document(page))
    return assembler.finish()


def tree(document: DoclingDocument, refs: Any = None) -> list[dict[str, Any]]:
    """The tree as the golden file writes it."""
    found = []
    for ref in document.body.children if refs is None else refs:
        item = ref.resolve(document)
        node: dict[str, Any] = {"type": type(item).__name__}
        if hasattr(item, "text"):
            node["text"] = item.text
        if item.children:
            node["children"] = tree(document, item.children)
        found.append(node)
    return found
