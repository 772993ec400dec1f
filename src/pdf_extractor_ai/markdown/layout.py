"""Line spans of pages and sections in Markdown that ``to_markdown`` wrote."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pdf_extractor_ai.markdown.banners import BANNER, lines_of
from pdf_extractor_ai.markdown.items import heading_line
from pdf_extractor_ai.markdown.titles import Heading, document_title, headings

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

_FENCE = re.compile(r" *(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class PdfPageSpan:
    """Lines of one page, from its start banner to its end banner; lines count from 1, both ends included."""

    page: int
    start_line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class PdfSectionSpan:
    """Lines of one section, from its heading to the line before the next heading.

    ``level`` is 1 for a title and for a top section. ``heading_path`` holds the texts of the headings above it
    and its own; pages are ``None`` when the Markdown has no banners.
    """

    title: str
    level: int
    start_line: int
    end_line: int
    page_start: int | None
    page_end: int | None
    heading_path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PdfDocumentLayout:
    """Title, pages and sections of one document as spans of lines."""

    document_title: str
    pages: tuple[PdfPageSpan, ...]
    sections: tuple[PdfSectionSpan, ...] = ()


def layout_from_markdown(markdown: str, document: DoclingDocument) -> PdfDocumentLayout:
    """Where the pages and sections of ``document`` lie in ``markdown``, which ``to_markdown`` made of it.

    A heading is searched as the serializer writes it, after the heading before it, outside of fenced code and on
    its own page; one that is not found is left out.
    """
    lines = lines_of(markdown)
    pages = _page_spans(lines)
    located = _located(lines, pages, document)
    title = document_title(document, fallback=document.name) or document.name
    return PdfDocumentLayout(title, pages, _sections(located, pages, len(lines)))


def _page_spans(lines: list[str]) -> tuple[PdfPageSpan, ...]:
    spans: list[PdfPageSpan] = []
    page, start = 0, 0
    for number, line in enumerate(lines, start=1):
        match = BANNER.fullmatch(line.strip())
        if match is None:
            continue
        if start:
            spans.append(PdfPageSpan(page, start, number if match[2] == "end" else number - 1))
            start = 0
        if match[2] == "start":
            page, start = int(match[1]), number
    if start:
        spans.append(PdfPageSpan(page, start, len(lines)))
    return tuple(spans)


def _located(lines: list[str], pages: tuple[PdfPageSpan, ...], document: DoclingDocument) -> list[tuple[Heading, int]]:
    places = _heading_lines(lines)
    found: list[tuple[Heading, int]] = []
    last = 0
    for heading in headings(document):
        if not heading.text.strip():
            continue
        candidates = places.get(heading_line(heading.item, document), [])
        after = candidates[bisect_right(candidates, last) :]
        if not after:
            continue
        on_page = [line for line in after if heading.page in _pages_between(pages, line, line)]
        last = on_page[0] if on_page else after[0]
        found.append((heading, last))
    return found


def _heading_lines(lines: list[str]) -> dict[str, list[int]]:
    """Text of each line that starts with ``#`` outside of fenced code -> its line numbers, ascending."""
    places: dict[str, list[int]] = {}
    fence = ""
    for number, line in enumerate(lines, start=1):
        match = _FENCE.match(line)
        if match and not fence:
            fence = match[1]
        elif fence:
            if line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif line.lstrip(" ").startswith("#"):
            places.setdefault(line.strip(), []).append(number)
    return places


def _pages_between(pages: tuple[PdfPageSpan, ...], start: int, end: int) -> list[int]:
    first = bisect_right(pages, start - 1, key=lambda span: span.end_line)
    found: list[int] = []
    for span in pages[first:]:
        if span.start_line > end:
            break
        found.append(span.page)
    return found


def _sections(
    located: list[tuple[Heading, int]], pages: tuple[PdfPageSpan, ...], last_line: int
) -> tuple[PdfSectionSpan, ...]:
    sections: list[PdfSectionSpan] = []
    path: list[tuple[int, str]] = []
    for index, (heading, start) in enumerate(located):
        end = located[index + 1][1] - 1 if index + 1 < len(located) else max(start, last_line)
        level, text = max(1, heading.level), heading.text.strip()
        while path and path[-1][0] >= level:
            path.pop()
        path.append((level, text))
        touched = _pages_between(pages, start, end)
        sections.append(
            PdfSectionSpan(
                title=text,
                level=level,
                start_line=start,
                end_line=end,
                page_start=touched[0] if touched else None,
                page_end=touched[-1] if touched else None,
                heading_path=tuple(title for _, title in path),
            )
        )
    return tuple(sections)
