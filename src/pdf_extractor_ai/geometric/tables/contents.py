"""Lists of contents: names that lead to page numbers, with dots, section numbers, or in rising order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pdf_extractor_ai.geometric.namewords import CONTENTS
from pdf_extractor_ai.geometric.tables.columns import is_value

LEADER = re.compile(r"(?:\.\s?){4,}|…{2,}|_{4,}")
_PAGE_END = re.compile(r"(?:^|[\s…_]|(?<=[^\d])\.)(\d{1,4}|[ivxlc]{1,6})$")
_SECTION = re.compile(r"^(?:[A-Z]|\d{1,2})(?:\.\d{1,2})*\.?(?:\s|$)")
# A part that is counted with a word before its number: `Appendix B. `, `Capítulo 3`, `附录 A`.
_PART = re.compile(
    r"^(?:appendix|chapter|part|section|annex|kapitel|anhang|teil|chapitre|annexe|partie|cap[íi]tulo|anexo|parte"
    r"|capitolo|appendice|hoofdstuk|bijlage|kapittel|vedlegg|rozdzia[łl]|kapitola|глава|приложение|附[录錄])"
    r"\s?(?:[A-Z]|[IVX]+|\d{1,2})(?:[.:\s]|$)|^第.{1,3}[章节節]",
    re.IGNORECASE,
)
_HEADING = re.compile(CONTENTS, re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]{2}")


def names_contents(row: Sequence[str]) -> bool:
    """True for `Contents` alone in a row, in many languages."""
    return len(row) == 1 and _HEADING.fullmatch(row[0].strip(" :.")) is not None


def is_contents(rows: Sequence[Sequence[str]]) -> bool:
    """True for rows of names that end in page numbers which only rise, with dots, section numbers or names of parts."""
    pages, marked, led = [], 0, False
    for row in rows:
        match = _PAGE_END.search(row[-1])
        names = [text for text in row[:-1] if not is_value(text)] or _LETTER.search(row[-1])
        if match is None or not names or any(is_value(text) and not LEADER.search(text) for text in row[1:-1]):
            continue
        pages.append(int(match[1]) if match[1].isdecimal() else 0)
        dots = any(LEADER.search(text) for text in row)
        part = bool(_PART.match(row[0]))
        marked += bool(_SECTION.match(row[0])) or dots or part
        led = led or dots or part
    # Three rows are enough where dots lead to the numbers, or where all of them count on from the first section.
    counted = [row[0] for row in rows] == ["1", "2", "3"] and all(len(row) == 3 for row in rows)
    if len(pages) < (3 if led or counted else 4) or len(pages) < 0.6 * len(rows):
        return False
    falls = sum(1 for a, b in pairwise(pages) if b < a)
    return falls <= 0.1 * len(pages) and marked >= 0.3 * len(pages)


def is_dotted(rows: Sequence[Sequence[str]]) -> bool:
    """True for rows of which many hold a dotted line and end in a page number, also where each dot is a cell."""
    count = 0
    for row in rows:
        dots = any(LEADER.search(text) or text.endswith("…") for text in row) or sum(text == "." for text in row) >= 4
        count += dots and any(text.split()[-1:] and text.split()[-1].isdecimal() for text in row)
    return count >= 4 and count >= 0.35 * len(rows)


def is_plain_contents(rows: Sequence[Sequence[str]]) -> bool:
    """True for names with page numbers that rise from each row to the next; between them names of parts may stand."""
    entries = [row for row in rows if len(row) > 1]
    if len(entries) < 4 or any(not row[-1].isdecimal() or len(row[-1]) > 3 or is_value(row[0]) for row in entries):
        return False
    pages = [int(row[-1]) for row in entries]
    return all(a < b for a, b in pairwise(pages)) and pages[-1] - pages[0] < 40 * len(pages)


def is_double_contents(rows: Sequence[Sequence[tuple[int, str]]]) -> bool:
    """True for two lists side by side of names with page numbers that rise down the first and on down the second.

    ``rows`` are the cells as column and text. Names stand before the numbers of both.
    """
    numbers: dict[int, list[int]] = {}
    words: dict[int, int] = {}
    for row in rows:
        for col, text in row:
            if text.isdecimal() and len(text) <= 3:
                numbers.setdefault(col, []).append(int(text))
            elif _LETTER.search(text) or any(char.isalpha() for char in text):
                words[col] = words.get(col, 0) + 1
    cols = [col for col in sorted(numbers) if len(numbers[col]) >= 3 and words.get(col, 0) <= 1]
    if len(cols) != 2:
        return False
    first, second = cols
    named = any(col < first for col in words) and any(first < col < second for col in words)
    pages = numbers[first] + numbers[second]
    falls = sum(1 for a, b in pairwise(pages) if b < a)
    return named and falls == 0 and pages[0] < pages[-1] and len(set(pages)) < len(pages)
