"""Text that a model wrote, told from text that was on the page. Imports nothing of ours.

A summary is a text item of the tree with a mark in its metadata, so that every face (Markdown, semantic XML, book
chapters, chunks) can say who wrote it: `generated_by`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docling_core.types.doc import NodeItem

SUMMARY_PREFIX = "[Summarized Image: "
"""How the first line of a summary block starts."""

_NAMESPACE, _NAME = "pdf_extractor_ai", "generated"
_KEY = f"{_NAMESPACE}__{_NAME}"


def mark_generated(item: NodeItem, model_name: str) -> None:
    """Note in the metadata of ``item`` that ``model_name`` wrote its text."""
    from docling_core.types.doc import BaseMeta

    meta: Any = item.meta if item.meta is not None else BaseMeta()
    meta.set_custom_field(_NAMESPACE, _NAME, {"by": model_name, "kind": "figure_summary"})
    item.meta = meta


def generated_by(item: Any) -> str:
    """The name of the model that wrote the text of ``item``; ``""`` for text that was on the page.

    Only the mark in the metadata counts: a page that spells a summary block is still a page.
    """
    meta = getattr(item, "meta", None)
    if meta is None:
        return ""
    mark = meta.get_custom_part().get(_KEY)
    return str(mark.get("by", "")) if isinstance(mark, dict) else ""
