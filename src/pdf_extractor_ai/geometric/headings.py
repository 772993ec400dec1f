"""Which blocks are headings, and how deep: looks over the whole document, numbers, the outline.

A heading differs from the body text in size, weight or capitals, is short, and stands before something else. How
deep it is follows from its number where it has one, from the outline where it is listed, else from its look:
looks are ranked by size, weight and capitals, and what is numbered in a look teaches the rank of that look.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from pdf_extractor_ai.geometric.block import Block
from pdf_extractor_ai.geometric.candidates import is_candidate
from pdf_extractor_ai.geometric.covers import (
    cover_pages,
    cover_title,
    gather_title,
    said_length,
    stated_title,
    without_covers,
)
from pdf_extractor_ai.geometric.levels import close_gaps, set_levels
from pdf_extractor_ai.geometric.look import Look, look_of
from pdf_extractor_ai.geometric.markers import begins_with_initials
from pdf_extractor_ai.geometric.notes import names_contents
from pdf_extractor_ai.geometric.numbering import heading_number
from pdf_extractor_ai.geometric.outline import match_outline, named_in_contents
from pdf_extractor_ai.geometric.page import OutlineEntry
from pdf_extractor_ai.geometric.stats import DocumentStats

_LABEL = re.compile(
    r"(?:chapter|part|appendix|annex|kapitel|teil|anhang|chapitre|partie|annexe|cap[ií]tulo|parte|apéndice|capitolo|appendice|глава|часть"
    r"|приложение|chương|rozdział|hoofdstuk|kapitola)\s+[\dA-ZIVXL]{1,5}|chapter|part|appendix|(?:[\dA-Z]|[IVXL]{1,5})"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty",
    re.IGNORECASE,
)
_SPELLED = re.compile(r"chapter|part|appendix|[a-z]{3,9}", re.IGNORECASE)
_WORDY = re.compile(r"[^\W\d_]{2}|[\u2e80-\u9fff\uac00-\ud7af]|[^\W\d_].*[^\W\d_]")
_COVER_PARAGRAPH = 160  # characters: two lines of print
_COVER = 700
_TAGGED = re.compile(r"H[1-6]?|Title")
_OPENING = re.compile(
    r"abstract|summary|introduction|overview|contents|preface|foreword|zusammenfassung|einleitung|inhalt(?:sverzeichnis)?|résumé|resumen|"
    r"executive summary|keywords|motivation|background|аннотация|введение|содержание|摘要|概要|はじめに",
    re.IGNORECASE,
)


def find_headings(blocks: list[Block], stats: DocumentStats, outline: Sequence[OutlineEntry], stated: str = "") -> None:
    """Turn blocks into ``title`` and ``heading`` blocks and set their levels (1 is the highest).

    ``stated`` is what the file gives as its title. A title in several blocks becomes one.
    """
    named = named_in_contents(blocks)
    if _follow_tags(blocks, named):
        return
    listed = match_outline(blocks, outline)
    chosen: list[Block] = []
    for index, block in enumerate(blocks):
        if names_contents(block) and index + 1 < len(blocks) and blocks[index + 1].kind == "index":
            continue  # the name of an index opens no section
        if id(block) in listed or id(block) in named or is_candidate(block, blocks, index, stats):
            chosen.append(block)
    covers = cover_pages(blocks, stats)
    shown = stated_title(blocks, stated, chosen, stats) or cover_title(chosen, covers, stats)
    chosen = _without_crowds(chosen, listed, stats)
    chosen = _trust_outline(chosen, listed, outline)
    outstanding = _find_title(chosen, blocks, listed)
    if shown is not None and outstanding is None and not any(block is shown for block in chosen):
        shown = None  # a full outline that does not list it
    title = shown or outstanding
    if title is not None:
        gather_title(title, blocks)
        chosen = _in_order([title, *(block for block in chosen if block is not outstanding)], blocks)
    chosen = without_covers(chosen, covers, title, listed)
    chosen = _without_title_page(chosen, blocks, listed, title, stats)
    for block in chosen:
        block.kind = "heading"
    if title is not None:
        # Only what stands out from all headings is set above them; any other title stands beside the chapters.
        title.kind, title.level = ("title" if outstanding is not None else "heading"), 1
        chosen = [block for block in chosen if block is not title]
    chosen = _join_chapter_lines(chosen, blocks)
    set_levels(chosen, listed)
    close_gaps([block for block in blocks if block.kind == "heading" and block is not title])


def _in_order(chosen: Iterable[Block], blocks: Sequence[Block]) -> list[Block]:
    """``chosen`` once each, in the order of ``blocks``; what is no longer there is left out."""
    wanted = {id(block) for block in chosen}
    return [block for block in blocks if id(block) in wanted]


def _follow_tags(blocks: Sequence[Block], named: set[int]) -> bool:
    """Take headings and levels from a trusted structure tree; False when it names none, or too many to be true."""
    tagged = [
        block for block in blocks if _TAGGED.fullmatch(block.role) and block.kind in ("text", "list_item", "code")
    ]
    tagged = [block for block in tagged if _WORDY.search(block.text)]
    if len(named - {id(block) for block in tagged}) > 0.2 * len(named):
        return False  # the contents page knows of more headings
    words = sum(len(block.text) for block in blocks)
    if not tagged or sum(len(block.text) for block in tagged) > max(0.4 * words, 100):
        return False
    if len({block.page for block in tagged}) == 1 and len({block.page for block in blocks}) > 6:
        return False
    if any(len(block.text) > 400 for block in tagged):
        return False
    levels = [_tag_level(block.role) for block in tagged]
    top = min(levels)
    alone = levels.count(top) == 1 and levels[0] == top and len(levels) > 1
    for index, block in enumerate(tagged):
        block.kind, block.marker = "heading", ""
        block.level = max(levels[index] - top + (0 if alone else 1), 1)
    if alone or tagged[0].role == "Title":
        tagged[0].kind = "title"
    close_gaps([block for block in tagged if block.kind == "heading"])
    return True


def _tag_level(role: str) -> int:
    return int(role[1:]) if len(role) == 2 else 1 if role == "H" else 0


def _without_crowds(chosen: list[Block], listed: dict[int, int], stats: DocumentStats) -> list[Block]:
    """A look that covers as much text as the body's, or comes in long unbroken runs, is no heading's."""
    by_look: dict[Look, list[Block]] = defaultdict(list)
    for block in chosen:
        by_look[look_of(block)].append(block)
    drop: set[int] = set()
    total = sum(stats.sizes.values()) or 1
    for look, members in by_look.items():
        quiet = (look.italic or look.caps) and not look.bold and look.size <= stats.body_size + 0.5
        if quiet and len(members) < 2 and not heading_number(members[0].text)[0]:
            drop.add(id(members[0]))
        characters = sum(len(block.text) for block in members if id(block) not in listed)
        if characters > 0.25 * total and len(members) > 8 and look.size <= stats.body_size * 1.3:
            drop.update(id(block) for block in members)
    return [block for block in chosen if id(block) not in drop or id(block) in listed]


def _trust_outline(chosen: list[Block], listed: dict[int, int], outline: Sequence[OutlineEntry]) -> list[Block]:
    """With a full outline of three levels or more, what it does not list must look like what it lists."""
    real = [entry for entry in outline if entry.page]
    if len(real) < 8 or len(listed) < 0.6 * len(real) or max(listed.values(), default=0) < 2:
        return chosen
    looks = Counter(look_of(block) for block in chosen if id(block) in listed)
    largest = max(look.size for look in looks)
    return [
        block
        for block in chosen
        if id(block) in listed
        or (looks[look_of(block)] >= 2 and bool(heading_number(block.text)[0]))
        or look_of(block).size > largest
    ]


def _without_title_page(
    chosen: list[Block], blocks: Sequence[Block], listed: dict[int, int], title: Block | None, stats: DocumentStats
) -> list[Block]:
    """Large lines between the title and the first running text name authors, dates and publishers.

    On a cover the largest line stands for the title where chapters are set as large or larger.
    """
    if title is None and _has_cover(blocks, stats):
        on_cover = [block for block in chosen if block.page == blocks[0].page and id(block) not in listed]
        title = max(on_cover, key=lambda block: look_of(block).size, default=None)
    if title is None:
        return _without_bylines(chosen, blocks, listed)
    start = blocks.index(title)
    large = {id(block) for block in chosen}
    drop: set[int] = set()
    for at, block in enumerate(blocks[start + 1 :], start + 1):
        if block.page != title.page or id(block) in listed:
            break
        if id(block) in large:
            if (heading_number(block.text)[0] and not begins_with_initials(block.text)) or _OPENING.fullmatch(
                block.text.strip(" .:")
            ):
                break
            drop.add(id(block))
        elif block.kind == "text" and said_length(block) > _COVER_PARAGRAPH:
            if _heads(blocks[at - 1], block):
                drop.discard(id(blocks[at - 1]))
            break
    if len(drop) <= 1 and blocks[-1].page == title.page:
        drop = {key for key in drop if _is_byline(next(block for block in chosen if id(block) == key), title)}
    return [block for block in chosen if id(block) not in drop]


def _without_bylines(chosen: list[Block], blocks: Sequence[Block], listed: dict[int, int]) -> list[Block]:
    """``chosen`` without the names below a title in the middle of the page that is no larger than other headings."""
    top = chosen[0] if chosen else None
    if top is None or top.page != blocks[0].page or heading_number(top.text)[0] or _OPENING.fullmatch(top.text):
        return chosen
    if any(block.kind == "text" and said_length(block) > _COVER_PARAGRAPH for block in blocks[: blocks.index(top)]):
        return chosen
    drop: set[int] = set()
    large = {id(block) for block in chosen}
    for block in blocks[blocks.index(top) + 1 :]:
        if block.page != top.page or id(block) in listed or not block.lines or said_length(block) > _COVER_PARAGRAPH:
            break
        if id(block) in large:
            if not _is_under(block, top) or _OPENING.fullmatch(block.text.strip(" .:")):
                break
            drop.add(id(block))
    return [block for block in chosen if id(block) not in drop]


def _is_under(block: Block, title: Block) -> bool:
    """Light, smaller, on the axis of a title that stands in the middle, in lines wider than it perhaps."""
    edge, size = min(block.left, title.left), title.style.size
    centred = title.where[0].x0 > edge + 2 * size
    return centred and _on_axis(block, title) and not block.style.bold and block.style.size < size


def _on_axis(block: Block, title: Block) -> bool:
    spot, over = block.where[0], title.where[0]
    return abs(spot.x0 + spot.x1 - over.x0 - over.x1) < 2 * block.style.size


def _is_byline(block: Block, title: Block) -> bool:
    """Who wrote it: light, smaller, on the same axis in the middle as the title above it."""
    aside = block.where[0].x0 > block.left + 2 * block.style.size
    return _on_axis(block, title) and not block.style.bold and aside


def _heads(block: Block, after: Block) -> bool:
    """True for a bold line at the left edge of the paragraph below it; names under a title are centred or light."""
    return bool(block.lines) and block.style.bold and abs(block.lines[0].x0 - after.lines[0].x0) < 2.0


def _has_cover(blocks: Sequence[Block], stats: DocumentStats) -> bool:
    """True when the first page holds a few lines and no paragraph but small print, and others follow."""
    first = [block for block in blocks if block.page == blocks[0].page]
    sparse = all(
        block.kind in ("text", "picture", "footnote")
        and (said_length(block) <= _COVER_PARAGRAPH or block.style.size < 0.95 * stats.body_size)
        for block in first
    )
    return sparse and sum(said_length(block) for block in first) <= _COVER and len(first) < len(blocks)


def _find_title(chosen: list[Block], blocks: Sequence[Block], listed: dict[int, int]) -> Block | None:
    first_page = blocks[0].page if blocks else 0
    early = [block for block in chosen if block.page == first_page]
    if not early:
        return None
    largest = max(early, key=lambda block: look_of(block).size)
    size = look_of(largest).size
    mates = [block for block in chosen if look_of(block).size >= size - 0.3]
    if any(block.page > first_page for block in mates) or len(mates) > 2:
        return None
    depth, kind = heading_number(largest.text)
    if depth or kind or largest is not next(block for block in chosen if look_of(block).size >= size - 0.3):
        return None
    place = next(index for index, block in enumerate(blocks) if block is largest)
    if len(mates) == 2 and mates[1] is not blocks[place + 1]:
        return None  # two parts of a title stand together
    above = blocks[:place]
    if any(block.kind == "text" and said_length(block) > _COVER_PARAGRAPH for block in above):
        return None  # what comes after running text heads a part of it
    depth = listed.get(id(largest), -1)
    if sum(other <= depth for other in listed.values()) > 1:
        return None  # one of several that the outline holds equal
    others = [block for block in chosen if block is not largest]
    if not others:
        return largest
    return largest if all(look_of(block).size < size - 0.3 for block in others if block not in mates) else None


def _join_chapter_lines(chosen: list[Block], blocks: Sequence[Block]) -> list[Block]:
    """``Chapter 3`` over its title is one heading; the words ``CHAPTER`` and ``THREE`` alone are none."""
    position = {id(block): index for index, block in enumerate(blocks)}
    gone: set[int] = set()
    for block in chosen:
        index = position[id(block)]
        before = blocks[index - 1] if index else None
        if (
            before is None
            or before.page != block.page
            or before.kind not in ("text", "list_item", "heading")
            or id(before) in gone
            or not before.lines
            or not _LABEL.fullmatch(before.text.strip(" .:"))
            or heading_number(block.text)[0]
        ):
            continue
        gone.add(id(before))
        before.kind = "text"
        if not _SPELLED.fullmatch(before.text.strip()):
            block.lines[:0] = before.lines
            block.where[0].y0 = min(block.where[0].y0, before.where[0].y0)
            before.lines = []
    return [block for block in chosen if id(block) not in gone]
