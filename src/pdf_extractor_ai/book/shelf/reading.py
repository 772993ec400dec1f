"""A chapter cut to a number of tokens at a place where a reader would pause."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Any

_CHARACTERS_PER_TOKEN = 3.8  # as everywhere in a book folder
_FENCE = re.compile(r"^[ \t]{0,3}(`{3,}|~{3,})", re.MULTILINE)
_LEAST = 0.5  # of what would fit: an earlier pause is not worth it


@dataclass(frozen=True, slots=True)
class ChapterText:
    """A chapter, one file of it, or a piece of these.

    ``text`` is Markdown, ``body[offset:offset + len(text)]`` of the ``characters`` of the body; ``metadata`` the
    frontmatter (of the first file). ``next_call`` holds the arguments of `Library.read` for what follows: the rest,
    or the next chapter or file of the book from its start; ``None`` at the end of the book.
    """

    book: str
    chapter_id: int
    title: str
    file_path: str
    start_page: int
    end_page: int
    text: str
    offset: int
    characters: int
    estimated_tokens: int
    next_call: dict[str, Any] | None = None
    metadata: dict[str, Any] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether ``text`` goes to the end of the body."""
        return self.offset + len(self.text) >= self.characters


def characters_for(tokens: int) -> int:
    """So many characters of text are at most ``tokens`` tokens; never none."""
    return max(1, int(tokens * _CHARACTERS_PER_TOKEN))


def cut(body: str, offset: int, most: int) -> int:
    """Where a piece that starts at ``offset`` ends: ``most`` characters on at the latest, always after ``offset``.

    The last blank line outside a code block is preferred, then the end of a line, of a sentence, of a word.
    """
    stop = offset + most
    if stop >= len(body):
        return len(body)
    piece, least = body[offset:stop], int(most * _LEAST)
    for place in (_blank_line(body, offset, stop), piece.rfind("\n") + 1, _sentence(piece), piece.rfind(" ") + 1):
        if place > least:
            return offset + place
    while stop > offset + 1 and unicodedata.combining(body[stop]):
        stop -= 1
    return stop


def _blank_line(body: str, offset: int, stop: int) -> int:
    """Length up to after the last blank line of ``body[offset:stop]`` that is good to stop at, or 0.

    One inside a fence is not, nor one after a heading, which belongs to what follows.
    """
    fenced = _fenced(body, stop)
    place = body.rfind("\n\n", offset, stop)
    while place >= offset:
        inside = next((first for first, last in reversed(fenced) if first <= place < last), None)
        block = body.rfind("\n\n", offset, place) + 2 if inside is None else 0
        if inside is None and not body.startswith("#", max(block, offset)):
            return place + 2 - offset
        place = body.rfind("\n\n", offset, place if inside is None else max(offset, inside))
    return 0


def _fenced(body: str, stop: int) -> list[tuple[int, int]]:
    """Start and end of the code blocks of ``body[:stop]``; the last may be open."""
    fence, start, found = "", 0, []
    for mark in _FENCE.finditer(body, 0, stop):
        if not fence:
            fence, start = mark[1], mark.start()
        elif mark[1].startswith(fence):
            found.append((start, mark.end()))
            fence = ""
    return [*found, (start, stop)] if fence else found


def _sentence(piece: str) -> int:
    ends = [found.end() for found in re.finditer(r"[.!?](?=\s)\s|[。！？।]", piece)]
    return ends[-1] if ends else 0
