"""The index card inside a PDF (pdf-frontmatter/0.1, open-matter/0.1): read, write, draft. Cheap to import (PEP 562)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOMES = {
    "Card": "card",
    "CardNotes": "summary",
    "CardResult": "reader",
    "CardSummarizer": "summary",
    "Entity": "card",
    "Fact": "card",
    "card_schema": "validation",
    "card_summary": "reader",
    "dump_card": "yaml_writer",
    "write_card": "writer",
    "remove_card": "writer",
    "attach_derived": "writer",
    "content_hash": "fingerprint",
    "draft_card": "draft",
    "lint_card": "validation",
    "parse_card": "reader",
    "read_card": "reader",
}

__all__ = [
    "Card",
    "CardNotes",
    "CardResult",
    "CardSummarizer",
    "Entity",
    "Fact",
    "attach_derived",
    "card_schema",
    "card_summary",
    "content_hash",
    "draft_card",
    "dump_card",
    "lint_card",
    "parse_card",
    "read_card",
    "remove_card",
    "write_card",
]

if TYPE_CHECKING:
    from pdf_extractor_ai.frontmatter.card import Card, Entity, Fact
    from pdf_extractor_ai.frontmatter.draft import draft_card
    from pdf_extractor_ai.frontmatter.fingerprint import content_hash
    from pdf_extractor_ai.frontmatter.reader import CardResult, card_summary, parse_card, read_card
    from pdf_extractor_ai.frontmatter.summary import CardNotes, CardSummarizer
    from pdf_extractor_ai.frontmatter.validation import card_schema, lint_card
    from pdf_extractor_ai.frontmatter.writer import attach_derived, remove_card, write_card
    from pdf_extractor_ai.frontmatter.yaml_writer import dump_card


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
