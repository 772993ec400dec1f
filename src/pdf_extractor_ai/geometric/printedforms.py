"""Printed forms: rows of ``Label: value`` in boxes and in ruled cells become pairs. Prose and lists do not."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdf_extractor_ai.geometric.block import Block, Pair, where
from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables import Table

# A printed row of a form: `Family name: Lovelace`. Names of classes (`List::Item`) and addresses have no blank there.
_LABELLED = re.compile(r"([^\W\d_][^:]{0,31}:)(?: |$)")
_WORDS, _LONGEST = 4, 80  # of a label, in words; of a value, in characters
_FEWEST, _MOST = 3, 0.6  # pairs in a box, and their share of its lines
_SENTENCE = re.compile(r"\w+ .*\w[.!?]$").search

Box = tuple[float, float, float, float]


def pair_printed(blocks: Sequence[Block], boxes: Sequence[Box]) -> None:
    """Give the blocks of printed forms their pairs: ``boxes`` are grids that are no tables.

    Most of what stands in such a box, or in the cells of a ruled table, must be pairs, each with a label of its own;
    one line in a block that is none makes the block prose.
    """
    for block in blocks:
        if isinstance(block.data, Table) and block.data.ruled:
            pairs, others = _in_cells(block.data, block.page)
            if _is_form(pairs, others) and not block.keys:
                block.keys = block.values = pairs
    boxed = [block for block in blocks if block.kind == "text" and block.boxed]
    for box in boxes if boxed else ():
        inside = [block for block in boxed if _is_in(block, box)]
        found = [(block, pairs) for block in inside if (pairs := _in_lines(block.lines, block.page))]
        rows = sum(len({round(line.baseline) for line in block.lines}) for block in inside)
        if _is_form([pair for _, pairs in found for pair in pairs], rows - sum(len(pairs) for _, pairs in found)):
            for block, pairs in found:
                block.keys = block.values = pairs


def _is_form(pairs: Sequence[Pair], others: int) -> bool:
    labels = {pair.key for pair in pairs}
    return len(pairs) >= _FEWEST and len(labels) == len(pairs) and len(pairs) >= _MOST * (len(pairs) + others)


def _is_in(block: Block, box: Box) -> bool:
    spot = block.where[0]
    return box[0] <= (spot.x0 + spot.x1) / 2 <= box[2] and box[1] <= (spot.y0 + spot.y1) / 2 <= box[3]


def _in_lines(lines: Sequence[Line], page: int) -> list[Pair]:
    """The pairs of lines that are nothing else, label and value on one line or beside each other."""
    pairs: list[Pair] = []
    left = list(reversed(lines))
    while left:
        line = left.pop()
        beside = left and abs(left[-1].baseline - line.baseline) < 1 and left[-1].x0 > line.x1
        pair = _pair(line, [left[-1]] if beside else [], page)
        if pair is None:
            return []
        if pair.value_spot.x0 > line.x1:
            left.pop()
        pairs.append(pair)
    return pairs


def _in_cells(table: Table, page: int) -> tuple[list[Pair], int]:
    """The pairs of a ruled table, in one cell or in two beside each other, and how many cells are in none."""
    cells = sorted((cell for cell in table.cells if cell.lines), key=lambda cell: (cell.row, cell.col))
    values = {(cell.row, cell.col): cell for cell in cells if not _LABELLED.match(cell.lines[0].text)}
    pairs: list[Pair] = []
    for cell in cells:
        first, *rest = cell.lines
        beside = None if rest or not first.text.endswith(":") else values.get((cell.row, cell.col + cell.col_span))
        pair = _pair(first, beside.lines if beside else rest, page)
        if pair is not None:
            pairs.append(pair)
            if beside is not None:
                del values[beside.row, beside.col]
    labelled = sum(bool(_LABELLED.match(cell.lines[0].text)) for cell in cells)
    return pairs, len(values) + labelled - len(pairs)


def _pair(line: Line, more: Sequence[Line], page: int) -> Pair | None:
    """The label that ``line`` begins with and what follows it there, or else ``more``."""
    match = _LABELLED.match(line.text)
    if match is None or line.style.mono or line.text[0].islower() or len(match[1].split()) > _WORDS:
        return None
    key, own = line.cut(0, match.end(1)), line.cut(match.end(1), len(line.text))
    value = [own, *more] if own is not None and _over_each_other(line, more) else [own] if own is not None else more
    text = " ".join(part.text for part in value)
    if key is None or not text or len(text) > _LONGEST or _SENTENCE(text):
        return None
    return Pair(key.text, text, where(page, [key]), where(page, list(value)))


def _over_each_other(line: Line, more: Sequence[Line]) -> bool:
    return all(other.baseline > line.baseline + 1 for other in more)
