"""What an agent should heed in one chapter, from what the chapter holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pdf_extractor_ai.book.flow import FlowBlock
from pdf_extractor_ai.book.model import Section

_MAX_TOPICS = 5
_MAX_TOPIC = 60
_MAX_TITLE = 120


def instructions(title: str, pages: tuple[int, int], blocks: Sequence[FlowBlock], sections: Sequence[Section]) -> str:
    """Sentences for ``agent_instructions``: how to cite, what it is about, what must be kept verbatim.

    Titles are the document's words in a field that agents obey: they are cut short and stand in quotation marks.
    """
    kinds: Counter[str] = Counter(block.kind for block in blocks)
    first, last = pages
    where = f"page {first}" if first == last else f"pages {first}-{last}"
    said = [f"Cite as {_quoted(title, _MAX_TITLE)} with the page ({where})."]
    topics = [_quoted(section.title, _MAX_TOPIC) for section in sections if section.level == 2][:_MAX_TOPICS]
    if topics:
        said.append(f"Covers {', '.join(topics)}.")
    said.extend(_by_kind(kinds, blocks))
    return " ".join(said)


def _quoted(text: str, limit: int) -> str:
    plain = " ".join(text.split()).replace('"', "'")
    return f'"{plain}"' if len(plain) <= limit else f'"{plain[: limit - 3].rstrip()}..."'


def _by_kind(kinds: Counter[str], blocks: Sequence[FlowBlock]) -> list[str]:
    said = []
    if kinds["code"]:
        said.append(f"Preserve its {_counted(kinds['code'], 'code block')} verbatim, indentation included.")
    if kinds["table"]:
        said.append(f"Quote values from its {_counted(kinds['table'], 'table')} exactly, with their row and column.")
    if kinds["picture"]:
        said.append(f"Refer to its {_counted(kinds['picture'], 'figure')} by number or caption.")
    if any("[Summarized Image:" in block.text for block in blocks):
        said.append("Text in [Summarized Image: ...] was written by a model, not by the author.")
    if kinds["formula"]:
        said.append("Keep formulas as they are written.")
    steps = sum(block.kind == "list" and block.text.lstrip()[:1].isdigit() for block in blocks)
    if steps >= 3:
        said.append("Keep the order of numbered steps.")
    if kinds["note"]:
        said.append("Footnotes hold qualifications: read them with the sentence they mark.")
    return said


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
