"""The first words of titles and notes that stand with a table but are not in it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdf_extractor_ai.geometric.namewords import FIGURE, TABLE
from pdf_extractor_ai.geometric.page import Line

# Type sizes of one table differ by less: a note is smaller, the head seldom larger.
_HEADING = 1.15
_TITLE = re.compile(
    rf"^\s*(?:{TABLE}|{FIGURE}|box)(?:\s*(?:\d|[一二三四五六七八九十])|\s+(?-i:[A-Z]|[IVXLC]+)(?![A-Za-z]))",
    re.IGNORECASE,
)
_TABLE = re.compile(rf"^\s*{TABLE}\s*\d", re.IGNORECASE)
_NOTE = re.compile(
    r"^\s*(?:notes?|sources?|exhibit reads|legend|key|quelle|anmerkung|fuente|note a)\b\s*[:.]", re.IGNORECASE
)


def is_title(text: str) -> bool:
    """True for what names a table or figure by its number: ``Table 3``, ``Exhibit A``, ``表 1``."""
    return bool(_TITLE.match(text))


def is_table_title(text: str) -> bool:
    """True for what names a table, and no figure or box, by its number."""
    return bool(_TABLE.match(text))


def is_note(text: str) -> bool:
    """True for what explains a table below it: ``Source: ...``, ``Note. ...``."""
    return bool(_NOTE.match(text))


def has_heading(rows: Sequence[Sequence[Line]]) -> bool:
    """True when a row below the first is one piece in a larger size than any row of cells: no table goes on over it."""
    cells = [line.size for row in rows if len(row) > 1 for line in row]
    if len(rows) < 3 or not cells:
        return False
    largest = max(cells)
    return any(
        len(row) == 1 and row[0].size >= _HEADING * largest and any(char.isalpha() for char in row[0].text)
        for row in rows[1:]
    )
