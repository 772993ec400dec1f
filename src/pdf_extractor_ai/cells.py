"""The looks and links of words in table cells, kept beside the plain cells. Imports nothing of ours.

A cell's ``text`` stays plain, so that Docling's own exports (HTML, CSV, pandas, chunks) give each table byte for byte.
What is more than text is noted in the metadata of a group under the table, in Docling's ``invisible`` layer, which
no export and no walk visits unless it is asked to: docs/decisions/0005-marks-of-cells.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument, TableCell, TableItem

NAME = "marks of cells"
"""The name of the group that holds the runs of a table's cells."""

_NAMESPACE, _FIELD = "pdf_extractor_ai", "cells"
_KEY = f"{_NAMESPACE}__{_FIELD}"


class MarkedCell(NamedTuple):
    """The runs of the cell that begins at ``row`` and ``col`` (from 0); put together they are the cell's text.

    A run has ``text`` and, named as in Docling, what it is more than text: ``bold``, ``italic``, ``strikethrough``,
    ``code`` (all ``True``), ``script`` (``sub`` or ``super``) and ``hyperlink``.
    """

    row: int
    col: int
    runs: list[dict[str, Any]]


def mark_cells(document: DoclingDocument, table: TableItem, cells: Iterable[MarkedCell]) -> None:
    """Note the runs of some cells of ``table``; nothing is added to the document when there are none."""
    noted = [cell._asdict() for cell in cells]
    if not noted:
        return
    from docling_core.types.doc import BaseMeta, ContentLayer

    group = document.add_group(name=NAME, parent=table, content_layer=ContentLayer.INVISIBLE)
    group.meta = BaseMeta()
    group.meta.set_custom_field(_NAMESPACE, _FIELD, noted)


def cell_runs(document: DoclingDocument, table: TableItem) -> dict[tuple[int, int], list[Mapping[str, Any]]]:
    """Row and column -> the runs of each cell of ``table`` that has more than plain text.

    Runs that do not come to the text that the cell has now are left out: somebody has changed the table since.
    """
    if not table.children:
        return {}
    noted = [entry for ref in table.children for entry in _noted(ref.resolve(document))]
    if not noted:
        return {}
    texts = {_begin(cell): cell.text for cell in table.data.table_cells}
    found: dict[tuple[int, int], list[Mapping[str, Any]]] = {}
    for entry in noted:
        row, col, runs = entry.get("row"), entry.get("col"), entry.get("runs")
        if not (isinstance(row, int) and isinstance(col, int) and isinstance(runs, list) and all(map(_is_run, runs))):
            continue
        if texts.get((row, col)) == "".join(run["text"] for run in runs):
            found[row, col] = runs
    return found


def _begin(cell: TableCell) -> tuple[int, int]:
    return cell.start_row_offset_idx, cell.start_col_offset_idx


def _noted(item: Any) -> list[Mapping[str, Any]]:
    """What the group holds, when it is one of ours; it may come out of a file that anybody wrote."""
    if getattr(item, "name", "") != NAME or item.meta is None:
        return []
    held = item.meta.get_custom_part().get(_KEY)
    return [entry for entry in held if isinstance(entry, Mapping)] if isinstance(held, list) else []


def _is_run(run: Any) -> bool:
    return isinstance(run, Mapping) and isinstance(run.get("text"), str)
