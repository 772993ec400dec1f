"""Chapter openings in the look of the text, found again by the lines of the page.

A document without any change of type runs ``CHAPTER 1: Nodes`` into the paragraph below it. The tree no longer has the
line end; the PDF does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pdf_extractor_ai.book.flow import FlowBlock
from pdf_extractor_ai.book.kinds import bare_key, read_title
from pdf_extractor_ai.book.model import ContentsEntry

_LEADER = re.compile(r"(?:[.·…_]\s?){3,}\s*\S{0,6}$|\s{3,}\d{1,4}$")
_MAX_LINE = 100
_MAX_TITLE_LINE = 70
_ENDED = (".", "!", "?", ":", "。", "！", "？", "”", '"', ")")


def page_lines(pdf: bytes, pages: Sequence[int], *, name: str, password: str | None = None) -> dict[int, list[str]]:
    """Page -> its lines of text, white space collapsed, blank ones left out. Raises ``InvalidPdfError``."""
    from pdf_extractor_ai.pdfium import opened
    from pdf_extractor_ai.source import open_source

    found: dict[int, list[str]] = {}
    with opened(open_source(pdf, name=name, password=password).data) as document:
        for number in pages:
            if not 1 <= number <= len(document):
                continue
            text = _page_text(document, number)
            lines = (" ".join(line.split()) for line in text.replace("\r", "\n").split("\n"))
            found[number] = [line for line in lines if line]
    return found


def _page_text(document: Any, number: int) -> str:
    """The text of one page, ``""`` of one that cannot be loaded."""
    import pypdfium2

    try:
        page = document[number - 1]
    except pypdfium2.PdfiumError:
        return ""
    try:
        text_page = page.get_textpage()
        try:
            return str(text_page.get_text_range())
        finally:
            text_page.close()
    except pypdfium2.PdfiumError:
        return ""
    finally:
        page.close()


def with_openings(
    flow: Sequence[FlowBlock], lines: Mapping[int, Sequence[str]], contents: Sequence[ContentsEntry]
) -> list[FlowBlock]:
    """``flow`` with paragraphs cut where a line of theirs opens a part; the opening is a heading of level 1."""
    listed = {bare_key(entry.title) for entry in contents if bare_key(entry.title)}
    out: list[FlowBlock] = []
    for block in flow:
        if block.kind != "text":
            out.append(block)
            continue
        pieces = [block]
        for page in range(block.page, block.last_page + 1):
            for opening, title in _openings(lines.get(page, ()), listed):
                pieces[-1:] = _split(pieces[-1], opening, title, page, last=page > block.page)
        out.extend(pieces)
    return out


def _openings(lines: Sequence[str], listed: set[str]) -> list[tuple[str, str]]:
    """The lines that open parts, each as it is printed and as a title; lines of a title below a label are with it."""
    if lines and read_title(lines[0]).kind in ("contents", "lists"):
        return []
    found: list[tuple[str, str]] = []
    for index, line in enumerate(lines):
        numbered = bare_key(line) in listed and line[:1].isdecimal()
        before = lines[index - 1] if index else ""
        if index == 0 and len(lines) > 1 and _is_back_matter(line):
            found.append((line, line))
            continue
        if len(line) > _MAX_LINE or not (numbered or _is_opening(line, before, lines[index + 1 : index + 2])):
            continue
        title = read_title(line)
        below = _title_lines(lines[index + 1 :]) if title.label and not title.bare else []
        printed = " ".join([line, *below])
        found.append((printed, read_title(f"{title.label}: {' '.join(below)}").shown if below else title.shown))
    return found


def _is_opening(line: str, before: str, after: Sequence[str]) -> bool:
    title = read_title(line)
    if _LEADER.search(line):
        return False
    if title.kind not in ("chapter", "part", "appendix") or not title.label or title.bare[:1].islower():
        return False
    if not (title.label[:1].isupper() or title.label[:1] >= "\u2e80") or line.endswith((".", ",", ";")):
        return False
    ended = (
        not before or before.endswith(_ENDED) or len(before) < 0.6 * max(map(len, after), default=0) or len(before) < 40
    )
    return ended and (not after or not after[0][:1].islower())


def _is_back_matter(line: str) -> bool:
    """Whether the first line of a page is the title of an index, a bibliography and the like, and no sentence."""
    return read_title(line[:_MAX_LINE]).kind == "back" and line[:1].isupper() and line[-1:].isalpha()


def _title_lines(lines: Sequence[str]) -> list[str]:
    """The title below a lone label: one short line, and more of them in capitals."""
    found: list[str] = []
    for line in lines[:3]:
        if len(line) > _MAX_TITLE_LINE or line.endswith((".", ",", ";", ":")) or line[:1].islower():
            break
        if found and not line.isupper():
            break
        if not found and len(lines) < 2:
            break
        found.append(line)
    return found


def _split(block: FlowBlock, opening: str, title: str, page: int, *, last: bool) -> list[FlowBlock]:
    """The block cut into what stands before ``opening``, the opening as a heading, and what stands after it."""
    from pdf_extractor_ai.markdown.inline import escape

    shown = escape(opening)
    text, plain = block.text, block.plain
    at, at_plain = (text.rfind(shown), plain.rfind(opening)) if last else (text.find(shown), plain.find(opening))
    whole = plain == opening
    if at < 0 or at_plain < 0 or (at_plain and plain[at_plain - 1] != " ") or block.level >= 0:
        return [block]
    end, end_plain = at + len(shown), at_plain + len(opening)
    if not whole and end_plain < len(plain) and plain[end_plain] != " ":
        return [block]
    heading = replace(
        block, page=page, last_page=page, kind="heading", level=1, text=f"## {escape(title)}", plain=title
    )
    before = replace(block, text=text[:at].rstrip(), plain=plain[:at_plain].rstrip(), last_page=page)
    after = replace(block, page=page, text=text[end:].lstrip(), plain=plain[end_plain:].lstrip())
    return [piece for piece in (before, heading, after) if piece.text]
