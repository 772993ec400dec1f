"""Whether a layer tells of the pages it lies in. Text against text: nothing here opens a PDF."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pdf_extractor_ai.aipdf.model import CONTAINERS, unsigned

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pdf_extractor_ai.aipdf.model import Element

_WORD = re.compile(r"[^\W_]+")
_SHINGLE = 12
_AGREEMENT = 0.7  # hyphens at line ends, running heads and formulas make a part of every true layer differ
_PAGE_AGREEMENT = 0.4  # one page may be a drawing full of labels; a page that was exchanged has next to nothing
_MIN_SAMPLE = 40


def pages_agree(root: Element, samples: Mapping[int, str]) -> bool | None:
    """Whether the layer says of each sampled page (1-based number -> its text) what the page shows.

    Most stretches of a page's text must stand in the blocks of that page or the two beside it, since a paragraph
    that runs on stands where it began; only letters and digits count. ``None`` when the samples hold too little
    text to compare.
    """
    by_page = {number: _compact(text) for number, text in _texts_by_page(root).items()}
    hits = total = 0
    for number, text in samples.items():
        sample = _compact(text)
        if len(sample) < _MIN_SAMPLE:
            continue
        near = "\n".join(by_page.get(page, "") for page in (number - 1, number, number + 1))
        found, stretches = _found(near, sample)
        if found < _PAGE_AGREEMENT * stretches:
            return False
        hits, total = hits + found, total + stretches
    return hits >= _AGREEMENT * total if total else None


def _found(layer: str, sample: str) -> tuple[int, int]:
    """How many stretches of ``sample`` stand in ``layer``, of how many."""
    stretches = [sample[at : at + _SHINGLE] for at in range(0, len(sample) - _SHINGLE + 1, _SHINGLE // 2)]
    return sum(stretch in layer for stretch in stretches), len(stretches)


def _compact(text: str) -> str:
    return "".join(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def _texts_by_page(root: Element) -> dict[int, str]:
    """Page -> the text of the blocks on it; a block without a page is on that of its section."""
    found: dict[int, list[str]] = {}
    for page, text in _placed(root, 0):
        found.setdefault(page, []).append(text)
    return {page: " ".join(texts) for page, texts in found.items()}


def _placed(element: Element, page: int) -> Iterator[tuple[int, str]]:
    own = unsigned(element.get("page") or element.get("pageStart"))
    page = page if own is None else own
    if element.tag == "figure" and element.get("alt"):
        yield page, element.get("alt")
    if element.tag == "image":
        yield page, element.get("alt")
    if element.tag not in CONTAINERS:
        yield page, f"{element.get('term')} {element.text()}"
        return
    for child in element.elements:
        yield from _placed(child, page)
