"""Covers and title pages: which of the first pages are some, and which of their lines is the document's title.

A cover holds a few lines in display sizes: universities, names, dates. They look like headings and head nothing.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from pdf_extractor_ai.geometric.block import Block, where
from pdf_extractor_ai.geometric.look import Look, look_of
from pdf_extractor_ai.geometric.notes import names_contents
from pdf_extractor_ai.geometric.numbering import bare_title, heading_number
from pdf_extractor_ai.geometric.outline import MAX_TITLE_CHARACTERS, MAX_TITLE_LINES
from pdf_extractor_ai.geometric.stats import DocumentStats

_MOST = 12  # pages before the text
_CHARACTERS = 900
_PARAGRAPH = 160  # characters: two lines of print
_NARROW_PARAGRAPH = 330  # `Thesis submitted in partial fulfilment of ...`
_NARROW = 0.75  # of the page's width between its outermost lines
_PROSE = 300
_LINE_STEP = 1.9  # of the size: parts of a title that far apart are one
_DISPLAY = 1.15  # of the text's size
_NEARLY = 0.8  # of the largest line's size: a title that comes back may be smaller than what stands over it
_STATED = 4  # letters at least that the file must give for a title
_NAME = re.compile(r"[^\W\d_]{2}.*[^\W\d_]{3}|[\u3040-\u9fff\uac00-\ud7af]{2}")  # `by` is none
_IDEOGRAPH = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]")
_KINDS = ("text", "list_item", "code")


def cover_pages(blocks: Sequence[Block], stats: DocumentStats) -> set[int]:
    """Numbers of the pages at the beginning that are covers; none when no text follows them.

    Slides hold as little as covers do, but no text follows that would tell where the covers end.
    """
    pages: dict[int, list[Block]] = defaultdict(list)
    for block in blocks:
        pages[block.page].append(block)
    measure = _measure(blocks)
    found: set[int] = set()
    for count, (number, page) in enumerate(sorted(pages.items())):
        if count > _MOST or (count and not found):
            return set()
        if any(block.kind == "index" or _is_prose(block, stats) for block in page):
            return found
        if _is_cover(page, stats, measure):
            found.add(number)
    return set()


def _measure(blocks: Sequence[Block]) -> float:
    """How wide a full line of the text is, in points."""
    widths = sorted(line.x1 - line.x0 for block in blocks if block.kind == "text" for line in block.lines)
    return widths[int(0.9 * len(widths))] if widths else 0.0


def _is_prose(block: Block, stats: DocumentStats) -> bool:
    """A paragraph of running text, not small print and not set in display."""
    return (
        block.kind in ("text", "list_item")
        and said_length(block) > _PROSE
        and 0.95 * stats.body_size <= block.style.size <= 1.2 * stats.body_size
    )


def _is_cover(page: Sequence[Block], stats: DocumentStats, measure: float) -> bool:
    written = [block for block in page if block.lines]
    if any(block.kind == "table" for block in page) or sum(said_length(block) for block in written) > _CHARACTERS:
        return False
    if any(names_contents(block) or heading_number(block.text)[0] for block in written if block.kind == "text"):
        return False
    return len(written) > 1 and all(
        said_length(block) <= (_NARROW_PARAGRAPH if _is_narrow(block, measure) else _PARAGRAPH)
        or block.style.size < 0.95 * stats.body_size
        for block in written
    )


def said_length(block: Block) -> int:
    """The characters of a block; an ideograph counts as the three letters that say as much."""
    return len(block.text) + 2 * len(_IDEOGRAPH.findall(block.text))


def _is_narrow(block: Block, measure: float) -> bool:
    return max(line.x1 - line.x0 for line in block.lines) < _NARROW * measure


def stated_title(blocks: Sequence[Block], stated: str, chosen: Sequence[Block], stats: DocumentStats) -> Block | None:
    """The block on the first two pages that says what the file gives as its title, set apart from text and headings."""
    wanted = bare_title(stated)
    if len(wanted) < _STATED or not blocks:
        return None
    best: tuple[float, Block] | None = None
    for block in blocks:
        if block.page > blocks[0].page + 1:
            break
        if block.kind not in _KINDS or not block.lines or len(block.lines) > MAX_TITLE_LINES or block.lines[0].angle:
            continue
        if names_contents(block):
            continue
        said, size = bare_title(block.text), block.style.size
        same = said == wanted or (len(wanted) > 8 and said.startswith(wanted) and len(said) < 2 * len(wanted))
        shown = size > 1.07 * stats.body_size or block.style.bold
        if same and shown and (best is None or size > best[0]):
            best = size, block
    if best is None:
        return None
    look = look_of(best[1])
    return best[1] if all(look_of(block) != look for block in chosen if block.page > best[1].page) else None


def cover_title(chosen: Sequence[Block], covers: set[int], stats: DocumentStats) -> Block | None:
    """The title among what is ``chosen`` on the covers: what comes back on a second one, else the largest line."""
    shown = [
        block
        for block in chosen
        if block.page in covers and _NAME.search(block.text) and not heading_number(block.text)[0]
    ]
    first = [block for block in shown if block.page == min(covers, default=0)]
    said = Counter(bare_title(block.text) for block in shown)
    least = _NEARLY * max((block.style.size for block in first), default=0.0)
    again = [block for block in first if said[bare_title(block.text)] > 1 and block.style.size >= least]
    return max(again or first, key=lambda block: _prominence(look_of(block)), default=None)


def _prominence(look: Look) -> tuple[float, bool]:
    return look.size, look.bold


def gather_title(title: Block, blocks: list[Block]) -> None:
    """Put the lines into ``title`` that go on right below it in the same look, and take their blocks away."""
    at = next(index for index, block in enumerate(blocks) if block is title)
    while at + 1 < len(blocks):
        after = blocks[at + 1]
        if (
            after.kind not in _KINDS
            or not after.lines
            or (after.page, after.column) != (title.page, title.column)
            or look_of(after) != look_of(title)
            or not 0.0 < after.gap < _LINE_STEP * title.style.size
            or not _is_in_line(title, after)
            or len(title.text) + len(after.text) > MAX_TITLE_CHARACTERS
        ):
            return
        title.lines.extend(after.lines)
        title.where = [where(title.page, title.lines)]
        del blocks[at + 1]


def _is_in_line(title: Block, after: Block) -> bool:
    """On the same left edge, or on the same axis."""
    above, below = title.lines[-1], after.lines[0]
    return abs(above.x0 - below.x0) < 2.0 or abs(above.x0 + above.x1 - below.x0 - below.x1) < above.size


def without_covers(
    chosen: Iterable[Block], covers: set[int], title: Block | None, listed: dict[int, int]
) -> list[Block]:
    """``chosen`` without the lines of covers: title and listed ones stay, and what opens a page as chapters do."""
    chosen = list(chosen)
    looks = {look_of(block) for block in chosen if block.page not in covers}
    alone = Counter(block.page for block in chosen)
    first = min(covers, default=0)
    return [
        block
        for block in chosen
        if block.page not in covers
        or block is title
        or (id(block) in listed and block.page != first)
        or (block.page != first and alone[block.page] == 1 and look_of(block) in looks)
    ]
