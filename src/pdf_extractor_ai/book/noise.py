"""Page furniture that is still in the text: folios, running heads, notices at the edge of a page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from pdf_extractor_ai.book.flow import FlowBlock
from pdf_extractor_ai.book.kinds import bare_key

_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212"
_ROMAN = r"(?=[ivxlc])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})"
_FOLIO = re.compile(
    rf"(?:page|seite|página|pagina|стр\.?|p\.)\s*(?:\d{{1,4}}|{_ROMAN})(?:\s*(?:of|von|de|di|sur|из|/)\s*\d{{1,4}})?"
    rf"|\d{{1,4}}\s*(?:of|von|sur|/|\|)\s*\d{{1,4}}|[{_DASHES}]\s*\d{{1,4}}\s*[{_DASHES}]"
    r"|第\s*\d{1,4}\s*[页頁](?:\s*/?\s*共\s*\d{1,4}\s*[页頁])?",
    re.IGNORECASE,
)
_SMALL_ROMAN = re.compile(_ROMAN)
_NOTICE = re.compile(
    r"(?:©|\(c\)|copyright\b|all rights reserved|(?:company )?confidential\b|proprietary\b)", re.IGNORECASE
)
_YEAR_OR_SIGN = re.compile(r"©|\(c\)|\b(?:19|20)\d\d\b|all rights reserved", re.IGNORECASE)
_NUMBER_FIRST = re.compile(r"(?P<number>\d{1,4})\s+(?P<rest>\D.*)")
_NUMBER_LAST = re.compile(r"(?P<rest>.*\D)\s+(?P<number>\d{1,4})")
_MAX_NOTICE_WORDS = 12
_MAX_HEAD = 120


def is_folio(text: str) -> bool:
    """Whether ``text`` is wholly a page number with its trimmings: ``Page 3 of 9``, ``118 of 540``, ``- 5 -``, ``iv``.

    A bare number is not: it may be a year or a table's cell, and only its place on many pages tells.
    """
    text = text.strip()
    # `X` is a letter of an index before it is a page: only small numerals count alone.
    return bool(_FOLIO.fullmatch(text)) or bool(_SMALL_ROMAN.fullmatch(text))


def is_notice(text: str) -> bool:
    """Whether ``text`` is a short notice of copyright or secrecy, and no sentence that begins with such a word."""
    words = text.split()
    if len(words) > _MAX_NOTICE_WORDS or not _NOTICE.match(text):
        return False
    bare = text.strip(" .").casefold()
    return bool(_YEAR_OR_SIGN.search(text)) or bare in ("confidential", "company confidential", "proprietary")


def find_noise(flow: Sequence[FlowBlock], titles: Mapping[int, str], labels: Mapping[int, str]) -> set[int]:
    """Positions of blocks that are page furniture; only the first and last blocks of a page are looked at.

    ``titles`` are the openings of parts by position: they are never furniture, and what repeats them at the edge of
    a later page is.
    """
    edges = [position for position in _edges(flow) if position not in titles]
    noise = {
        position
        for position in edges
        if is_folio(flow[position].text if flow[position].kind == "list" else flow[position].plain)
        or is_notice(flow[position].plain)
        or (flow[position].plain.isdecimal() and _numbers_page(flow[position], labels))
    }
    noise |= _running_heads(flow, [position for position in edges if position not in noise], titles)
    return noise


def _edges(flow: Sequence[FlowBlock]) -> list[int]:
    """The first two and the last two blocks of each page, in order."""
    by_page: dict[int, list[int]] = {}
    for position, block in enumerate(flow):
        by_page.setdefault(block.page, []).append(position)
    found: set[int] = set()
    for positions in by_page.values():
        found.update(positions[:2] + positions[-2:])
    return sorted(position for position in found if flow[position].kind in ("text", "heading", "list", "note"))


def _numbers_page(block: FlowBlock, labels: Mapping[int, str]) -> bool:
    return block.plain in (labels.get(block.page, ""), str(block.page))


def _running_heads(flow: Sequence[FlowBlock], edges: Sequence[int], titles: Mapping[int, str]) -> set[int]:
    """Blocks that repeat an earlier title, with a page number that keeps step with the pages or several times over."""
    known = {key: position for position, text in sorted(titles.items(), reverse=True) if (key := bare_key(text))}
    repeats = Counter(" ".join(flow[position].plain.split()) for position in edges)
    heads: set[int] = set()
    steps: dict[int, int] = {}
    sure: set[int] = set()
    for position in edges:
        block = flow[position]
        if len(block.plain) > _MAX_HEAD or block.kind in ("list", "note"):
            continue
        match = _NUMBER_FIRST.fullmatch(block.plain) or _NUMBER_LAST.fullmatch(block.plain)
        rest = match["rest"] if match else block.plain
        opened = known.get(bare_key(rest))
        listed = opened is not None and flow[opened].page < block.page
        if (match and not block.title.label) or (match and listed):
            steps[position] = int(match["number"]) - block.page
            if listed:
                sure.add(steps[position])
        if listed and (match or repeats[block.plain] > 1 or block.plain != titles.get(opened or 0)):
            heads.add(position)
    votes = Counter(steps.values())
    return heads | {position for position, step in steps.items() if step in sure and votes[step] > 1}
