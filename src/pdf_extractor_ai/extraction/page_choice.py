"""Which pages to read: ``pages="1-3,8"`` and ``max_pages``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pdf_extractor_ai.errors import InvalidOptionError

_PART = re.compile(r"\s*([0-9]{1,9})\s*(?:(-)\s*([0-9]{1,9})?)?\s*")


@dataclass(frozen=True, slots=True)
class PageChoice:
    """Ranges of 1-based page numbers, both ends included; ``None`` as an end means the last page."""

    text: str
    ranges: tuple[tuple[int, int | None], ...]

    @classmethod
    def parse(cls, text: str) -> PageChoice:
        """The choice that ``1-3,8`` or ``5-`` spells; ``InvalidOptionError`` says which part is wrong."""
        if not isinstance(text, str):
            raise TypeError(f"pages must be a string such as '1-3,8', not {type(text).__name__}")
        ranges = []
        for part in text.split(","):
            match = _PART.fullmatch(part)
            first = int(match[1]) if match else 0
            last = first if match and not match[2] else int(match[3]) if match and match[3] else None
            if first < 1 or (last is not None and last < first):
                raise InvalidOptionError(
                    f"pages={text!r}: {part.strip()!r} is no page or range of pages",
                    remedy="Write pages like 1-3,8 or 5-, counting from 1.",
                )
            ranges.append((first, last))
        return cls(text, tuple(ranges))

    def among(self, page_count: int) -> frozenset[int]:
        """The chosen ones of pages 1 to ``page_count``."""
        found: set[int] = set()
        for first, last in self.ranges:
            found.update(range(first, min(page_count if last is None else last, page_count) + 1))
        return frozenset(found)


def chosen_pages(page_count: int, choice: PageChoice | None, max_pages: int | None, name: str) -> list[int]:
    """The pages to read, ascending: the chosen ones, and no more than ``max_pages`` of them.

    ``InvalidOptionError`` when the document has none of them.
    """
    if choice is None:
        pages = list(range(1, page_count + 1)[:max_pages])
    else:
        pages = sorted(choice.among(page_count))[:max_pages]
    if not pages:
        wanted = choice.text if choice is not None else ""
        raise InvalidOptionError(
            f"PDF has no pages {wanted}: {name} has {page_count}", remedy="Choose pages that are in the document."
        )
    return pages


def chunks(pages: Iterable[int], size: int) -> list[tuple[int, int]]:
    """Runs of consecutive pages as (first, last), none longer than ``size``."""
    found: list[tuple[int, int]] = []
    for page in pages:
        if found and page == found[-1][1] + 1 and page - found[-1][0] < size:
            found[-1] = (found[-1][0], page)
        else:
            found.append((page, page))
    return found
