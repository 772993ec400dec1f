"""Which blocks are headings, and how deep: looks over the whole document, numbers, the outline.

A heading differs from the body text in size, weight or capitals, is short, and stands before something else. How
deep it is follows from its number where it has one, from the outline where it is listed, else from its look:
looks are ranked by size, weight and capitals, and what is numbered in a look teaches the rank of that look.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from pdf_extractor_ai.geometric.block import Block
from pdf_extractor_ai.geometric.figures import CAPTION, TABLE_CAPTION
from pdf_extractor_ai.geometric.numbering import bare_title, heading_number
from pdf_extractor_ai.geometric.page import OutlineEntry
from pdf_extractor_ai.geometric.stats import DocumentStats

_MAX_CHARACTERS = 220
_MAX_LINES = 4
_LARGER = 1.07  # of the body size; rounding of sizes alone stays below
_MAX_LEVEL = 6
_LABEL = re.compile(
    r"(?:chapter|part|appendix|annex|kapitel|teil|anhang|chapitre|partie|annexe|cap[ií]tulo|parte|apéndice|capitolo|appendice|глава|часть"
    r"|приложение|chương|rozdział|hoofdstuk|kapitola)\s+[\dA-ZIVXL]{1,5}|chapter|part|appendix|(?:[\dA-Z]|[IVXL]{1,5})"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty",
    re.IGNORECASE,
)
_SPELLED = re.compile(r"chapter|part|appendix|[a-z]{3,9}", re.IGNORECASE)
_WORDY = re.compile(r"[^\W\d_]{2}|[\u2e80-\u9fff\uac00-\ud7af]|[^\W\d_].*[^\W\d_]")
_TAGGED = re.compile(r"H[1-6]?|Title")
_OPENING = re.compile(
    r"abstract|summary|introduction|overview|contents|preface|foreword|zusammenfassung|einleitung|inhalt(?:sverzeichnis)?|résumé|resumen|"
    r"executive summary|keywords|motivation|background|аннотация|введение|содержание|摘要|概要|はじめに",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Look:
    size: float
    bold: bool
    caps: bool
    italic: bool

    def rank(self) -> tuple[float, bool, bool, bool]:
        return -self.size, not self.bold, not self.caps, self.italic


def find_headings(blocks: Sequence[Block], stats: DocumentStats, outline: Sequence[OutlineEntry]) -> None:
    """Turn blocks into ``title`` and ``heading`` blocks and set their levels (1 is the highest)."""
    if _follow_tags(blocks):
        return
    listed = _match_outline(blocks, outline)
    chosen: list[Block] = []
    for index, block in enumerate(blocks):
        if id(block) in listed or _is_candidate(block, blocks, index, stats):
            chosen.append(block)
    chosen = _without_crowds(chosen, listed, stats)
    chosen = _trust_outline(chosen, listed, outline)
    title = _find_title(chosen, blocks, listed)
    chosen = _without_title_page(chosen, blocks, listed, title, stats)
    for block in chosen:
        block.kind = "heading"
    if title is not None:
        title.kind = "title"
        chosen = [block for block in chosen if block is not title]
    chosen = _join_chapter_lines(chosen, blocks)
    _set_levels(chosen, listed)
    _close_gaps([block for block in blocks if block.kind == "heading"])


def _follow_tags(blocks: Sequence[Block]) -> bool:
    """Take headings and levels from a trusted structure tree; False when it names none, or too many to be true."""
    tagged = [
        block for block in blocks if _TAGGED.fullmatch(block.role) and block.kind in ("text", "list_item", "code")
    ]
    tagged = [block for block in tagged if _WORDY.search(block.text)]
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
    _close_gaps([block for block in tagged if block.kind == "heading"])
    return True


def _tag_level(role: str) -> int:
    return int(role[1:]) if len(role) == 2 else 1 if role == "H" else 0


def _look(block: Block) -> _Look:
    style = block.style
    text = "".join(line.text for line in block.lines)
    letters = [char for char in text if char.isalpha()]
    caps = len(letters) > 2 and sum(char.isupper() for char in letters) > 0.9 * len(letters)
    size = style.size
    if caps:
        # Small capitals: the size is that of the initials.
        size = max(run.style.size for line in block.lines for run in line.runs if run.style.script == 0)
    return _Look(round(size * 2) / 2, style.bold, caps, style.italic)


def _is_candidate(block: Block, blocks: Sequence[Block], index: int, stats: DocumentStats) -> bool:
    if block.kind not in ("text", "list_item") or len(block.lines) > _MAX_LINES or block.lines[0].angle:
        return False
    text = block.text
    if (
        len(text) > _MAX_CHARACTERS
        or not re.search(r"[^\W\d_]", text)
        or CAPTION.match(text)
        or TABLE_CAPTION.match(text)
    ):
        return False
    depth, kind = heading_number(text)
    if block.kind == "list_item" and not (depth and kind in ("decimal", "roman", "letter")):
        return False
    look, body = _look(block), stats.body
    larger = look.size >= _LARGER * body.size and look.size > body.size + 0.4
    heavier = look.bold and not body.bold and _wholly_bold(block)
    if not larger and not heavier and not _is_quiet_heading(block, look, depth, kind, stats):
        return False
    if look.size < 0.85 * body.size:
        return False
    if block.style.mono and not larger:
        return False
    if (
        re.search(r"[,;]$", text)
        or (text.endswith((".", ":")) and not larger and not depth)
        or (text.endswith(".") and (len(text) > 80 or (not depth and look.size < 1.3 * body.size)))
    ):
        return False
    if _is_page_or_sum(text) or (not larger and _is_term(block, blocks, index)):
        return False
    if block.marker == "run-in":
        return True
    return larger or _stands_apart(block, blocks, index, stats, bool(depth))


def _is_quiet_heading(block: Block, look: _Look, depth: int, kind: str, stats: DocumentStats) -> bool:
    """Numbered lines in capitals or italics of the body's size, as journals set them: `II. METHODS`, `A. Data`."""
    if not depth or len(block.lines) > 2 or len(block.text) > 90 or re.search(r"[.,;:]$", block.text):
        return False
    apart = block.gap == 0.0 or block.gap > 1.25 * stats.body_size
    if look.caps and apart:
        return True
    return (
        look.italic
        and not stats.body.italic
        and kind in ("letter", "decimal", "roman")
        and apart
        and _wholly_italic(block)
    )


def _wholly_italic(block: Block) -> bool:
    plain = sum(len(part.strip()) for line in block.lines for style, part in line.pieces() if not style.italic)
    return plain <= 4  # the number may stand upright


def _is_term(block: Block, blocks: Sequence[Block], index: int) -> bool:
    """The term of a definition list: what explains it stands below, set in."""
    if index + 1 >= len(blocks) or len(block.lines) > 1:
        return False
    after = blocks[index + 1]
    if not after.lines or after.column != block.column or after.kind not in ("text", "list_item", "code"):
        return False
    line = block.lines[0]
    near = after.lines[0].baseline - line.baseline < 2.2 * line.size
    return near and min(other.x0 for other in after.lines) > line.x0 + 1.2 * line.size


def _is_page_or_sum(text: str) -> bool:
    return bool(re.fullmatch(r"[\W\d]*", text)) or bool(re.search(r"(?:\.\s?){4,}\s*\d+$", text))


def _wholly_bold(block: Block) -> bool:
    plain = sum(
        len(part.strip())
        for line in block.lines
        for style, part in line.pieces()
        if not style.bold and re.search(r"\w\w", part)
    )
    return plain == 0


def _stands_apart(block: Block, blocks: Sequence[Block], index: int, stats: DocumentStats, numbered: bool) -> bool:
    """Bold words of the body's size are a heading when space parts them from what is above and text follows."""
    if len(block.lines) > 2 or len(block.text) > 120:
        return False
    if block.kind == "list_item" and not numbered:
        return False
    after = blocks[index + 1] if index + 1 < len(blocks) else None
    if after is None:
        return False
    before = blocks[index - 1] if index else None
    same_column = before is not None and before.column == block.column
    if same_column and before is not None and before.kind not in ("table", "picture", "heading"):
        step = block.lines[0].baseline - before.lines[-1].baseline if before.lines else 99.0
        usual = block.lines[0].size * 1.2
        if step < usual + 0.12 * block.lines[0].size and not numbered:
            return False
    return after.kind in (
        "text",
        "list_item",
        "table",
        "picture",
        "code",
        "formula",
        "index",
        "heading",
        "footnote",
    )


def _without_crowds(chosen: list[Block], listed: dict[int, int], stats: DocumentStats) -> list[Block]:
    """A look that covers as much text as the body's, or comes in long unbroken runs, is no heading's."""
    by_look: dict[_Look, list[Block]] = defaultdict(list)
    for block in chosen:
        by_look[_look(block)].append(block)
    drop: set[int] = set()
    total = sum(stats.sizes.values()) or 1
    for look, members in by_look.items():
        characters = sum(len(block.text) for block in members if id(block) not in listed)
        if characters > 0.25 * total and len(members) > 8 and look.size <= stats.body_size * 1.3:
            drop.update(id(block) for block in members)
    return [block for block in chosen if id(block) not in drop or id(block) in listed]


def _trust_outline(chosen: list[Block], listed: dict[int, int], outline: Sequence[OutlineEntry]) -> list[Block]:
    """With a full outline of three levels or more, what it does not list must look like what it lists."""
    real = [entry for entry in outline if entry.page]
    if len(real) < 8 or len(listed) < 0.6 * len(real) or max(listed.values(), default=0) < 2:
        return chosen
    looks = Counter(_look(block) for block in chosen if id(block) in listed)
    return [
        block
        for block in chosen
        if id(block) in listed
        or (looks[_look(block)] >= 2 and bool(heading_number(block.text)[0]))
        or _look(block).size > max(look.size for look in looks)
    ]


def _without_title_page(
    chosen: list[Block], blocks: Sequence[Block], listed: dict[int, int], title: Block | None, stats: DocumentStats
) -> list[Block]:
    """Large lines between the title and the first running text name authors, dates and publishers."""
    if title is None:
        return chosen
    start = blocks.index(title)
    drop: set[int] = set()
    for block in blocks[start + 1 :]:
        if block.page != title.page or (block.kind == "text" and len(block.text) > 160) or id(block) in listed:
            break
        if any(block is other for other in chosen):
            if heading_number(block.text)[0] or _OPENING.fullmatch(block.text.strip(" .:")):
                break
            drop.add(id(block))
    if len(drop) <= 1 and blocks[-1].page == title.page:
        return chosen
    return [block for block in chosen if id(block) not in drop]


def _find_title(chosen: list[Block], blocks: Sequence[Block], listed: dict[int, int]) -> Block | None:
    first_page = blocks[0].page if blocks else 0
    early = [block for block in chosen if block.page == first_page]
    if not early:
        return None
    largest = max(early, key=lambda block: _look(block).size)
    size = _look(largest).size
    mates = [block for block in chosen if _look(block).size >= size - 0.3]
    if any(block.page > first_page for block in mates) or len(mates) > 2:
        return None
    depth, kind = heading_number(largest.text)
    if depth or kind or largest is not next(block for block in chosen if _look(block).size >= size - 0.3):
        return None
    others = [block for block in chosen if block is not largest]
    if not others:
        return largest
    return largest if all(_look(block).size < size - 0.3 for block in others if block not in mates) else None


def _match_outline(blocks: Sequence[Block], outline: Sequence[OutlineEntry]) -> dict[int, int]:
    """Blocks that the outline lists, by identity, with their depth there."""
    if len(outline) < 2:
        return {}
    by_page: dict[int, list[Block]] = defaultdict(list)
    for block in blocks:
        if (
            block.kind in ("text", "list_item")
            and len(block.lines) <= _MAX_LINES
            and len(block.text) <= _MAX_CHARACTERS
        ):
            by_page[block.page].append(block)
    found: dict[int, int] = {}
    for entry in outline:
        wanted = bare_title(entry.title)
        if not wanted or not entry.page:
            continue
        for page in (entry.page, entry.page + 1, entry.page - 1):
            matches = [
                b
                for b in by_page.get(page, ())
                if id(b) not in found and _same_title(bare_title(b.text), wanted) and not (b.marker and not b.ordered)
            ]
            match = max(matches, key=lambda b: (b.style.size, b.style.bold), default=None)
            if match is not None:
                found[id(match)] = entry.depth
                break
    return found


def _same_title(block: str, wanted: str) -> bool:
    return block == wanted or (
        len(wanted) > 12
        and (block.startswith(wanted) or wanted.startswith(block))
        and len(block) > 0.7 * len(wanted)
        and len(block) < 1.3 * len(wanted)
    )


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


def _set_levels(headings: list[Block], listed: dict[int, int]) -> None:
    looks = sorted({_look(block) for block in headings}, key=_Look.rank)
    depths: dict[_Look, Counter[int]] = {look: Counter() for look in looks}
    has_parts = any(heading_number(block.text)[1] == "part" for block in headings)
    for block in headings:
        depth = _known_depth(block, listed, has_parts)
        if depth:
            depths[_look(block)][depth] += 1
    levels: dict[_Look, int] = {}
    previous = 0
    for look in looks:
        count = depths[look]
        if count:
            level = count.most_common(1)[0][0]
        else:
            level = min(previous + 1, _MAX_LEVEL)
            deeper = [
                depths[other].most_common(1)[0][0] for other in looks if other.rank() > look.rank() and depths[other]
            ]
            if deeper:
                level = min(level, max(1, min(deeper) - 0 if previous else min(deeper)))
        levels[look] = level
        previous = max(previous, level) if count else level
    for block in headings:
        block.level = _known_depth(block, listed, has_parts) or levels[_look(block)]


def _known_depth(block: Block, listed: dict[int, int], has_parts: bool) -> int:
    if id(block) in listed:
        return listed[id(block)] + 1
    depth, kind = heading_number(block.text)
    if kind == "part":
        return 1
    if kind in ("decimal", "chapter"):
        return depth + (1 if has_parts else 0)
    return 0


def _close_gaps(headings: list[Block]) -> None:
    """No jump down of more than one level."""
    stack: list[tuple[int, int]] = []
    for block in headings:
        while stack and stack[-1][0] >= block.level:
            stack.pop()
        wanted = block.level
        block.level = (
            min(stack[-1][1] + 1 if stack else 1, _MAX_LEVEL) if not stack or wanted > stack[-1][0] else wanted
        )
        stack.append((wanted, block.level))
