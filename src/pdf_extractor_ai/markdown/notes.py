"""Footnotes as Markdown has them: the mark in the text and the note at the foot of the page lead to each other."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.markdown.blocks import Block

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

_MARK = r"\(?\d{1,3}\)?|[*†‡§¶]{1,3}|\[\d{1,3}\]|[a-z]"
_SMALL = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_RAISED = str.maketrans(_SMALL, "0123456789")
_LOWERED = str.maketrans("0123456789", _SMALL)
_NOTE = re.compile(
    rf"(?:<sup>\s*(?P<raised>{_MARK})\s*</sup>|(?P<small>[{_SMALL}]{{1,3}})|(?P<plain>{_MARK})(?=[\s.)]))[.)]?\s*"
)
# What a raised number after it is an exponent of: ten, one letter, a unit. After other numbers it is a mark: "page 1¹".
_POWER = re.compile(r"(?<![^\W_])(?:10|[^\W\d_]|[cdkmnµ]m|mc|ft|mi|px)[*_]{0,3}$|[-−]</sup>$")
_LINK = re.compile(r"\[(?:[^\[\]\\]|\\.)*\]\([^)]*\)")
_CLOSED = frozenset({"code", "title", "section_header", "table", "document_index"})


def link_notes(
    texts: dict[int, str],
    spans: Mapping[int, tuple[int, int]],
    notes: Sequence[int],
    closed: Collection[int],
    name: Callable[[int, str], str],
) -> dict[int, int]:
    """Rewrite marks and ``notes`` in ``texts`` (position -> Markdown) as ``[^ID]`` and ``[^ID]: ...``.

    A note is linked when its mark stands raised in a text on the page on which the note stands (``spans``: position ->
    its first and last page); one without a mark stays a paragraph. No mark is looked for in ``closed`` positions.
    ``name(position, mark)`` gives the id of a note. Returned: the position of each linked note with its mark's.
    """
    by_page: defaultdict[int, list[int]] = defaultdict(list)
    for position in sorted(texts):
        if position not in closed:
            first, last = spans[position]
            for page in range(first, last + 1):
                by_page[page].append(position)
    linked: dict[int, int] = {}
    for note in notes:
        match = _NOTE.match(texts[note])
        if match is None:
            continue
        mark = mark_of(match)
        raised = _raised(mark)
        for position in by_page[spans[note][0]]:
            found = _place(raised, mark, texts[position])
            if found is not None:
                anchor = f"[^{name(note, mark)}]"
                before, after = texts[position][: found.start()], texts[position][found.end() :]
                # A round bracket right behind would make a link of the mark.
                texts[position] = f"{before}{anchor}" + ("\\" if after.startswith("(") else "") + after
                texts[note] = f"{anchor}: {texts[note][match.end() :]}"
                linked[note] = position
                break
    return linked


def mark_of(match: re.Match[str]) -> str:
    """The bare mark that a note begins with: ``3``, ``*``, ``a``."""
    return (match["raised"] or match["plain"] or match["small"].translate(_RAISED)).strip("()[]")


def _raised(mark: str) -> re.Pattern[str]:
    tagged = rf"<sup>\s*[(\[]?{re.escape(mark)}[)\]]?\s*</sup>"
    if not mark.isdecimal():
        return re.compile(tagged)
    return re.compile(rf"{tagged}|(?<![{_SMALL}⁻]){mark.translate(_LOWERED)}(?![{_SMALL}])")


def _place(raised: re.Pattern[str], mark: str, text: str) -> re.Match[str] | None:
    """The first raised mark that is no exponent and not inside of a link, which can hold no other."""
    links = [link.span() for link in _LINK.finditer(text)] if "](" in text else []
    for found in raised.finditer(text):
        exponent = mark.isdecimal() and _POWER.search(text, max(0, found.start() - 10), found.start())
        if not exponent and not any(start < found.start() < end for start, end in links):
            return found
    return None


def with_linked_notes(found: Sequence[Block], document: DoclingDocument) -> list[Block]:
    """The blocks of a document with marks and notes linked.

    A note's id is its mark where no other note has the same, else page and mark, or page and number for marks that
    are no letters or digits.
    """
    texts = {position: block.text for position, block in enumerate(found) if block.text and block.page is not None}
    notes = [position for position in texts if is_note(found[position].item, document)]
    if not notes:
        return list(found)
    closed = {position for position in texts if _label(found[position].item) in _CLOSED}
    spans = {position: pages_of(found[position].item, document, found[position].page or 0) for position in texts}
    link_notes(texts, spans, notes, closed.union(notes), _namer(texts, spans, notes))
    return [Block(block.page, texts.get(at, block.text), block.item) for at, block in enumerate(found)]


def _namer(
    texts: Mapping[int, str], spans: Mapping[int, tuple[int, int]], notes: Sequence[int]
) -> Callable[[int, str], str]:
    marks = {note: mark_of(match) for note in notes if (match := _NOTE.match(texts[note]))}
    often = Counter(marks.values())
    used: Counter[str] = Counter()

    def name(note: int, mark: str) -> str:
        page = spans[note][0]
        wanted = mark if often[mark] == 1 and mark.isalnum() else f"{page}-{mark if mark.isalnum() else 'n'}"
        used[wanted] += 1
        return wanted if used[wanted] == 1 else f"{wanted}-{used[wanted]}"

    return name


def is_note(item: Any, document: DoclingDocument) -> bool:
    """Whether an item, or the runs of an inline group, is a footnote."""
    if _label(item) == "inline" and item.children:
        item = item.children[0].resolve(document)
    return _label(item) == "footnote"


def pages_of(item: Any, document: DoclingDocument, page: int) -> tuple[int, int]:
    """The first and the last page of an item, of the runs of an inline group; ``page`` where it does not say."""
    places = getattr(item, "prov", None)
    if not places and getattr(item, "children", None):
        places = getattr(item.children[0].resolve(document), "prov", None)
    pages = [place.page_no for place in places or ()]
    return (min(pages), max(pages)) if pages else (page, page)


def _label(item: Any) -> str:
    return item.label.value if item is not None else ""
