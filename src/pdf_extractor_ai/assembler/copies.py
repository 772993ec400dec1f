"""Items of one document copied into another one, without a reference that leads back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.cells import MarkedCell, cell_runs, mark_cells
from pdf_extractor_ai.graphs import graph_lines

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

_GRAPHS = ("form", "key_value_region")
_OWN_REFERENCES = ("comments", "captions", "references", "footnotes")


def append_copy(document: DoclingDocument, item: Any, parent: Any, **changes: Any) -> Any:
    """A copy of ``item`` as the last child of ``parent``, all its fields kept but those that are references."""
    shelf = _shelf(document, item)
    held: list[Any] = getattr(document, shelf)
    update: dict[str, Any] = {
        "self_ref": f"#/{shelf}/{len(held)}",
        "parent": parent.get_ref(),
        "children": [],
    }
    if hasattr(item, "prov"):
        update["prov"] = list(item.prov)
    update.update({name: [] for name in _OWN_REFERENCES if hasattr(item, name)})
    copy = item.model_copy(update={**update, **changes})
    held.append(copy)
    parent.children.append(copy.get_ref())
    return copy


def append_text(document: DoclingDocument, item: Any, text: str, parent: Any) -> Any:
    """A plain text item with the provenance of ``item``, which is of a kind that is not copied as it is."""
    from docling_core.types.doc import DocItemLabel

    new = document.add_text(DocItemLabel.TEXT, text, parent=parent)
    new.prov = list(item.prov)
    return new


def plain_table(data: Any, source: DoclingDocument) -> Any:
    """Table data whose cells hold text only: what rich cells refer to lies in the other document."""
    from docling_core.types.doc import TableCell

    if not any(getattr(cell, "ref", None) is not None for cell in data.table_cells):
        return data
    cells = []
    for cell in data.table_cells:
        ref = getattr(cell, "ref", None)
        if ref is not None:
            fields = {name: getattr(cell, name) for name in TableCell.model_fields}
            fields["text"] = cell.text or all_text(ref.resolve(source), source)
            cell = TableCell(**fields)
        cells.append(cell)
    return data.model_copy(update={"table_cells": cells})


def copy_marks(document: DoclingDocument, new: Any, item: Any, source: DoclingDocument) -> None:
    """Give the copy ``new`` of a table the links and marks that the words of its cells had."""
    noted = cell_runs(source, item)
    mark_cells(document, new, [MarkedCell(*place, [dict(run) for run in runs]) for place, runs in noted.items()])


def degraded_text(item: Any, source: DoclingDocument) -> str | None:
    """The text of a form, key-value or field item, one ``key: value`` a line; ``None`` for other kinds."""
    label = item.label.value
    if label in _GRAPHS:
        return "\n".join(graph_lines(item.graph))
    if label == "field_item":
        children = [ref.resolve(source) for ref in item.children]
        keys = [child.text.strip() for child in children if child.label.value == "field_key"]
        values = [all_text(child, source) for child in children if child.label.value != "field_key"]
        said = " ".join(value for value in values if value)
        return f"{' '.join(keys).rstrip(':')}: {said}" if keys else said
    return None


def all_text(item: Any, source: DoclingDocument) -> str:
    """The text of an item and of all that is under it, parted by blanks."""
    if item.label.value in ("table", "document_index"):
        return " ".join(cell.text for cell in item.data.table_cells if cell.text)
    parts = [getattr(item, "text", ""), *(all_text(ref.resolve(source), source) for ref in item.children)]
    return " ".join(part for part in parts if part)


def _shelf(document: DoclingDocument, item: Any) -> str:
    """The list of the document that holds items of this kind, as the item's own reference names it."""
    shelf = str(item.self_ref).split("/")[1]
    if not isinstance(getattr(document, shelf, None), list):
        raise TypeError(f"cannot place {item.self_ref} in a document")
    return shelf
