"""Key-value graphs of Docling as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docling_core.types.doc import GraphData


def graph_lines(graph: GraphData) -> list[str]:
    """``key: value`` for each key with its values, then the cells that no link reaches; no cell is left out."""
    texts = {cell.cell_id: cell.text.strip() for cell in graph.cells}
    keys = {cell.cell_id for cell in graph.cells if cell.label.value == "key"}
    values: dict[int, list[int]] = {}
    for link in graph.links:
        source, target = link.source_cell_id, link.target_cell_id
        if source not in keys and target in keys:  # a link may be told from either end
            source, target = target, source
        if source in keys and target not in values.setdefault(source, []):
            values[source].append(target)
    used = {target for targets in values.values() for target in targets}
    lines: list[str] = []
    for cell in graph.cells:
        if cell.cell_id in values:
            said = ", ".join(texts[target] for target in values[cell.cell_id] if texts[target])
            lines.append(f"{texts[cell.cell_id].rstrip(':')}: {said}")
        elif cell.cell_id not in used and texts[cell.cell_id]:
            lines.append(texts[cell.cell_id])
    return lines
