"""Is it a table? Reasons against."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from pdf_extractor_ai.geometric.tables.blanks import named_blanks
from pdf_extractor_ai.geometric.tables.code_cells import (
    is_commented,
    is_cut,
    is_listing,
    is_named,
    is_off_the_grid,
    is_session,
    is_source,
    is_table_source,
)
from pdf_extractor_ai.geometric.tables.columns import is_value
from pdf_extractor_ai.geometric.tables.contents import (
    LEADER,
    is_contents,
    is_dotted,
    is_double_contents,
    is_plain_contents,
    names_contents,
)
from pdf_extractor_ai.geometric.tables.headers import begins_under_names
from pdf_extractor_ai.geometric.tables.items import LABEL, of_items
from pdf_extractor_ai.geometric.tables.model import Cell, Table
from pdf_extractor_ai.geometric.tables.pieces import visual_rows

WEAK = "weak alignment"
# Of a table's walls more are drawn, one way at least.
_LEAST_WALLS = 0.8
# Running text has as many lines, and as many characters in one.
_LEAST_TEXT = 4
_MANY_ROWS = 8
_LARGER = 1.18
_MANY_NAMES, _TIGHT = 12, 1.55
_FORM_ROWS = 12
_LONG_LINE = 24
_LETTER = re.compile(r"[^\W\d_]{2}")
_ENTRY = re.compile(r"^[^\W\d_].*[^\W\d_)]{2}[,.\s]+\d{1,4}(?:[,–-]\s?\d{1,4})*$")
# An entry of an index, whatever it is of: `abs(), 86`, `clip, 10, 64`.
_PAGES = re.compile(r"[^\d\s],\s\d{1,4}(?:[,–-]\s?\d{1,4})*$")
_LISTED = re.compile(r"^\D.*\s\d{1,4}(?:[,–-]\s?\d{1,4})*,?$")
_STOPS = frozenset(".,;")
_DASHES = re.compile(r"[-−–—_=]{6,}")
_FORMULA = re.compile("[∑∏∫√∂∇∈∉⊂⊆⊃∪∩∀∃∥⟨⟩↦⩽⩾�‖ℓ]|[A-Za-zα-ω)] ?[=≤≥≈≡∼⇒] ?[^\\s]|^[=≤≥≈]|[=≤≥≈+]$|[a-z] [<>] [a-z0-9]")
# An address, not a word that begins so (``@param``) and not the mere sign.
_ADDRESS = re.compile(r"[\w})\]>]@[\w\[(]")
# What is left of high bars and brackets round a formula.
_FENCES = "|()[]{}⟨⟩‖ "
_EQUATION_NUMBER = re.compile(r"^\(\d+(?:\.\d+)*[a-z]?\)$")


def judge_ruled(table: Table, walled: float = 1.0, *, named: bool = False) -> str:
    """Why a ruled grid is no table, ``""`` when it is one.

    ``walled`` is the share of its walls that are drawn (see `Grid.walled`); ``named`` says that a title calls it a
    table.
    """
    filled = [cell for cell in table.cells if cell.lines]
    rows = {cell.row for cell in filled}
    cols = {cell.col for cell in filled}
    if named and len(cols) >= 2:
        return ""
    if len(rows) < 2 or len(cols) < 2 or len(filled) < 3:
        return "too few cells"
    if walled < _LEAST_WALLS:
        return "boxes"
    if len(filled) < 0.15 * table.n_rows * table.n_cols and len(filled) < 12:
        return "mostly empty"
    if _to_sign(filled, table) or named_blanks(table):
        return "form"
    if _chart(table, filled) or _typed_drawing(filled) or _words_in_a_drawing(table, filled):
        return "chart"
    if is_source(filled):
        return "code"
    longest = max(len(cell.lines) for cell in filled)
    if longest > 25 and len(filled) <= 8:
        return "page layout"
    together = [row for row in rows if sum(1 for cell in filled if cell.row == row) >= 2]
    if not together:
        return "no row with two cells"
    return ""


def judge_open(table: Table, rules: int, inner: int = 0, drawn: bool = False, headed: bool = False) -> str:
    """Why aligned text is no table, ``""`` when it is one.

    ``rules`` across it are evidence for it; ``inner`` of them stand between its rows, so that they are no frame;
    ``drawn`` says that lines part its rows, or its header with a line above and one below, ``headed`` that bold
    names stand over its columns.
    """
    filled = [cell for cell in table.cells if cell.lines]
    rows: dict[int, list[Cell]] = {}
    for cell in filled:
        rows.setdefault(cell.row, []).append(cell)
    # A full stop behind a blank to fill in is no cell.
    together = sum(1 for row in rows.values() if sum(1 for cell in row if cell.text not in _STOPS) >= 2)
    if len(rows) < 2 or together < 2 or len({cell.col for cell in filled}) < 2:
        return "too few cells"
    if together <= 0.4 * len(rows):
        return "single cells"
    texts = [cell.text for cell in filled]
    if why := _of_references(table, rows, texts, rules):
        return why
    if why := of_items(filled, rows, table, rules, drawn and inner > 0, headed):
        return why
    if _source(filled, rows, table, rules, inner, drawn):
        return "code"
    if rules < 2 and not headed and sum(1 for text in texts if _ADDRESS.search(text)) >= max(2, 0.4 * table.n_cols):
        return "authors"
    if _chart(table, filled) or _typed_drawing(filled):
        return "chart"
    if (rules < 2 and _running_text(filled, table)) or (rules <= 2 and not headed and _headings(rows)):
        return "text beside"
    if headed and all(words >= 4 for words in _usual_words(filled, table)):
        return "columns of text"
    if (
        (rules >= 2 and inner)
        or headed
        or (rules and table.centred)
        or (inner and begins_under_names(filled, rows, table.n_cols))
    ):
        return ""
    if (_prose(filled) and not (inner and _has_values(filled, table))) or _wordy_columns(filled, table):
        return "prose in columns"
    if _of_formulas(texts):
        return "formulas"
    return "" if _evidence(table, filled, together, len(rows)) >= 3 + (rules == 0) else WEAK


def _of_formulas(texts: Sequence[str]) -> bool:
    """True for a share of formulas and of their numbers, which stand at either side."""
    formulas = sum(1 for text in texts if _FORMULA.search(text))
    numbers = sum(1 for text in texts if _EQUATION_NUMBER.match(text)) if formulas else 0
    return numbers + formulas >= 0.25 * len(texts)


def _source(
    filled: Sequence[Cell], rows: dict[int, list[Cell]], table: Table, rules: int, inner: int, drawn: bool
) -> bool:
    """True for program text, a session at a terminal, or the source of a table."""
    if (
        is_session(filled)
        or is_source(filled)
        or is_table_source([[cell.text for cell in rows[row]] for row in sorted(rows)])
    ):
        return True
    if is_commented(filled, table) or is_cut(filled):
        return True
    return not drawn and not is_named(filled, inner) and is_listing(filled, table, rules if inner else rules % 2)


def _headings(rows: dict[int, list[Cell]]) -> bool:
    """True when a row below the first is set larger than the others: a heading and its number."""
    sizes = [min(line.size for cell in rows[row] for line in cell.lines) for row in sorted(rows)]
    return max(sizes[1:], default=0.0) >= _LARGER * sorted(sizes)[len(sizes) // 2]


def _of_references(table: Table, rows: dict[int, list[Cell]], texts: Sequence[str], rules: int) -> str:
    """Which kind of text that points to pages or waits for a pen the rows are, ``""`` for none."""
    n_cols, filled = table.n_cols, [cell for cell in table.cells if cell.lines]
    if named_blanks(table):
        return "blanks to fill in"
    if names_contents([cell.text for cell in rows[min(rows)]]):
        return "contents page"
    if rules < 2 and (
        sum(1 for text in texts if _ENTRY.match(text)) >= 0.8 * len(texts)
        or sum(1 for text in texts if _PAGES.search(text)) >= 0.5 * len(texts)
    ):
        return "index"
    if rules < 2 and _is_index(filled, n_cols):
        return "index"
    if rules < 2 and _side_by_side(rows, n_cols):
        return "contents page"
    lines = [[cell.text for cell in rows[row]] for row in sorted(rows)]
    placed = [[(cell.col, cell.text) for cell in rows[row]] for row in sorted(rows)]
    if rules < 2 and (is_dotted(lines) or is_double_contents(placed)):
        return "contents page"
    if (rules < 3 and is_contents(lines)) or (rules == 0 and n_cols == 2 and is_plain_contents(lines)):
        return "contents page"
    if sum(1 for text in texts if LEADER.search(text)) >= 0.3 * len(rows) and n_cols <= 3 and rules < 2:
        return "blanks to fill in"
    return ""


def _is_index(filled: Sequence[Cell], n_cols: int) -> bool:
    """True for columns of names with their pages in alphabetical order, whatever stands between name and pages."""
    entries = [cell for cell in filled if _LISTED.search(cell.text)]
    if len(entries) < _MANY_ROWS or len(entries) < 0.75 * len(filled):
        return False
    for col in range(n_cols):
        names = [cell.text.lstrip("\\").casefold() for cell in entries if cell.col == col]
        if sum(1 for a, b in pairwise(names) if a > b) > 0.15 * len(names):
            return False
    return True


def _side_by_side(rows: dict[int, list[Cell]], n_cols: int) -> bool:
    """True for contents in columns: dots in two of them, or in one and a last column of pages that only rise."""
    columns = [[cell.text for row in sorted(rows) for cell in rows[row] if cell.col == col] for col in range(n_cols)]
    led = [sum(1 for text in column if LEADER.search(text)) for column in columns]
    if sum(1 for count in led if count >= max(2, 0.3 * len(rows))) >= 2:
        return True
    pages = [int(text) for text in columns[-1] if text.isdecimal() and len(text) <= 3]
    rise = len(pages) >= 3 and pages == sorted(pages) and len(pages) >= 0.9 * len(columns[-1])
    return rise and sum(led) >= 2


def _chart(table: Table, filled: Sequence[Cell]) -> bool:
    """True when most of a grid is empty: axis numbers at the sides, labels scattered between."""
    area = sum(cell.row_span * cell.col_span for cell in filled)
    if table.n_cols < 3 or area > 0.4 * table.n_rows * table.n_cols or _list_of_names(table, filled):
        return False
    rows = Counter(row for cell in filled for row in range(cell.row, cell.row + cell.row_span))
    # A sparse table still has its labels and its header; a chart's rows hold one or two pieces each.
    full = sum(1 for count in rows.values() if count >= 3)
    return full <= 0.25 * len(rows)


def _list_of_names(table: Table, filled: Sequence[Cell]) -> bool:
    """True when under a head one column holds words in nearly every row, though most of the others hold none."""
    head = [cell for cell in filled if cell.row == 0]
    words = Counter(cell.col for cell in filled if cell.row > 0 and _LETTER.search(cell.text))
    covered = sum(cell.col_span for cell in head)
    return len(head) >= 2 and covered == table.n_cols and max(words.values(), default=0) >= 0.7 * (table.n_rows - 1)


def _to_sign(filled: Sequence[Cell], table: Table) -> bool:
    """True for a sheet to be signed: labels with a colon over a row of names, one of which has nothing under it."""
    if table.n_rows > _FORM_ROWS or table.n_cols < 3:
        return False
    names = next((row for row in range(table.n_rows) if sum(c.row == row for c in filled) == table.n_cols), None)
    if names is None or names + 1 == table.n_rows:
        return False
    labels = sum(1 for cell in filled if cell.row < names and LABEL.match(cell.text))
    below = {col for cell in filled if cell.row > names for col in range(cell.col, cell.col + cell.col_span)}
    return labels > 0 and len(below) < table.n_cols


def _words_in_a_drawing(table: Table, filled: Sequence[Cell]) -> bool:
    """True for more columns than a page has room for names, with hardly a value: words at the ends of strokes."""
    return table.n_cols >= 16 and sum(is_value(cell.text) for cell in filled) < 0.2 * len(filled)


def _typed_drawing(filled: Sequence[Cell]) -> bool:
    """True when lines are drawn with rows of dashes, or nearly half the cells hold signs without a meaning only.

    Of the bars and brackets that stand round a high formula a fifth of the cells is enough.
    """
    texts = [cell.text for cell in filled]
    if sum(1 for text in texts if not text.replace("\ufffd", "").strip()) > 0.4 * len(texts):
        return True
    if sum(1 for text in texts if not text.strip(_FENCES)) >= max(2, 0.2 * len(texts)):
        return True
    return sum(len(part) for text in texts for part in _DASHES.findall(text)) > 0.25 * sum(map(len, texts))


def _wordy_columns(filled: Sequence[Cell], table: Table) -> bool:
    """Many rows, every column of several words a line, hardly a value: short lines of columns set side by side."""
    if table.n_rows < 12 or any(cell.row_span > 1 or len(cell.lines) > 1 for cell in filled):
        return False
    if sum(is_value(cell.text) for cell in filled) >= 0.05 * len(filled):
        return False
    return all(words >= 3 for words in _usual_words(filled, table))


def _running_text(filled: Sequence[Cell], table: Table) -> bool:
    """True when rows cut through a text that fills its measure: one after the other begins in mid-sentence."""
    for col in range(table.n_cols):
        cells = sorted((cell for cell in filled if cell.col == col and cell.col_span == 1), key=lambda cell: cell.row)
        rows = [visual_rows(cell.lines) for cell in cells]
        widths = [row[-1].x1 - row[0].x0 for part in rows for row in part]
        if len(cells) < _LEAST_TEXT or sum(len(cell.text) for cell in cells) < _LONG_LINE * len(widths):
            continue
        full = 0.88 * max(widths)
        on = sum(
            1
            for (a, b), cell in zip(pairwise(rows), cells[1:], strict=True)
            if cell.text[:1].islower() and a[-1][-1].x1 - a[-1][0].x0 > full
        )
        if on >= 3 and on >= 0.4 * len(cells):
            return True
    return False


def _usual_words(filled: Sequence[Cell], table: Table) -> list[int]:
    """How many words a cell of each column usually holds; headers do not count."""
    counts: list[list[int]] = [[0] for _ in range(table.n_cols)]
    for cell in filled:
        if not cell.column_header:
            counts[cell.col].append(len(cell.text.split()))
    return [sorted(column)[len(column) // 2] for column in counts]


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
    if (
        together >= _MANY_ROWS
        and (table.n_cols >= 3 or is_off_the_grid(filled, table))
        and _exact_columns(filled, table)
    ):
        score += 1 if table.n_cols >= 3 else 2
    score += 2 * _explained_names(filled, table, together) + 1.5 * table.centred
    short = sum(1 for cell in filled if len(cell.text) <= 30)
    score += 0.5 if short >= 0.9 * len(filled) else -0.5
    score -= sum(1 for cell in filled if len(cell.text) > 60) * 4 / len(filled)
    return score


def _exact_columns(filled: Sequence[Cell], table: Table) -> bool:
    """True for columns that begin at one place in each of many rows: in three or more chance does not do that."""
    for col in range(table.n_cols):
        starts = [cell.lines[0].x0 for cell in filled if cell.col == col]
        usual = sorted(starts)[len(starts) // 2] if starts else 0.0
        if len(starts) < 0.5 * table.n_rows or sum(abs(x - usual) < 1.0 for x in starts) < 0.9 * len(starts):
            return False
    return True


def _explained_names(filled: Sequence[Cell], table: Table, together: int) -> bool:
    """True for many rows, set as close as the lines of a text, of one short name each and what it is.

    The items of a list of definitions stand further apart.
    """
    names = [cell for cell in filled if cell.col == 0]
    texts = {cell.text for cell in names}
    if table.n_cols != 2 or together < max(_MANY_NAMES, 0.9 * table.n_rows) or len(texts) < 0.8 * len(names):
        return False
    if _usual_words(filled, table)[0] > 2 or sum(map(is_value, texts)) > 0.2 * len(texts):
        return False
    steps = sorted(b.lines[0].baseline - a.lines[0].baseline for a, b in pairwise(names))
    return steps[len(steps) // 2] <= _TIGHT * names[0].lines[0].size and _exact_columns(filled, table)


def _has_values(filled: Sequence[Cell], table: Table) -> bool:
    """True when a column between the first and the last holds a value in nearly every row, as no running text does."""
    counts = Counter(cell.col for cell in filled if not cell.column_header and is_value(cell.text))
    rows = len({cell.row for cell in filled if not cell.column_header})
    return rows >= 3 and any(counts[col] >= 0.8 * rows for col in range(1, table.n_cols - 1))


def _prose(cells: Sequence[Cell]) -> bool:
    """True when most of the text stands in long cells."""
    total = sum(len(cell.text) for cell in cells)
    long = sum(len(cell.text) for cell in cells if len(cell.text) > 90)
    return long > 0.5 * total
