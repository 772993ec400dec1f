"""Lists, particulars and numbered lines: items that stand in rows and columns and are no table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from pdf_extractor_ai.geometric.styles import fixed_pitch
from pdf_extractor_ai.geometric.tables.columns import is_marker
from pdf_extractor_ai.geometric.tables.model import Cell, Table

LABEL = re.compile(r"^[^\W\d][^:]{1,40}:(?:\s|$)|^[^\W\d][^:：]{0,20}：")
_PAIR = re.compile(r"^[^\W\d][^:]{1,40}:\s+\S")
_SIGNS = frozenset({"+", "-", "–", "−", "•", "*", "#", "~"})
# Signs before a value, of which no list is made.
_OF_VALUES = frozenset("+-–−±<>≤≥≈~$€£¥*†‡(")
_LEAST_ITEMS = 4
_NAMED = re.compile(r"([^\W\d][^:]{1,20}):\s+\S")
_LETTERED = re.compile(r"\(?[a-hA-H]\)\s")
_STEP = re.compile(r"^(\d{1,3})(:(?!\d))?")
_STEP_END = re.compile(r"(?:[;{}]|\b(?:then|do|else|end|begin|repeat|loop|endif|endwhile))$")


def of_items(
    filled: Sequence[Cell], rows: dict[int, list[Cell]], table: Table, rules: int, drawn: bool, headed: bool
) -> str:
    """Which kind of list the rows are, ``""`` for none."""
    if _lists(filled, table, rules) or _same_sign([cell.text for cell in filled]) or _lettered(rows):
        return "list"
    if sum(1 for cell in filled if cell.text.endswith(":")) >= 0.6 * len(filled):
        return "labels and values"
    if rules < 2 and not headed and table.n_cols <= 4 and _labelled(rows):
        return "labels and values"
    if _paired(filled, rows) or _same_label(filled, table.n_cols):
        return "labels and values"
    return "numbered lines" if _numbered_lines(rows, drawn) else ""


def _lists(filled: Sequence[Cell], table: Table, rules: int) -> bool:
    """True when list markers fill the first of two columns, or two columns of several."""
    columns = [[cell.text for cell in filled if cell.col == col] for col in range(table.n_cols)]
    marked = [
        bool(texts) and sum(is_marker(text) or text in _SIGNS for text in texts) >= 0.6 * len(texts)
        for texts in columns
    ]
    return (table.n_cols == 2 and marked[0] and (rules < 3 or _all_signs(columns[0]))) or (
        sum(marked) >= 2 and rules < 2
    )


def _paired(filled: Sequence[Cell], rows: dict[int, list[Cell]]) -> bool:
    """True when most cells, in nearly all rows, are a label and its value: ``Degree: Master of Science``."""
    pairs = [cell.row for cell in filled if _PAIR.match(cell.text)]
    return len(pairs) >= 4 and len(pairs) >= 0.6 * len(filled) and len(set(pairs)) >= 0.8 * len(rows)


def _same_label(filled: Sequence[Cell], n_cols: int) -> bool:
    """True when all cells of the last column begin with one label: ``Default: 4em``. A table has it in its head."""
    labels = [match[1] if (match := _NAMED.match(cell.text)) else "" for cell in filled if cell.col == n_cols - 1]
    return len(labels) >= 2 and bool(labels[0]) and len(set(labels)) == 1


def _lettered(rows: dict[int, list[Cell]]) -> bool:
    """True when many rows hold an item ``a) ...`` and nothing beside it: tasks between the bars that name them."""
    alone = [row[0].text for row in rows.values() if not any(char.isalnum() for cell in row[1:] for char in cell.text)]
    count = sum(1 for text in alone if _LETTERED.match(text))
    return count >= 2 and count >= 0.3 * len(rows)


def _same_sign(texts: Sequence[str]) -> bool:
    """True when nearly all cells begin with one sign and a blank: lists side by side, also with rules between."""
    signs = Counter(text[0] for text in texts if text[1:2] == " " and not text[0].isalnum())
    sign, count = max(signs.items(), key=lambda item: item[1], default=("", 0))
    return len(texts) >= _LEAST_ITEMS and count >= 0.9 * len(texts) and sign not in _OF_VALUES


def _labelled(rows: dict[int, list[Cell]]) -> bool:
    """True when rows begin with a name and a colon, or hold such names with their values: particulars of a thing."""
    label = 0
    for row in rows.values():
        texts = [cell.text for cell in sorted(row, key=lambda cell: cell.col)]
        # Names of one length are spread over their width in some scripts: the colon then stands in a later piece.
        label += bool(LABEL.match(texts[0])) or any("：" in text[:4] or text.endswith(":") for text in texts[1:])
    return label >= 0.7 * len(rows)


def _all_signs(texts: Sequence[str]) -> bool:
    """True for bullets, dashes and plus signs, as before the members of a class; a name may stand over them."""
    return sum(1 for text in texts if text in _SIGNS) >= 0.7 * len(texts)


def _numbered_lines(rows: dict[int, list[Cell]], drawn: bool) -> bool:
    """True for the steps of an algorithm or the lines of a listing: ``1:``, ``2:`` ..., or plain numbers by code.

    Where lines are ``drawn`` between the rows, plain numbers may be the keys of a table of code.
    """
    steps: list[int] = []
    beside = [cell for row in rows.values() for cell in row[1:] if row[0].text.isdecimal()]
    ends = sum(1 for row in rows.values() for cell in row[1:] if any(map(fixed_pitch, cell.lines)) or _ends(cell.text))
    # The numbers of steps that are not indented may stand in one cell with them.
    within = sum(1 for row in rows.values() if _begins_step(row[0]))
    code = not drawn and ends + within >= 0.4 * len(rows)
    for number in sorted(rows):
        first = min(rows[number], key=lambda cell: cell.col)
        match = _STEP.match(first.text)
        if match and (match[2] or (code and (match[1] == first.text or (within and first.text[match.end()] == " ")))):
            steps.append(int(match[1]))
    by_one = sum(1 for a, b in pairwise(steps) if b == a + 1)
    least = 3 if steps[:1] == [1] and all(fixed_pitch(line) for cell in beside for line in cell.lines) else 4
    return len(steps) >= least and by_one >= 0.8 * (len(steps) - 1) and len(steps) >= 0.5 * len(rows)


def _begins_step(cell: Cell) -> bool:
    """True for a number and the step behind it in one cell: code, or what ends as code does."""
    number, _, rest = cell.text.partition(" ")
    return number.isdecimal() and bool(rest) and (_ends(rest) or all(map(fixed_pitch, cell.lines)))


def _ends(text: str) -> bool:
    return _STEP_END.search(text) is not None
