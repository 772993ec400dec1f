"""Titles found again in the text: bookmarks and contents entries at the blocks of their headings."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from pdf_extractor_ai.book.flow import FlowBlock
from pdf_extractor_ai.book.kinds import Title, bare_key, read_title

_MIN_SIMILAR = 12  # characters that two titles must share before one may be the beginning of the other
_MAX_LABEL_LINES = 3


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
            if position not in self.hidden and block.kind in ("heading", "text", "list") and len(block.plain) <= 300:
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
    wanted = bare_key(entry.text)
    if not wanted:
        wanted = re.sub(r"\W+", "", entry.text).casefold()
    for page in (entry.page, entry.page + 1, entry.page - 1):
        best: tuple[int, tuple[int, ...]] | None = None
        for position in headings.by_page.get(page, ()):
            if position in used:
                continue
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
    if found == wanted or re.sub(r"\W+", "", block.plain).casefold() == wanted:
        label = _label_before(headings, position)
        return 3 + bonus, (*label, position)
    title = block.title
    if title.number and _lettered(text, title.number) == found:
        return 3 + bonus, (position,)
    if title.label and not title.bare:  # `Chapter 4` alone: its title stands below
        if re.sub(r"\W+", "", text).casefold() == re.sub(r"\W+", "", block.plain).casefold():
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


def _label_before(headings: Headings, position: int) -> tuple[int, ...]:
    """The position of a label such as `Chapter 4` that stands right above the title."""
    above = position - 1
    if above < 0 or above in headings.hidden or headings.flow[above].page != headings.flow[position].page:
        return ()
    title = headings.flow[above].title
    return (above,) if title.label and not title.bare and title.kind in ("chapter", "appendix", "part") else ()


def title_below(flow: Sequence[FlowBlock], position: int, hidden: set[int]) -> tuple[int, ...]:
    """The heading lines below a lone label that are its title."""
    lines: list[int] = []
    for below in range(position + 1, min(position + 1 + _MAX_LABEL_LINES, len(flow))):
        block = flow[below]
        if below in hidden or block.kind != "heading" or block.page != flow[position].page:
            break
        title = block.title
        if title.kind in ("chapter", "part", "appendix") or title.depth > 1:
            break
        if lines and (block.level != flow[lines[0]].level or block.plain.isupper() != flow[lines[0]].plain.isupper()):
            break
        if lines and not block.plain.isupper():
            break
        lines.append(below)
    return tuple(lines)


def joined(flow: Sequence[FlowBlock], blocks: Sequence[int]) -> Title:
    """The title that the heading's blocks spell together."""
    first = flow[blocks[0]].title
    if len(blocks) == 1:
        return first
    rest = " ".join(flow[position].plain for position in blocks[1:])
    return read_title(f"{first.label or first.text}: {rest}")


def _fuller(entry: Title, printed: Title) -> Title:
    """Of the title in outline or contents and that over the text, the one that tells more."""
    if (entry.number or entry.label) and not (printed.number or printed.label):
        return entry
    if (entry.label and not printed.label) and not printed.kind:
        return entry
    if not printed.bare and entry.bare:
        return read_title(f"{printed.label}: {entry.bare}")
    if len(entry.bare) > 1.2 * len(printed.bare) and bare_key(entry.bare).startswith(bare_key(printed.bare)):
        return read_title(f"{printed.text[: len(printed.text) - len(printed.bare)]}{entry.bare}")
    return printed
