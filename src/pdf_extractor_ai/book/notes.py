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


def link_notes(flow: Sequence[FlowBlock], positions: Sequence[int], texts: dict[int, str], chapter: int) -> list[int]:
    """Rewrite marks and notes of one chapter in ``texts`` (position -> Markdown); the positions of the notes.

    A note is linked when its mark stands raised on the page on which the note stands; one without a mark stays a
    paragraph. Ids are ``cCHAPTER-N``. Ids that the Markdown brings along get the chapter in front.
    """
    notes: list[int] = []
    for position in positions:
        if "[^" in texts[position]:
            texts[position] = _LINKED.sub(rf"[^c{chapter}-\1]", texts[position])
            if texts[position].startswith("[^") and "]:" in texts[position][:50]:
                notes.append(position)
        elif flow[position].kind == "note":
            match = _NOTE.match(texts[position])
            place = match and _place(flow, positions, texts, position, _mark(match))
            if not match or not place:
                continue
            at, start, end = place
            name = f"c{chapter}-{len(notes) + 1}"
            texts[at] = f"{texts[at][:start]}[^{name}]{texts[at][end:]}"
            texts[position] = f"[^{name}]: {texts[position][match.end() :]}"
            notes.append(position)
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
