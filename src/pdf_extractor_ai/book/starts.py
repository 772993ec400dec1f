"""Where the parts of a book start: bookmarks first, the printed contents next, headings last."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pdf_extractor_ai.book.flow import FlowBlock
from pdf_extractor_ai.book.headings import heading_starts
from pdf_extractor_ai.book.kinds import Title, read_title
from pdf_extractor_ai.book.model import ContentsEntry, Evidence
from pdf_extractor_ai.book.placing import Entry, Headings, Start, placed

if TYPE_CHECKING:
    from pdf_extractor_ai.report import Bookmark

_PAGE_TITLE = re.compile(r"(?:page|seite|p\.?|s\.?|blatt|sheet|slide|folie)?\s*\d{1,4}(?:\.\w{2,4})?", re.IGNORECASE)
_FILE_TITLE = re.compile(r"[\w .()-]+\.(?:pdf|docx?|indd|qxd|fm|tex|p65|rtf|pptx?|xlsx?)", re.IGNORECASE)
_FEW, _LONG = 5, 30  # bookmarks, pages


def find_starts(
    flow: Sequence[FlowBlock],
    outline: Sequence[Bookmark],
    contents: Sequence[ContentsEntry],
    hidden: set[int],
    page_count: int,
) -> tuple[list[Start], Evidence]:
    """All starts in text order with the evidence they rest on; ``hidden`` are the blocks of contents pages."""
    headings = Headings(flow, hidden)
    marks = _from_page(_usable_outline(outline, page_count), min((block.page for block in flow), default=1))
    if marks:
        starts = _completed(placed(marks, headings), headings)
        if not _is_poor(marks, page_count):
            return starts, "outline"
        others, evidence = _unlisted(contents, headings)
        return (others, evidence) if _tops(others) > 2 * _tops(starts) else (starts, "outline")
    return _unlisted(contents, headings)


def _unlisted(contents: Sequence[ContentsEntry], headings: Headings) -> tuple[list[Start], Evidence]:
    """Starts without the help of an outline."""
    printed = _usable_contents(contents)
    if printed:
        starts = placed(printed, headings)
        if _most_found(starts):
            return _completed(starts, headings), "contents"
    starts = heading_starts(headings)
    return starts, "headings" if starts else "none"


def _is_poor(marks: Sequence[Entry], page_count: int) -> bool:
    """Whether the bookmarks are a handful that leave most of a long book in one piece: cover, contents, text."""
    pages = sorted({mark.page for mark in marks})
    longest = max((after - before for before, after in itertools.pairwise([*pages, page_count + 1])), default=0)
    return len(pages) < _FEW and page_count >= _LONG and longest > 0.6 * page_count


def _tops(starts: Sequence[Start]) -> int:
    return sum(start.depth == 0 for start in starts)


def _usable_outline(outline: Sequence[Bookmark], page_count: int) -> list[Entry]:
    """The bookmarks as entries, or none where they only count pages or say next to nothing."""
    entries = [Entry(mark.depth, " ".join(mark.title.split()), mark.page) for mark in outline if mark.page >= 0]
    following = 0
    for entry in reversed(entries):  # a bookmark that leads nowhere stands for what follows it
        entry.page = following = entry.page if 0 < entry.page <= page_count else following
    entries = [entry for entry in entries if entry.page and re.search(r"\w", entry.text)]
    dull = sum(bool(_PAGE_TITLE.fullmatch(entry.text)) for entry in entries)
    if len(entries) < 2 or dull > 0.5 * len(entries):
        return []
    if len({entry.page for entry in entries}) == 1 and page_count > 2:
        return []
    files = sum(bool(_FILE_TITLE.fullmatch(entry.text)) for entry in entries if entry.depth == 0)
    if files and files == sum(entry.depth == 0 for entry in entries):
        # Bookmarks of a merged file name its pieces; what is inside them counts.
        inner = [Entry(entry.depth - 1, entry.text, entry.page) for entry in entries if entry.depth > 0]
        return inner if len(inner) > 1 else []
    return entries


def _from_page(entries: list[Entry], first: int) -> list[Entry]:
    """The entries from page ``first`` on, and the one that is open there, when a later part of a file was read."""
    kept = [entry for entry in entries if entry.page >= first]
    before = [entry for entry in entries if entry.page < first and entry.depth == 0]
    opened = any(entry.page == first and entry.depth == 0 for entry in kept)
    return kept if opened or not before else [Entry(0, before[-1].text, first), *kept]


def _usable_contents(contents: Sequence[ContentsEntry]) -> list[Entry]:
    entries = [Entry(entry.depth, entry.title, entry.page) for entry in contents if entry.page]
    if len(entries) < 2 or len(entries) < 0.5 * len(contents):
        return []
    titles = [read_title(entry.text) for entry in entries]
    if all(title.depth > 1 for title in titles):
        return []  # the chapters themselves were not read
    _set_depths(entries)
    lowest = min(entry.depth for entry in entries)
    for entry in entries:
        entry.depth -= lowest
    return entries


def _set_depths(entries: Sequence[Entry]) -> None:
    """Depths by the numbers where these run through the book, by the indents else; none is deeper than the last + 1."""
    _letter(entries)
    titles = [read_title(entry.text) for entry in entries]
    pairs = list(zip(entries, titles, strict=True))
    dotted = Counter(entry.depth for entry, title in pairs if title.depth > 1)
    single = Counter(entry.depth for entry, title in pairs if title.depth == 1)
    flat = bool(dotted) and dotted.most_common(1)[0][0] == min(entry.depth for entry in entries)
    numbered = flat or (bool(dotted) and _runs_through(titles))
    outer = single.most_common(1)[0][0] if single else min(entry.depth for entry in entries)
    like = _depth_of_indent(pairs)
    last = 0
    for entry, title in pairs:
        if numbered and title.depth:
            entry.depth = title.depth - 1
        elif numbered:
            # What has no number stands with the chapters (an index, a preface) unless it is set in.
            entry.depth = 0 if flat or title.kind or entry.depth <= outer else _set_in(entry.depth, like)
        entry.depth = last = min(entry.depth, last + 1)


def _depth_of_indent(pairs: Sequence[tuple[Entry, Title]]) -> dict[int, int]:
    """Indent -> the depth that most numbered entries set in like that have."""
    seen: dict[int, Counter[int]] = defaultdict(Counter)
    for entry, title in pairs:
        if title.depth:
            seen[entry.depth][title.depth - 1] += 1
    return {indent: depths.most_common(1)[0][0] for indent, depths in seen.items()}


def _set_in(indent: int, like: dict[int, int]) -> int:
    """The depth of an entry without a number: that of numbered ones set in as far, one more when none is."""
    nearest = max((known for known in like if known <= indent), default=None)
    if nearest is None:
        return 1
    return like[nearest] + (nearest < indent)


def _runs_through(titles: Sequence[Title]) -> bool:
    """Whether chapter numbers count on through the book, and do not start again in every chapter."""
    numbers = [int(title.number) for title in titles if title.depth == 1 and title.number.isdecimal()]
    again = sum(after <= before for before, after in itertools.pairwise(numbers))
    return again <= 1 + len(numbers) // 10


def _letter(entries: Sequence[Entry]) -> None:
    """Put a stop behind letters that count appendices, ``A Glossary``, ``B Tables``: a lone one is an article."""
    found: list[Entry] = []
    for entry in entries:
        if entry.text[:2] == f"{chr(ord('A') + len(found))} " and len(found) < 26:
            found.append(entry)
    for entry in found if len(found) > 1 else ():
        entry.text = f"{entry.text[0]}. {entry.text[2:].lstrip()}"


def _most_found(starts: Sequence[Start]) -> bool:
    """Whether the text has the titles that the contents promise."""
    top = [start for start in starts if start.depth == 0]
    return sum(bool(start.blocks) for start in top) >= 0.5 * len(top)


def _completed(starts: list[Start], headings: Headings) -> list[Start]:
    """Starts that stop at one level get the headings between them as the next."""
    if max((start.depth for start in starts), default=0) > 0:
        return starts
    taken = {position for start in starts for position in start.blocks} | headings.hidden
    extra: list[Start] = []
    owners = sorted(starts, key=lambda start: start.position)
    for index, start in enumerate(owners):
        end = owners[index + 1].position if index + 1 < len(owners) else len(headings.flow)
        inside = [
            position
            for position in range(start.position, end)
            if headings.flow[position].kind == "heading" and position not in taken
        ]
        top = min((headings.flow[position].level for position in inside), default=0)
        for position in inside:
            block = headings.flow[position]
            depth = 1 + min(block.level - top, 4)
            extra.append(Start(position, block.page, depth, block.title, (position,)))
    return sorted([*starts, *extra], key=lambda start: (start.position, start.depth))
