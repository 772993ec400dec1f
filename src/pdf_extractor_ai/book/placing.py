"""Titles found again in the text: bookmarks and contents entries at the blocks of their headings."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from pdf_extractor_ai.book.flow import FlowBlock
from pdf_extractor_ai.book.kinds import Title, bare_key, number_value, read_title
from pdf_extractor_ai.book.words import APPENDIX, CHAPTER, PART, folded

_MIN_SIMILAR = 12  # characters that two titles must share before one may be the beginning of the other
_MAX_TITLE_LINE = 80  # characters of a title that only its place tells from text
_MAX_LABEL_LINES = 3
_MAX_LABEL = 20  # characters of a label over a title
_LABEL_WORDS = frozenset((*CHAPTER, *PART, *APPENDIX))


@dataclass(slots=True)
class Start:
    """A part that begins at block ``position`` on ``page``; ``depth`` 0 is the outermost.

    ``blocks`` are the positions of the heading's own blocks, none when it was not found in the text.
    """

    position: int
    page: int
    depth: int
    title: Title
    blocks: tuple[int, ...] = ()


@dataclass(slots=True)
class Entry:
    """A bookmark or a contents entry with its physical page."""

    depth: int
    text: str
    page: int


@dataclass(slots=True)
class Headings:
    """The blocks that may be headings, by page; ``hidden`` are the positions of contents pages."""

    flow: Sequence[FlowBlock]
    hidden: set[int]
    by_page: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    _reached: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        furthest = 0
        for position, block in enumerate(self.flow):
            furthest = max(furthest, block.page)
            self._reached.append(furthest)
            if block.kind in ("heading", "text", "list") and len(block.plain) <= 300:
                self.by_page[block.page].append(position)

    def first_on(self, page: int) -> int:
        """The position of the first block on ``page`` or after it."""
        return bisect_left(self._reached, page)


def placed(entries: Sequence[Entry], headings: Headings) -> list[Start]:
    """Each entry at the block of its heading; at the first block of its page where there is no such block."""
    starts: list[Start] = []
    used: set[int] = set()
    for entry in entries:
        title = read_title(entry.text)
        blocks = _match(entry, headings, used)
        if blocks:
            used.update(blocks)
            shown = _fuller(title, joined(headings.flow, blocks))
            page = headings.flow[blocks[0]].page
            starts.append(Start(blocks[0], page, entry.depth, shown, blocks))
        else:
            position = headings.first_on(entry.page)
            if starts and starts[-1].page == entry.page:
                position = max(position, starts[-1].position)  # after the entry before it, as they are listed
            starts.append(Start(position, entry.page, entry.depth, title))
    starts.sort(key=lambda start: start.position)
    return starts


def _match(entry: Entry, headings: Headings, used: set[int]) -> tuple[int, ...]:
    """The blocks that are the heading of ``entry``, on its page or the ones beside it."""
    wanted = bare_key(entry.text) or _letters(entry.text)
    contents = read_title(entry.text).kind in ("contents", "lists")
    for page in (entry.page, entry.page + 1, entry.page - 1):
        best: tuple[int, tuple[int, ...]] | None = None
        for position in headings.by_page.get(page, ()):
            block = headings.flow[position]
            if position in used or (position in headings.hidden and not contents):
                continue
            if page != entry.page and block.title.depth > entry.depth + 1:
                continue  # `F.1 Documentation` on the next page is not the chapter `Documentation`
            rank, blocks = _fits(headings, position, wanted, entry.text)
            if rank and (best is None or rank > best[0]) and not used.intersection(blocks):
                best = rank, blocks
        if best is not None:
            return best[1]
    return ()


def _fits(headings: Headings, position: int, wanted: str, text: str) -> tuple[int, tuple[int, ...]]:
    """How well the block is the heading (0: not at all), and the blocks it is made of."""
    block = headings.flow[position]
    found = bare_key(block.plain)
    bonus = 4 if block.kind == "heading" else 0
    if found == wanted or _letters(block.plain) in (wanted, _letters(text)):
        return 3 + bonus, (*_label_before(headings, position), position)
    title = block.title
    if title.number and _lettered(text, title.number) == found:
        return 3 + bonus, (position,)
    if title.label and not title.bare:  # `Chapter 4` alone: its title stands below
        if _letters(text) == _letters(block.plain):
            return 2 + bonus, (position,)
        lines = title_below(headings.flow, position, headings.hidden)
        below = "".join(bare_key(headings.flow[line].plain) for line in lines)
        if below and below == wanted:
            return 3 + bonus, (position, *lines)
    if block.kind == "heading" and (
        _similar(found, wanted) or (title.number and found and wanted.startswith(found)) or title.number == text
    ):
        # The engine may have lost the rest of the line, the outline the end of a long title.
        return 1 + bonus, (position,)
    return 0, ()


def _lettered(text: str, number: str) -> str:
    """The bare title of ``A Sample session`` when ``number`` is its letter; else ``""``."""
    head, _, rest = text.partition(" ")
    return bare_key(rest) if head.casefold().rstrip(".") == number.casefold() else ""


def _similar(found: str, wanted: str) -> bool:
    shorter, longer = sorted((found, wanted), key=len)
    return len(shorter) >= _MIN_SIMILAR and len(shorter) > 0.6 * len(longer) and longer.startswith(shorter)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def _label_before(headings: Headings, position: int) -> tuple[int, ...]:
    """The positions of a label such as `Chapter 4`, or `CHAPTER` over `FOUR`, that stands right above the title."""
    found: list[int] = []
    page = headings.flow[position].page
    for above in range(position - 1, max(position - 3, -1), -1):
        block = headings.flow[above]
        if above in headings.hidden or block.page != page or not 0 < len(block.plain) <= _MAX_LABEL:
            break
        title = block.title
        label = bool(title.label) and not title.bare and title.kind in ("chapter", "appendix", "part")
        number = block.plain.isupper() and number_value(block.plain) > 0 and not block.plain.isdecimal()
        if not label and not number and folded(block.plain) not in _LABEL_WORDS:
            break
        found.insert(0, above)
    return tuple(found)


def title_below(flow: Sequence[FlowBlock], position: int, hidden: set[int]) -> tuple[int, ...]:
    """The lines below a label that are its title, or go on with it.

    Below a lone label one heading, or one short line of text before the chapter's own, and more of them in capitals;
    below a label with a title only more capitals of headings.
    """
    lines: list[int] = []
    label = flow[position].title
    first = flow[position] if label.bare else None
    if not label.label or (first is not None and not first.plain.isupper()):
        return ()
    for below in range(position + 1, min(position + 1 + _MAX_LABEL_LINES, len(flow))):
        block = flow[below]
        set_apart = block.kind == "heading" or (not label.bare and _is_title_line(flow, below))
        if below in hidden or not set_apart or block.page != flow[position].page:
            break
        title = block.title
        if title.kind in ("chapter", "part", "appendix") or title.depth > 1:
            break
        if first is not None and (block.level != first.level or not block.plain.isupper()):
            break
        lines.append(below)
        first = first or block
        if not first.plain.isupper():
            break
    return tuple(lines)


def _is_title_line(flow: Sequence[FlowBlock], position: int) -> bool:
    """Whether a text can be a title in the look of the text: a line that is no sentence, with something below it."""
    block, after = flow[position], flow[position + 1 : position + 2]
    return (
        block.kind == "text"
        and len(block.plain) <= _MAX_TITLE_LINE
        and not block.plain.endswith((".", ",", ";", ":", "。", "、", "：", "；"))
        and not block.plain[:1].islower()
        and bool(after)
        and after[0].page == block.page
    )


def joined(flow: Sequence[FlowBlock], blocks: Sequence[int]) -> Title:
    """The title that the heading's blocks spell together."""
    first = flow[blocks[0]].title
    if len(blocks) == 1:
        return first
    texts = [flow[position].plain for position in blocks]
    for label in (1, 2):
        title = read_title(" ".join(texts[:label]))
        if title.label and label < len(texts):
            return read_title(f"{title.label}: {' '.join([title.bare, *texts[label:]]).strip()}")
    return read_title(texts[-1])


def _fuller(entry: Title, printed: Title) -> Title:
    """Of the title in outline or contents and that over the text, the one that tells more."""
    if (entry.number or entry.label) and not (printed.number or printed.label):
        return entry
    if (entry.label and not printed.label) and not printed.kind:
        return entry
    if printed.text.isupper() and not entry.text.isupper() and not printed.label:
        return entry
    if not printed.bare and entry.bare:
        return read_title(f"{printed.label}: {entry.bare}")
    if len(entry.bare) > 1.2 * len(printed.bare) and bare_key(entry.bare).startswith(bare_key(printed.bare)):
        return read_title(f"{printed.text[: len(printed.text) - len(printed.bare)]}{entry.bare}")
    return printed
