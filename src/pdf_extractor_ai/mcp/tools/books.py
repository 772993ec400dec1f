"""``search_chapters``, ``read_chapter``, ``get_agent_manifest``: a folder of books."""

from __future__ import annotations

from pdf_extractor_ai.mcp.tools.base import Tool

TOOLS: tuple[Tool, ...] = ()
