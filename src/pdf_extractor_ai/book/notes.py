"""Footnotes as Markdown has them: marks and notes linked by ids that no other file of the folder uses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count

from pdf_extractor_ai.book.flow import FlowBlock

_LINKED = re.compile(r"\[\^([\w.-]{1,40})\]")
_DEFINITION = re.compile(r"\[\^([\w.-]{1,40})\]:")


def link_notes(
    flow: Sequence[FlowBlock], positions: Sequence[int], texts: dict[int, str], chapter: int
) -> dict[int, int]:
    """Rewrite marks and notes of one chapter in ``texts`` (position -> Markdown).

    Each note's position is returned with that of its mark. Which notes are linked says ``markdown.notes``. Ids are
    ``cCHAPTER-N``. Ids that the Markdown brings along get the chapter in front.
    """
    from pdf_extractor_ai.markdown import notes as markdown_notes

    positions = [position for position in positions if position in texts]
    own = _own_ids(positions, texts, chapter)
    chosen = {position: texts[position] for position in positions}
    spans = {position: (flow[position].page, flow[position].last_page) for position in positions}
    notes = [position for position in positions if flow[position].kind == "note" and position not in own]
    closed = [position for position in positions if flow[position].kind in ("note", "code", "table")]
    numbers = count(1)
    linked = markdown_notes.link_notes(chosen, spans, notes, closed, lambda note, mark: f"c{chapter}-{next(numbers)}")
    texts.update(chosen)
    return own | linked


def _own_ids(positions: Sequence[int], texts: dict[int, str], chapter: int) -> dict[int, int]:
    """Ids that the Markdown already has, made the chapter's own; note -> the block of its mark."""
    notes: dict[int, int] = {}
    marks: dict[str, int] = {}
    for position in positions:
        text = texts[position]
        if "[^" not in text or text.lstrip().startswith(("```", "~~~")):
            continue
        texts[position] = text = _LINKED.sub(rf"[^c{chapter}-x\1]", text)
        definition = _DEFINITION.match(text)
        for name in _LINKED.findall(text[definition.end() :] if definition else text):
            marks.setdefault(name, position)
        if definition:
            notes[position] = position
    for position in notes:
        definition = _DEFINITION.match(texts[position])
        notes[position] = marks.get(definition[1], position) if definition else position
    return notes
