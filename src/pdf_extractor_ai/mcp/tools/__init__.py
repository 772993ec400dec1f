"""The tools, one module per group; ``catalogue`` lists those of the groups that are switched on."""

from __future__ import annotations

from collections.abc import Collection

from pdf_extractor_ai.mcp.tools import books, cards, layers, opening, reading, searching, tables, waiting
from pdf_extractor_ai.mcp.tools.base import Tool

ALL: tuple[Tool, ...] = (
    opening.OPEN_DOCUMENT,
    searching.SEARCH_DOCUMENT,
    reading.READ_PAGES,
    reading.READ_SECTION,
    tables.READ_TABLE,
    *layers.TOOLS,
    *cards.TOOLS,
    *books.TOOLS,
    waiting.GET_JOB,
)
"""Every tool, in the order in which they are listed."""


def catalogue(groups: Collection[str]) -> dict[str, Tool]:
    """Name -> tool, of the groups given and of none."""
    return {tool.name: tool for tool in ALL if not tool.group or tool.group in groups}
