"""Whether a layer tells of the pages it lies in. Text against text: nothing here opens a PDF."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pdf_extractor_ai.aipdf.model import CONTAINERS, unsigned

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pdf_extractor_ai.aipdf.model import Element

_WORD = re.compile(r"[^\W_]+")
_SHORT, _PIECE = 4, 6  # letters: shorter words stand in any text, longer ones are compared in pieces
_AGREEMENT = 0.7  # hyphens at line ends, running heads and formulas make a part of every true layer differ
_PAGE_AGREEMENT = 0.5  # one page may be a drawing full of labels; of an exchanged one, common words are found
_MIN_SAMPLE = 40


@dataclass(frozen=True, slots=True)
class _Block:
    page: int
    text: str
    runs_on: bool = False  # over more pages than its own


Verdict = Literal["agrees", "unplaced", "stale", "unknown"]
"""``unplaced``: what the pages show is in the layer, but on other pages. ``unknown``: there was nothing to compare."""


def compare_with_pages(root: Element, samples: Mapping[int, str]) -> Verdict:
    """Whether the layer says of each sampled page (1-based number -> its text) what the page shows.

    Most words of a page must stand in the blocks of that page or of one beside it; a table runs on to the page of the
    next block. Only letters and digits count, in any order.
    """
    blocks = list(_placed(root, 0))
    wanted = {
        number: pieces for number, text in samples.items() if len("".join(pieces := _pieces(text))) >= _MIN_SAMPLE
    }
    if not wanted:
        return "unknown"
    if _found(wanted, {number: _near(blocks, number) for number in wanted}):
        return "agrees"
    whole = "\n".join(block.text for block in blocks)
    return "unplaced" if _found(wanted, dict.fromkeys(wanted, whole)) else "stale"


def _found(wanted: Mapping[int, list[str]], there: Mapping[int, str]) -> bool:
    """Whether enough of what is wanted of each page, and of all together, is there; counted in characters."""
    found = total = 0
    for number, pieces in wanted.items():
        hits, size = sum(len(piece) for piece in pieces if piece in there[number]), sum(map(len, pieces))
        if hits < _PAGE_AGREEMENT * size:
            return False
        found, total = found + hits, total + size
    return found >= _AGREEMENT * total


def _pieces(text: str) -> list[str]:
    """The words of a text, long ones (and text without spaces) cut up, short ones left out."""
    words = _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
    pieces = [word[at : at + _PIECE] for word in words for at in range(0, len(word), _PIECE)]
    return [piece for piece in pieces if len(piece) >= _SHORT or not piece.isascii()]


def _compact(text: str) -> str:
    return "".join(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def _near(blocks: list[_Block], number: int) -> str:
    """The blocks that reach page ``number`` or a page beside it."""
    nexts = [block.page for block in blocks[1:]] + [number]
    return "\n".join(
        block.text
        for block, following in zip(blocks, nexts, strict=False)
        if block.page - 1 <= number <= 1 + (max(block.page, following) if block.runs_on else block.page)
    )


def _placed(element: Element, page: int) -> Iterator[_Block]:
    """Page and text of each block in order; a block without a page is on that of what it stands in."""
    own = unsigned(element.get("page") or element.get("pageStart"))
    page = page if own is None else own
    if element.get("alt"):
        yield _Block(page, _compact(element.get("alt")))
    if element.tag == "table" or element.tag not in CONTAINERS:
        yield _Block(page, _compact(f"{element.get('term')} {element.text()}"), element.tag == "table")
        return
    for child in element.elements:
        yield from _placed(child, page)
