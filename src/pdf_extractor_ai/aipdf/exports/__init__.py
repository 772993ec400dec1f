"""Views of the semantic tree: Markdown, its syntax tree, ONTO, the reading order."""

from __future__ import annotations

from pdf_extractor_ai.aipdf.exports.blocks import SemanticBlock, reading_order, reading_order_json, texts
from pdf_extractor_ai.aipdf.exports.markdown import Flavor, to_markdown
from pdf_extractor_ai.aipdf.exports.mdast import to_markdown_ast
from pdf_extractor_ai.aipdf.exports.onto import to_onto

__all__ = [
    "Flavor",
    "SemanticBlock",
    "reading_order",
    "reading_order_json",
    "texts",
    "to_markdown",
    "to_markdown_ast",
    "to_onto",
]
