"""Which page belongs to what: every page to exactly one file, to the README, or to one thing left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pdf_extractor_ai.book.flow import FlowBlock

Owner = tuple[str, int]
"""(``file`` | ``front`` | ``part`` | ``contents``, number)."""


def share_pages(
    pages: Sequence[int], flow: Sequence[FlowBlock], owner_of: Callable[[int], Owner | None]
) -> dict[int, Owner]:
    """Page -> its owner: that of the first block on it; a blank page goes with the one before it.

    ``owner_of(position)`` is ``None`` for page furniture. Blank pages in front of everything go with the first.
    """
    first: dict[int, Owner] = {}
    for position, block in enumerate(flow):
        owner = owner_of(position)
        if owner is None:
            continue
        for page in range(block.page, block.last_page + 1):
            first.setdefault(page, owner)
    shared: dict[int, Owner] = {}
    held = next((first[page] for page in pages if page in first), ("front", 0))
    for page in pages:
        held = first.get(page, held)
        shared[page] = held
    return shared


def pages_of(owner: Owner, shared: dict[int, Owner]) -> tuple[int, ...]:
    """The pages of one owner, ascending."""
    return tuple(page for page, other in shared.items() if other == owner)
