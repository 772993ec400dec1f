"""Contents pages and footnotes: blocks that are not part of the running text."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pdf_extractor_ai.geometric.block import Block, where
from pdf_extractor_ai.geometric.markers import NOTE_MARK
from pdf_extractor_ai.geometric.merge import merge_row
from pdf_extractor_ai.geometric.namewords import CONTENTS
from pdf_extractor_ai.geometric.page import Line, Rule
from pdf_extractor_ai.geometric.stats import DocumentStats

_LEADERS = re.compile(
    r"^(?P<title>.*?\S)\s*(?:[.·⋅…‥_]\s?){3,}\s*(?P<page>\d{1,4}|[ivxlc]{1,7}|[A-Z]?-?\d{1,3}(?:-\d+)?)?$",
    re.IGNORECASE,
)
_TRAILING_PAGE = re.compile(r"^(?P<title>\S.*?[^\d\s.,])\s+(?P<page>\d{1,4}|[ivxlc]{1,6})$")
_CONTENTS = re.compile(CONTENTS, re.IGNORECASE)
_DISPLAY = 1.25
# A note in a typewriter face that is nothing but an address.
_LINK_NOTE = re.compile(r"(?:\d{1,3}|[*∗†‡§¶]{1,3})\s?(?:[a-z]{3,6}://|www\.|mailto:)\S+$", re.IGNORECASE)
_NOTE_MARK = re.compile(r"^(?:\(?(\d{1,3})\)?|[*∗†‡§¶]{1,3}|\[\d{1,3}\])[.)]?\s*(?=\S)")


@dataclass(frozen=True, slots=True)
class IndexRow:
    """A line of a contents page: nesting depth, title and printed page."""

    depth: int
    title: str
    page: str


@dataclass(slots=True)
class ContentsIndex:
    """The rows of a contents block."""

    rows: list[IndexRow] = field(default_factory=list)


def names_contents(block: Block) -> bool:
    """True for `Contents`, `List of tables` and their like in other languages."""
    return bool(_CONTENTS.fullmatch(block.text.strip(" :.")))


def find_contents(blocks: list[Block]) -> list[Block]:
    """Blocks with the lines of contents pages gathered into ``index`` blocks."""
    out: list[Block] = []
    inside = False
    lone = _lone_entries(blocks)
    for block in blocks:
        if block.kind in ("text", "list_item", "code"):
            inside_before, inside = inside, inside or names_contents(block)
            if inside and not inside_before:
                out.append(block)
                continue
            rows = _rows(block, (inside or id(block) in lone) and not _in_display(block, out))
            if rows is not None:
                _append(out, block, rows)
                continue
        if block.kind != "picture":
            inside = inside and block.kind == "heading"
        out.append(block)
    return out


def _in_display(block: Block, before: Sequence[Block]) -> bool:
    """Set much larger than the rows above it: `Chapter 1` after the contents is no row that ends in a page."""
    above = before[-1] if before and before[-1].kind == "index" else None
    return above is not None and block.style.size > _DISPLAY * max(line.size for line in above.lines)


def _lone_entries(blocks: Sequence[Block]) -> set[int]:
    """Lines without leaders that stand between such with leaders and count on: `3 Installation 7`, set in bold."""
    known = {id(block) for block in blocks if block.lines and _rows(block, False) is not None}
    found: set[int] = set()
    for order in (list(blocks), list(reversed(blocks))):
        for before, block in itertools.pairwise(order):
            if id(before) not in known or id(block) in known or not 0 < len(block.lines) <= 2:
                continue
            if block.kind not in ("text", "list_item") or not _TRAILING_PAGE.match(block.text):
                continue
            first, second = (before, block) if order[0] is blocks[0] else (block, before)
            if _beside(block, before) and _page_at(first, -1) <= _page_at(second, 0):
                known.add(id(block))
                found.add(id(block))
    return found


def _beside(block: Block, before: Block) -> bool:
    """On one page, or over its end where each line of ``block`` ends in a page."""
    if abs(block.page - before.page) == 1:
        return all(_TRAILING_PAGE.match(line.text) for line in block.lines)
    return block.page == before.page


def _page_at(block: Block, index: int) -> int:
    match = re.search(r"(\d{1,4})$", block.lines[index].text)
    return int(match[1]) if match else 0


def _append(out: list[Block], block: Block, rows: list[tuple[Line, str, str]]) -> None:
    target = out[-1] if out and out[-1].kind == "index" else None
    if target is None:
        target = Block("index", [], [], block.column, block.left, block.right, block.gap, data=ContentsIndex())
        out.append(target)
    lefts = sorted({round(line.x0 / 3) for line, _, _ in rows} | {round(line.x0 / 3) for line in target.lines})
    target.lines.extend(line for line, _, _ in rows)
    target.where.extend(block.where)
    target.data.rows.extend(IndexRow(lefts.index(round(line.x0 / 3)), title, page) for line, title, page in rows)


def _rows(block: Block, inside: bool) -> list[tuple[Line, str, str]] | None:
    """Title and page of every line, or ``None`` when the block is no contents."""
    rows: list[tuple[Line, str, str]] = []
    waiting: list[Line] = []
    hits = 0
    for line in block.lines:
        match = _LEADERS.match(line.text) or (_TRAILING_PAGE.match(line.text) if inside else None)
        if match is None:
            waiting.append(line)
            continue
        title = " ".join([*(held.text for held in waiting), match["title"]]).strip(" .·⋅…‥_")
        rows.append((waiting[0] if waiting else line, title, match["page"] or ""))
        waiting = []
        hits += 1
    need = (
        1
        if inside or (len(block.lines) <= 2 and re.search(r"(?:\.\s?){5,}", block.text))
        else max(2, len(block.lines) // 2)
    )
    if hits < need or (hits and len(waiting) > hits):
        return None
    rows.extend((line, line.text, "") for line in waiting)
    return rows if hits else None


def join_note_marks(blocks: Sequence[Block]) -> list[Block]:
    """Blocks in which a raised mark that stands apart from its note has come to the note's first line."""
    out: list[Block] = []
    for block in blocks:
        mark = out[-1] if out else None
        if mark is not None and _marks(mark, block):
            raised = tuple(run._replace(style=run.style._replace(script=1)) for run in mark.lines[0].runs)
            block.lines[0] = merge_row([replace(mark.lines[0], runs=raised), block.lines[0]])
            block.where[0] = where(block.page, block.lines)
            block.gap = mark.gap
            out.pop()
        out.append(block)
    return out


def _marks(mark: Block, note: Block) -> bool:
    if mark.kind != "text" or len(mark.lines) != 1 or note.kind != "text" or not note.lines:
        return False
    small, first = mark.lines[0], note.lines[0]
    return (
        (mark.page, mark.column) == (note.page, note.column)
        and bool(NOTE_MARK.fullmatch(small.text.strip()))
        and small.size < 0.9 * first.size
        and 0 <= first.x0 - small.x1 < first.size
        and 0 < first.baseline - small.baseline < 0.7 * first.size
    )


def find_footnotes(
    blocks: Sequence[Block], stats: DocumentStats, rules: dict[int, list[Rule]], heights: dict[int, float]
) -> None:
    """Mark blocks at the foot of a column as footnotes: smaller than the text, or under a short rule, with a mark."""
    by_column: dict[tuple[int, int], list[Block]] = {}
    for block in blocks:
        by_column.setdefault((block.page, block.column), []).append(block)
    for (page, _), members in by_column.items():
        height = heights.get(page, 792.0)
        for index in range(len(members) - 1, -1, -1):
            block = members[index]
            link = block.kind == "code" and bool(_LINK_NOTE.match(block.text))
            if not (link or block.kind in ("text", "list_item")) or block.where[0].y1 < 0.45 * height:
                break
            if not _small(block, stats):
                if not (_under_rule(block, rules.get(page, []), members[:index]) and _marked(block)):
                    break
            elif not _marked(block) and not _marked_before(members[:index], stats):
                break
            if _marked(block) or index:
                block.kind = "footnote"
                block.marker = ""


def _small(block: Block, stats: DocumentStats) -> bool:
    return block.style.size <= 0.93 * stats.body_size


def _marked(block: Block) -> bool:
    first = block.lines[0]
    if first.runs[0].style.script != 1 and first.style.bold and _TRAILING_PAGE.match(block.text):
        return False  # the last row of a contents page: `8 References 18`
    return bool(_NOTE_MARK.match(first.text)) and (first.runs[0].style.script == 1 or len(first.text) > 8)


def _marked_before(members: Sequence[Block], stats: DocumentStats) -> bool:
    """A second paragraph of a note: there is a marked small block above it."""
    for block in reversed(members):
        if block.kind not in ("text", "list_item") or not _small(block, stats):
            return False
        if _marked(block):
            return True
    return False


def _under_rule(block: Block, rules: list[Rule], above: Sequence[Block]) -> bool:
    top = block.where[0].y0
    floor = above[-1].where[-1].y1 if above else 0.0
    return any(
        rule.horizontal
        and floor - 3 <= rule.y0 <= top + 3
        and abs(rule.x0 - block.left) < 12
        and 20 < rule.length < 0.6 * max(block.right - block.left, 1)
        for rule in rules
    )
