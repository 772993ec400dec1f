"""Tables: ruled, borderless, spans, continuation over pages."""

from __future__ import annotations

from pdf_extractor_ai.geometric.tables.continuation import join_over_pages, parts_over_pages
from pdf_extractor_ai.geometric.tables.entries import ContentsColumn, contents_columns
from pdf_extractor_ai.geometric.tables.find import find_tables, mark_ends
from pdf_extractor_ai.geometric.tables.model import Cell, Table
from pdf_extractor_ai.geometric.tables.page_ends import tables_over_ends

__all__ = [
    "Cell", "ContentsColumn", "Table", "contents_columns", "find_tables", "join_over_pages", "mark_ends",
    "parts_over_pages", "tables_over_ends",
]  # fmt: skip
