"""Is it a table? Reasons against, and the confidence of what stays."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from pdf_extractor_ai.geometric.tables.columns import is_marker, is_value
from pdf_extractor_ai.geometric.tables.model import Cell, Table

_LEADER = re.compile(r"(?:\.\s?){4,}|…{2,}|_{4,}")
_FORMULA = re.compile("[∑∏∫√∂∇∈∉⊂⊆⊃∪∩∀∃∥⟨⟩↦⩽⩾�‖ℓ]|[A-Za-zα-ω)] ?[=≤≥≈∼⇒] ?[^\\s]|^[=≤≥≈]")
_EQUATION_NUMBER = re.compile(r"^\(\d+(?:\.\d+)*[a-z]?\)$")


def judge_ruled(table: Table) -> str:
    """Why a ruled grid is no table, ``""`` when it is one."""
    filled = [cell for cell in table.cells if cell.lines]
    rows = {cell.row for cell in filled}
    cols = {cell.col for cell in filled}
    if len(rows) < 2 or len(cols) < 2 or len(filled) < 3:
        return "too few cells"
    if len(filled) < 0.15 * table.n_rows * table.n_cols and len(filled) < 12:
        return "mostly empty"
    if _chart(table, filled):
        return "chart"
    longest = max(len(cell.lines) for cell in filled)
    if longest > 25 and len(filled) <= 8:
        return "page layout"
    together = [row for row in rows if sum(1 for cell in filled if cell.row == row) >= 2]
    if not together:
        return "no row with two cells"
    return ""


def judge_open(table: Table, rules: int) -> str:
    """Why aligned text is no table, ``""`` when it is one; ``rules`` across it are evidence for it."""
    filled = [cell for cell in table.cells if cell.lines]
    rows: dict[int, list[Cell]] = {}
    for cell in filled:
        rows.setdefault(cell.row, []).append(cell)
    together = sum(1 for row in rows.values() if len(row) >= 2)
    if len(rows) < 2 or together < 2 or len({cell.col for cell in filled}) < 2:
        return "too few cells"
    if together < 0.4 * len(rows):
        return "single cells"
    texts = [cell.text for cell in filled]
    if sum(1 for text in texts if _LEADER.search(text)) >= 0.3 * len(rows) and table.n_cols <= 3 and rules < 2:
        return "contents page"
    firsts = [cell.text for cell in filled if cell.col == 0]
    listed = sum(1 for text in firsts if is_marker(text))
    if table.n_cols == 2 and firsts and listed >= 0.6 * len(firsts) and rules < 3:
        return "list"
    if rules < 3 and sum(len(cell.text) for cell in filled if _mono(cell)) > 0.5 * sum(map(len, texts)):
        return "code"
    if rules < 3 and _contents(filled, table.n_cols):
        return "contents page"
    if _chart(table, filled):
        return "chart"
    if rules >= 2:
        return ""
    if _prose(filled) or _wordy_columns(filled, table):
        return "prose in columns"
    if sum(1 for text in texts if _FORMULA.search(text) or _EQUATION_NUMBER.match(text)) >= 0.25 * len(texts):
        return "formulas"
    return "" if _evidence(table, filled, together, len(rows)) >= 3 + (rules == 0) else "weak alignment"


def _chart(table: Table, filled: Sequence[Cell]) -> bool:
    """True when most of a grid is empty: axis numbers at the sides, labels scattered between."""
    area = sum(cell.row_span * cell.col_span for cell in filled)
    if table.n_cols < 3 or area > 0.4 * table.n_rows * table.n_cols:
        return False
    rows = Counter(row for cell in filled for row in range(cell.row, cell.row + cell.row_span))
    # A sparse table still has its labels and its header; a chart's rows hold one or two pieces each.
    full = sum(1 for count in rows.values() if count >= 3)
    return full <= 0.25 * len(rows)


def _wordy_columns(filled: Sequence[Cell], table: Table) -> bool:
    """Many rows, every column of several words a line, hardly a value: short lines of columns set side by side."""
    if table.n_rows < 12 or any(cell.row_span > 1 or len(cell.lines) > 1 for cell in filled):
        return False
    values = sum(is_value(cell.text) for cell in filled)
    for column in range(table.n_cols):
        counts = sorted(len(cell.text.split()) for cell in filled if cell.col == column)
        if not counts or counts[len(counts) // 2] < 3:
            return False
    return values < 0.05 * len(filled)


def _evidence(table: Table, filled: Sequence[Cell], together: int, n_rows: int) -> float:
    """Points for what tables show and chance alignment does not."""
    body = [cell for cell in filled if cell.col > 0 and not cell.column_header]
    values = sum(is_value(cell.text) for cell in body) / max(1, len(body))
    score = 2.5 * values
    score += (together >= 4) + (table.n_cols >= 3) + (together >= 0.8 * n_rows)
    score += 0.7 * (len(filled) >= 0.8 * n_rows * table.n_cols)
    head = [cell for cell in filled if cell.column_header]
    if head and all(cell.lines[0].style.bold for cell in head) and not all(c.lines[0].style.bold for c in body):
        score += 1.5
    short = sum(1 for cell in filled if len(cell.text) <= 30)
    score += 0.5 if short >= 0.9 * len(filled) else -0.5
    score -= sum(1 for cell in filled if len(cell.text) > 60) * 4 / len(filled)
    return score


def _contents(cells: Sequence[Cell], n_cols: int) -> bool:
    """True when the last column holds page numbers that only rise."""
    last = [cell.text for cell in cells if cell.col == n_cols - 1]
    pages = [int(text) for text in last if text.isdigit()]
    if len(pages) < 4 or len(pages) < 0.75 * len(last) or any(cell.column_header and cell.col for cell in cells):
        return False
    names = [cell.text for cell in cells if cell.col < n_cols - 1 and not is_value(cell.text)]
    rising = all(a <= b for a, b in pairwise(pages))
    return rising and len(names) >= len(pages) * 0.8


def _mono(cell: Cell) -> bool:
    return cell.lines[0].style.mono


def _prose(cells: Sequence[Cell]) -> bool:
    """True when most of the text stands in long cells."""
    total = sum(len(cell.text) for cell in cells)
    long = sum(len(cell.text) for cell in cells if len(cell.text) > 90)
    return long > 0.5 * total


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
    mixed = 0
    for col in range(table.n_cols):
        values = [is_value(cell.text) for cell in filled if cell.col == col and not cell.column_header]
        if values and 0.25 < sum(values) / len(values) < 0.75:
            mixed += 1
    if mixed > 0.4 * table.n_cols:
        score -= 0.15
        reasons.append("mixed_columns")
    return max(0.0, round(score, 2)), tuple(reasons)
