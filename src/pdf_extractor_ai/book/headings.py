"""Parts told from headings alone, where a book has neither bookmarks nor printed contents."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from pdf_extractor_ai.book.flow import FlowBlock
from pdf_extractor_ai.book.kinds import bare_key, number_value, read_title
from pdf_extractor_ai.book.placing import Headings, Start, joined, title_below

_MIN_DOTTED = 5  # sections such as `1.1` from which on a book is taken to number its sections


def heading_starts(headings: Headings) -> list[Start]:
    """Starts from headings alone; none when they do not divide the text into parts."""
    flow = headings.flow
    candidates = _candidates(headings)
    if not candidates:
        return []
    starts = []
    for position, blocks in candidates:
        title = joined(flow, blocks)
        starts.append(Start(position, flow[position].page, max(0, flow[position].level - 1), title, blocks))
    starts = _without_running_heads(starts, flow)
    _set_depths(starts)
    tops = [start for start in starts if start.depth == 0]
    labelled = any(start.title.kind in ("chapter", "part", "appendix") for start in tops)
    if len(tops) < 2 and not labelled:
        # One heading over everything is the title; what is below it divides.
        starts = [start for start in starts if start.depth > 0]
        for start in starts:
            start.depth -= 1
        if sum(start.depth == 0 for start in starts) < 2:
            return []
    return starts


def _candidates(headings: Headings) -> list[tuple[int, tuple[int, ...]]]:
    """Headings with the blocks each is made of, and lines of text that can be nothing but a chapter's opening."""
    flow, hidden = headings.flow, headings.hidden
    found: list[tuple[int, tuple[int, ...]]] = []
    taken: set[int] = set()
    for position, block in enumerate(flow):
        if position in hidden or position in taken or not block.plain:
            continue
        after = flow[position + 1] if position + 1 < len(flow) else None
        is_heading = block.kind == "heading" and block.level != 0
        if is_heading or (block.kind == "text" and opens_chapter(block, after)):
            below = title_below(flow, position, hidden)
            taken.update(below)
            found.append((position, (position, *below)))
    return found


def opens_chapter(block: FlowBlock, after: FlowBlock | None) -> bool:
    """Whether a line in the look of the text opens a part: a short line that is a label with or without a title."""
    if len(block.plain) > 120 or block.plain.endswith((".", ",", ";")) or after is None:
        return False
    title = read_title(block.plain)
    if title.kind in ("chapter", "appendix", "part") and title.label:
        proper = title.label[:1].isupper() or title.label[:1] >= "\u2e80"
        return proper and not title.bare[:1].islower()
    # `I N D E X` set apart, `References`: only what nothing else can be.
    return title.kind == "back" and not title.number and len(block.plain.split()) <= 6 and block.plain[:1].isupper()


def _without_running_heads(starts: list[Start], flow: Sequence[FlowBlock]) -> list[Start]:
    """Repeated titles are running heads, except where exactly two openings are alike to the letter."""
    groups: dict[tuple[int, str], list[Start]] = defaultdict(list)
    for start in starts:
        title = start.title
        if title.kind in ("chapter", "part", "appendix") and title.label:
            bare = re.sub(r"\s+\d{1,4}$", "", title.bare)
            groups[(number_value(title.number), bare_key(bare) or bare)].append(start)
    gone: set[int] = set()
    for members in groups.values():
        texts = {start.title.text for start in members}
        if len(members) > 2 or len(texts) > 1:
            gone.update(id(start) for start in members[1:])
    return [start for start in starts if id(start) not in gone]


def _set_depths(starts: list[Start]) -> None:
    """Depths that agree with numbers and labels: chapters stand at one depth, sections below them."""
    labelled = [start for start in starts if start.title.kind in ("chapter", "appendix")]
    numbered = [start for start in starts if not start.title.label and start.title.depth == 1 and start.title.number]
    anchor = labelled or (numbered if len(numbered) > 1 else [])
    if anchor:
        anchored = {id(start) for start in anchor}
        dotted = sum(start.title.depth > 1 for start in starts) >= _MIN_DOTTED
        common = Counter(start.depth for start in anchor).most_common(1)[0][0]
        for start in starts:
            kind = start.title.kind
            # References between two chapters belong to the first of them.
            beside = start.position < anchor[0].position or start.position > anchor[-1].position
            outer = kind in ("front", "back") and start.depth <= common and start.title.depth <= 1 and beside
            if kind == "part" or outer or id(start) in anchored:
                start.depth = 0
            elif start.title.depth > 1:
                start.depth = start.title.depth - 1
            elif start.depth <= common:
                start.depth = 1 if labelled and _inside(start, anchor) else 0
            else:
                # Where sections have numbers, what has none is a term or a note in one of them.
                start.depth = max(start.depth - common, 2 if dotted and not kind else 1)
    lowest = min((start.depth for start in starts), default=0)
    for start in starts:
        start.depth -= lowest


def _inside(start: Start, anchor: Sequence[Start]) -> bool:
    """Whether a chapter is open where ``start`` stands."""
    return anchor[0].position < start.position
