"""The PDF's own links from page to page, found again in the Markdown and led to the files of the folder."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pdf_extractor_ai.report import Reference

PROTECTED = re.compile(r"`[^`]*`|!?\[(?:[^\[\]\\]|\\.)*\]\([^)]*\)|\[\^[^\]]*\]|<[^>]+>|https?://\S+")
"""What no link may be put into: code, links, marks of notes, tags, addresses."""

_PAGE_ONLY = re.compile(r"\W*(?:(?:page|seite|p\.|стр\.?)\s*)?[\divxlc.\-]*\W*", re.IGNORECASE)
_MIN_ALONE = 8  # characters of an anchor that is found without the words before it


@dataclass(frozen=True, slots=True)
class References:
    """The references of a document by page."""

    by_page: dict[int, list[Reference]]

    @classmethod
    def of(cls, references: Sequence[Reference]) -> References:
        """Those that say more than a page number."""
        by_page: dict[int, list[Reference]] = defaultdict(list)
        for reference in dict.fromkeys(references):
            if not _PAGE_ONLY.fullmatch(reference.text):
                by_page[reference.page].append(reference)
        return cls(dict(by_page))

    def on(self, first: int, last: int) -> list[Reference]:
        """Those of pages ``first`` to ``last``."""
        return [reference for page in range(first, last + 1) for reference in self.by_page.get(page, ())]


def link_references(text: str, references: Sequence[Reference], file_of: Callable[[Reference], str]) -> str:
    """``text`` with a link at each reference that is in it and leads to another file (``file_of``: else ``""``)."""
    for reference in references:
        anchor = reference.text.rstrip(" ,;:.")
        if not anchor or not _occurs(anchor, text):
            continue
        file = file_of(reference)
        place = _place(text, anchor, reference.before) if file else None
        if place is not None:
            start, end = place
            label = text[start:end].replace("[", "\\[").replace("]", "\\]")
            text = f"{text[:start]}[{label}](./{file}){text[end:]}"
    return text


def _occurs(anchor: str, text: str) -> bool:
    return anchor.split(" ", 1)[0].split("_", 1)[0] in text


def _place(text: str, anchor: str, before: str) -> tuple[int, int] | None:
    """Where ``anchor`` stands: after the words ``before`` it where it occurs more than once."""
    from pdf_extractor_ai.markdown.inline import escape

    kept = [match.span() for match in PROTECTED.finditer(text)]
    shown = escape(anchor)
    found = [
        match.span()
        for match in re.finditer(rf"(?<!\w){re.escape(shown)}(?!\w)", text)
        if not any(start < match.end() and match.start() < end for start, end in kept)
    ]
    found += [span for span in kept if text[span[0] : span[1]] == f"`{anchor}`"]
    last = escape(before.rsplit(" ", 1)[-1]) if before else ""
    near = [span for span in sorted(found) if last and text[: span[0]].rstrip(" *([").endswith(last.rstrip(" *(["))]
    if near:
        return near[0]
    return found[0] if len(found) == 1 and len(anchor) >= _MIN_ALONE else None
