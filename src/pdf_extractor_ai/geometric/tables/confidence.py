"""How sure a table is that was found: a score, and what lowered it."""

from __future__ import annotations

from pdf_extractor_ai.geometric.tables.columns import is_value
from pdf_extractor_ai.geometric.tables.model import Cell, Table


def confidence(table: Table) -> tuple[float, tuple[str, ...]]:
    """A score in 0..1 and what lowered it."""
    score, reasons = 1.0, []
    filled = [cell for cell in table.cells if cell.lines]
    share = sum(cell.row_span * cell.col_span for cell in filled) / max(1, table.n_rows * table.n_cols)
    if not table.ruled:
        score -= 0.1
        reasons.append("no_grid")
    if share < 0.6:
        score -= 0.2
        reasons.append("many_empty_cells")
    if not table.header_rows:
        score -= 0.1
        reasons.append("no_header_found")
    if table.rest:
        score -= 0.05
        reasons.append("text_beside_grid")
    over = sum(_sticks_out(cell, table) for cell in filled) / max(1, len(filled))
    if over > 0.1:
        score -= min(0.3, over)
        reasons.append("text_over_borders")
    mixed = 0
    for col in range(table.n_cols):
        values = [is_value(cell.text) for cell in filled if cell.col == col and not cell.column_header]
        if values and 0.25 < sum(values) / len(values) < 0.75:
            mixed += 1
    if mixed > 0.4 * table.n_cols:
        score -= 0.15
        reasons.append("mixed_columns")
    return max(0.0, round(score, 2)), tuple(reasons)


def _sticks_out(cell: Cell, table: Table) -> bool:
    """True when a line of the cell reaches well over the borders of its columns."""
    if len(table.col_edges) != table.n_cols + 1 or any(line.angle for line in cell.lines):
        return False
    left, right = table.col_edges[cell.col], table.col_edges[cell.col + cell.col_span]
    return any(line.x0 < left - 0.5 * line.size or line.x1 > right + 0.5 * line.size for line in cell.lines)
