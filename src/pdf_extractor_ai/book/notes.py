"""Footnotes as Markdown has them: marks and notes linked by ids that no other file of the folder uses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdf_extractor_ai.book.flow import FlowBlock

_MARK = r"\(?\d{1,3}\)?|[*†‡§¶]{1,3}|\[\d{1,3}\]|[a-z]"
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_NOTE = re.compile(
    rf"(?:<sup>\s*(?P<raised>{_MARK})\s*</sup>|(?P<small>[⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,3}})|(?P<plain>{_MARK})(?=[\s.)]))[.)]?\s*"
)
_LINKED = re.compile(r"\[\^([\w.-]{1,40})\]")
_DEFINITION = re.compile(r"\[\^([\w.-]{1,40})\]:")


def link_notes(
    flow: Sequence[FlowBlock], positions: Sequence[int], texts: dict[int, str], chapter: int
) -> dict[int, int]:
    """Rewrite marks and notes of one chapter in ``texts`` (position -> Markdown).

    Each note's position is returned with that of its mark. A note is linked when its mark stands raised on the page
    on which the note stands; one without a mark stays a paragraph. Ids are ``cCHAPTER-N``. Ids that the Markdown
    brings along get the chapter in front.
    """
    positions = [position for position in positions if position in texts]
    notes = _own_ids(positions, texts, chapter)
    count = 0
    for position in positions:
        if flow[position].kind != "note" or position in notes:
            continue
        match = _NOTE.match(texts[position])
        place = match and _place(flow, positions, texts, position, _mark(match))
        if not match or not place:
            continue
        at, start, end = place
        count += 1
        name = f"c{chapter}-{count}"
        texts[at] = f"{texts[at][:start]}[^{name}]{texts[at][end:]}"
        texts[position] = f"[^{name}]: {texts[position][match.end() :]}"
        notes[position] = at
    return notes


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


def _mark(match: re.Match[str]) -> str:
    return (match["raised"] or match["plain"] or match["small"].translate(_RAISED)).strip("()[]")


def _place(
    flow: Sequence[FlowBlock],
    positions: Sequence[int],
    texts: dict[int, str],
    note: int,
    mark: str,
) -> tuple[int, int, int] | None:
    """Where the mark of ``note`` stands: position, start and end in the text."""
    raised = re.compile(rf"<sup>\s*[(\[]?{re.escape(mark)}[)\]]?\s*</sup>")
    page = flow[note].page
    for position in positions:
        block = flow[position]
        if not block.page <= page <= block.last_page or block.kind in ("note", "code") or position == note:
            continue
        match = raised.search(texts[position])
        if match:
            return position, match.start(), match.end()
    return None
