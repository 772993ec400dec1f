"""The starts of a book -> its parts: each with its blocks, its kind and its pages, in reading order."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from pdf_extractor_ai.book.flow import FlowBlock
from pdf_extractor_ai.book.kinds import Title, number_value
from pdf_extractor_ai.book.model import Kind
from pdf_extractor_ai.book.placing import Start

SMALL_PART_WORDS = 60
"""A part's divider page with fewer words goes to the chapter that follows it."""

STUB_WORDS = 20
"""An unlabelled chapter that headings alone gave, with fewer words, goes to the chapter before it."""

MUCH = 0.3
"""Appendices that hold more than this share of a book's text are no deadweight and stay in."""

MANY_PAGES = 10
"""That rule is for appendices of more pages than this."""


@dataclass(slots=True)
class Part:
    """A chapter to be: positions of its blocks, its start, what it is; ``reason`` says why it is left out."""

    start: Start
    kind: Kind
    group: str = ""
    positions: list[int] = field(default_factory=list)
    sections: list[Start] = field(default_factory=list)
    reason: str = ""
    pages: list[int] = field(default_factory=list)

    @property
    def title(self) -> str:
        """The title as it is shown."""
        return self.start.title.shown


@dataclass(slots=True)
class Outlined:
    """Chapter starts with their groups; ``groups`` are the starts of parts that hold chapters."""

    chapters: list[Part]
    groups: list[Start]


def outlined(starts: Sequence[Start], flow: Sequence[FlowBlock]) -> Outlined:
    """Which starts are chapters, which are groups of chapters, which are sections within them."""
    starts = _without_root(starts)
    chapters: list[Part] = []
    groups: list[Start] = []
    group = ""
    lift = 0
    for index, start in enumerate(starts):
        children = _children(starts, index)
        if start.depth == 0:
            lift = 1 if _is_group(start, starts, index, children, flow) else 0
            if lift:
                groups.append(start)
                group = start.title.shown
                continue
            if start.title.kind in ("back", "appendix") or (group and not _flat_part(groups[-1], starts)):
                group = ""
        if start.depth == lift:
            chapters.append(Part(start, _kind(start.title), group))
        elif chapters:
            chapters[-1].sections.append(_lifted(start, lift))
    return Outlined(_distinct(chapters), groups)


def _lifted(start: Start, lift: int) -> Start:
    return Start(start.position, start.page, start.depth - lift, start.title, start.blocks) if lift else start


def _without_root(starts: Sequence[Start]) -> list[Start]:
    """Without the one start that holds all others: the title of the book."""
    tops = [start for start in starts if start.depth == 0]
    inner = [start for start in starts if start.depth == 1]
    if len(tops) == 1 and len(inner) > 1 and not tops[0].title.label:
        return [_lifted(start, 1) for start in starts if start.depth > 0]
    return list(starts)


def _children(starts: Sequence[Start], index: int) -> list[Start]:
    children: list[Start] = []
    for start in starts[index + 1 :]:
        if start.depth <= starts[index].depth:
            break
        if start.depth == starts[index].depth + 1:
            children.append(start)
    return children


def _is_group(
    start: Start, starts: Sequence[Start], index: int, children: Sequence[Start], flow: Sequence[FlowBlock]
) -> bool:
    """Whether a start on top stands for a part with chapters, and is no chapter with sections."""
    if any(child.title.kind in ("chapter", "part") and child.title.label for child in children):
        return True
    if start.title.kind == "part":
        if children:
            return True
        following = next((other for other in starts[index + 1 :] if other.depth == 0), None)
        if following is None or following.title.kind in ("part", "back"):
            return False
        return _words(flow, start.position, following.position) < SMALL_PART_WORDS
    numbered = [child for child in children if child.title.depth == 1 and child.title.number.isdecimal()]
    if start.title.number or start.title.kind or len(numbered) < 2 or len(numbered) < 0.7 * len(children):
        return False
    # `1. Introduction` below an unnumbered title: a chapter of a set, unless numbers restart in every chapter.
    tops = [other for other in starts if other.depth == 0]
    return not any(other.title.number for other in tops) and _spans(children) > 2 * len(children)


def _spans(children: Sequence[Start]) -> int:
    return children[-1].page - children[0].page if children else 0


def _flat_part(group: Start, starts: Sequence[Start]) -> bool:
    """Whether a group's chapters stand beside it and not below it."""
    index = next(i for i, start in enumerate(starts) if start.position == group.position and start.depth == 0)
    return index + 1 < len(starts) and starts[index + 1].depth == 0


def _words(flow: Sequence[FlowBlock], begin: int, end: int) -> int:
    return sum(len(block.plain.split()) for block in flow[begin:end])


def _kind(title: Title) -> Kind:
    if title.kind in ("front", "back", "appendix", "part"):
        return title.kind
    return "back" if title.kind in ("contents", "lists") else "chapter"


def _distinct(chapters: list[Part]) -> list[Part]:
    """Without those that begin at the block at which the next one begins, as they hold nothing."""
    kept: list[Part] = []
    for chapter in chapters:
        if kept and kept[-1].start.position == chapter.start.position:
            if kept[-1].start.blocks and not chapter.start.blocks:
                kept[-1].sections.extend(chapter.sections)
                continue
            # Nothing tells where the earlier one begins: it is listed as a section of the later.
            empty = kept.pop()
            chapter.sections[:0] = [_lifted(empty.start, -1), *(_lifted(inner, -1) for inner in empty.sections)]
        kept.append(chapter)
    return kept


def share_blocks(
    parts: Sequence[Part], groups: Sequence[Start], flow: Sequence[FlowBlock], gone: set[int]
) -> list[int]:
    """Give each part its blocks; the positions before the first part are returned. ``gone`` belong to nobody."""
    opening = _first_block(parts, groups)
    begins = [opening.get(id(part), part.start.position) for part in parts]
    front: list[int] = []
    for position in range(len(flow)):
        if position in gone:
            continue
        index = bisect_right(begins, position) - 1
        (parts[index].positions if index >= 0 else front).append(position)
    return front


def _first_block(parts: Sequence[Part], groups: Sequence[Start]) -> dict[int, int]:
    """Part (by identity) -> where it begins when a group's divider stands right before it."""
    found: dict[int, int] = {}
    for group in groups:
        following = next((part for part in parts if part.start.position >= group.position), None)
        if following is not None and following.group:
            found[id(following)] = min(group.position, found.get(id(following), group.position))
    return found


def set_kinds(parts: Sequence[Part]) -> None:
    """What position tells of a part beside its title: front matter stands before chapters, appendices after them."""
    mains = [index for index, part in enumerate(parts) if part.kind in ("chapter", "part")]
    first = mains[0] if mains else len(parts)
    numbered = False
    for index, part in enumerate(parts):
        title = part.start.title
        if index < first and part.kind == "back":
            part.kind = "front"
        elif index > first and part.kind == "front":
            part.kind = "chapter"
        if part.kind == "chapter":
            if numbered and len(title.number) == 1 and title.number.isupper() and not title.label:
                part.kind = "appendix"
            numbered = numbered or (number_value(title.number) > 0 and title.number.isdecimal())


def leave_out(
    parts: Sequence[Part], flow: Sequence[FlowBlock], *, keep_back_matter: bool, keep_appendices: bool
) -> list[str]:
    """Say of which parts the text is left out, and why; sentences that the reader must know are returned.

    Contents and lists of figures always. Back matter and appendices only at the end of the book: an index or
    references in its midst belong to what stands around them.
    """
    warnings: list[str] = []
    for part in parts:
        if part.start.title.kind in ("contents", "lists"):
            part.reason = "a list of contents, kept as data"
    tail: list[Part] = []
    for part in reversed(parts):
        if part.kind not in ("back", "appendix") and not part.reason:
            break
        tail.append(part)
    if len(tail) == len(parts):
        return warnings
    appendices = [part for part in tail if part.kind == "appendix" and not part.reason]
    if keep_back_matter:
        return warnings
    if not keep_appendices and _too_much(appendices, parts, flow):
        warnings.append(
            f"The {len(appendices)} appendices are kept, as they hold more than {MUCH:.0%} of the book's text."
        )
        keep_appendices = True
    for part in tail:
        if part.kind == "back" and not part.reason:
            part.reason = "back matter; --keep-back-matter keeps it"
        elif part.kind == "appendix" and not keep_appendices:
            part.reason = "appendix; --keep-appendices keeps it"
    return warnings


def _too_much(appendices: Sequence[Part], parts: Sequence[Part], flow: Sequence[FlowBlock]) -> bool:
    size = sum(_size(part, flow) for part in appendices)
    pages = {flow[position].page for part in appendices for position in part.positions}
    return len(pages) > MANY_PAGES and size > MUCH * max(1, sum(_size(part, flow) for part in parts))


def _size(part: Part, flow: Sequence[FlowBlock]) -> int:
    return sum(len(flow[position].text) for position in part.positions)


def merge_stubs(parts: list[Part], flow: Sequence[FlowBlock]) -> list[Part]:
    """Chapters of a few words that only headings gave, put to the one before them."""
    kept: list[Part] = []
    for part in parts:
        words = sum(len(flow[position].plain.split()) for position in part.positions)
        rich = any(flow[position].kind in ("picture", "table", "code") for position in part.positions)
        if kept and words < STUB_WORDS and not rich and not part.start.title.kind and not part.start.title.number:
            kept[-1].positions.extend(part.positions)
            kept[-1].sections.extend([_lifted(part.start, -1), *(_lifted(inner, -1) for inner in part.sections)])
        else:
            kept.append(part)
    return kept
