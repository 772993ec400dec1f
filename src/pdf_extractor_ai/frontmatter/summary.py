"""What only a model can put into a card, summary and entities, and how far it is trusted: ``capped``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from pdf_extractor_ai.frontmatter.validation import MAX_ENTITIES, MAX_SUMMARY_WORDS

MAX_TEXT = 24_000
"""Characters of the document that a model is given, from its beginning."""

_MAX_CHARACTERS = 300
_MAX_NAME = 100
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？]")


@dataclass(frozen=True, slots=True)
class CardNotes:
    """A model's answer: a summary, and the organisations and people it found."""

    summary: str = ""
    entities: tuple[str, ...] = ()


class CardSummarizer(Protocol):
    """Anything with this one method; what it raises ends the draft.

    ``text`` is the document's Markdown, cut at ``MAX_TEXT`` characters. A string attribute ``label`` or ``name``,
    where there is one, is told in the card's ``generated_by``.
    """

    def summarize(self, *, title: str, text: str) -> CardNotes:
        """At most 40 words about the document, factual, and at most 8 names."""
        ...


def capped(notes: CardNotes, text: str) -> CardNotes:
    """``notes`` as they may stand in a card, each part empty when nothing of it may.

    The summary is one line of whole sentences, at most 40 words and 300 characters. Entities are names that
    ``text`` has, without repetitions, at most 8: what the document does not say is not claimed. A part of another
    type than agreed counts as empty; a model's answer may be anything.
    """
    known = " ".join(text.casefold().split())
    summary, entities = getattr(notes, "summary", ""), getattr(notes, "entities", ())
    given = entities if isinstance(entities, list | tuple) else ()
    names = dict.fromkeys(_line(name) for name in given if isinstance(name, str))
    kept = [name for name in names if 0 < len(name) <= _MAX_NAME and name.casefold() in known]
    return CardNotes(_shortened(_line(summary)) if isinstance(summary, str) else "", tuple(kept[:MAX_ENTITIES]))


def _line(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def _shortened(text: str) -> str:
    if len(text.split()) <= MAX_SUMMARY_WORDS and len(text) <= _MAX_CHARACTERS:
        return text
    head = " ".join(text.split()[:MAX_SUMMARY_WORDS])[:_MAX_CHARACTERS]
    ends = [end.end() for end in _SENTENCE_END.finditer(head)]
    return head[: ends[-1]] if ends else head[: _MAX_CHARACTERS - 1].rstrip(" ,;:") + "…"
