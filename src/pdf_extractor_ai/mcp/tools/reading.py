"""``read_pages`` and ``read_section``: the Markdown of a document, piece by piece."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from pdf_extractor_ai.errors import InvalidOptionError, NothingFoundError
from pdf_extractor_ai.extraction.page_choice import PageChoice
from pdf_extractor_ai.mcp.answers import Answer
from pdf_extractor_ai.mcp.budget import fits, fitted_text, largest
from pdf_extractor_ai.mcp.record import DocumentRecord, SectionRecord, bannered
from pdf_extractor_ai.mcp.tools.base import (
    NUMBER,
    OBJECT,
    TEXT,
    TRUTH,
    DocumentArguments,
    Request,
    Start,
    Tool,
    checked_start,
    page_ranges,
)
from pdf_extractor_ai.report import DOUBTFUL

_NOTES = {
    "image_only": "no text: the page is a picture; ocr=true reads it",
    "failed": "the page could not be read",
    "blank": "blank",
}
_MAX_LISTED = 10


class PagesArguments(DocumentArguments):
    """Pages to read."""

    pages: str = Field("", description="as 1-3,8 or 5-; empty: all")
    offset: Start = Field(0, description="characters of the first page to skip")


class SectionArguments(DocumentArguments):
    """A section to read."""

    section: str = Field(description="id from open_document (s3) or title")
    offset: Start = 0


async def read_pages(arguments: PagesArguments, request: Request) -> Answer:
    """As many of the pages as fit, each whole; one that does not fit alone is cut."""
    record, origin = await request.document(arguments, "read_pages")
    numbers = _chosen(arguments.pages, record)
    texts = record.page_texts()
    first = bannered(numbers[0], texts[numbers[0]])
    offset = checked_start(arguments.offset, len(first), "offset")

    def build(count: int, end: int | None = None) -> Answer:
        pieces = [bannered(number, texts[number]) for number in numbers[1:count]]
        content = "\n\n".join([first[offset:end], *pieces])
        taken = numbers[:count]
        left = numbers[count:] if end is None else numbers
        facts: dict[str, Any] = {
            "path": arguments.path,
            "document": record.id,
            "pages": page_ranges(taken),
            "page_count": record.page_count,
            "complete": not left,
            "cached": origin != "extracted",
        }
        notes = _page_notes(record, taken)
        if notes:
            facts["page_notes"] = notes
        going_on = f" from character {offset}" if offset else ""
        return Answer(
            facts=facts,
            data={"content": content},
            head=f"{arguments.path}, page {page_ranges(taken)} of {record.page_count}{going_on}",
            body=content,
            cut=f"left to read: pages {page_ranges(left)}" if left else "",
            next=arguments.call("read_pages", pages=page_ranges(left), offset=end) if left else None,
            hints=tuple(f"Page {pages}: {note}." for note, pages in notes.items()),
        )

    count = largest(lambda size: fits(build(size), arguments.budget), len(numbers))
    if count:
        return build(count)
    return build(1, fitted_text(lambda end: build(1, end), first, offset, arguments.budget))


def _chosen(pages: str, record: DocumentRecord) -> list[int]:
    known = [page.number for page in record.pages]
    if not pages.strip():
        return known
    wanted = PageChoice.parse(pages).among(known[-1])
    chosen = [number for number in known if number in wanted]
    if not chosen:
        raise NothingFoundError(
            f"no such page: {pages[:40]}; the document has {len(known)}", remedy="Choose pages that are there."
        )
    return chosen


def _page_notes(record: DocumentRecord, numbers: list[int]) -> dict[str, str]:
    """What is to be said of these pages -> which ones."""
    wanted = set(numbers)
    found: dict[str, list[int]] = {}
    for page in record.pages:
        if page.number not in wanted:
            continue
        if page.status in _NOTES:
            found.setdefault(_NOTES[page.status], []).append(page.number)
        elif page.quality is not None and page.quality < DOUBTFUL:
            found.setdefault("doubtful: compare numbers with the page", []).append(page.number)
        if page.hidden:
            found.setdefault("hidden text was left out", []).append(page.number)
        if page.runs_from:
            found.setdefault(f"its text is part of a block on page {page.runs_from}", []).append(page.number)
    return {note: page_ranges(pages) for note, pages in found.items()}


async def read_section(arguments: SectionArguments, request: Request) -> Answer:
    """A section with its subsections."""
    record, origin = await request.document(arguments, "read_section")
    section = _section(arguments.section, record)
    text = record.section_text(section)
    offset = checked_start(arguments.offset, len(text), "offset")

    def build(end: int) -> Answer:
        complete = end >= len(text)
        content = text[offset:end]
        pages = f"{section.page}-{section.last_page}" if section.last_page > section.page else str(section.page)
        return Answer(
            facts={
                "path": arguments.path,
                "document": record.id,
                "section": section.id,
                "level": section.level,
                "pages": pages,
                "complete": complete,
                "cached": origin != "extracted",
            },
            data={"title": section.title, "content": content},
            head=f"{arguments.path}, section {section.id}, page {pages}",
            body=content,
            cut="" if complete else f"the section goes on at character {end} of {len(text)}",
            next=None if complete else arguments.call("read_section", section=section.id, offset=end),
        )

    return build(fitted_text(build, text, offset, arguments.budget))


def _section(wanted: str, record: DocumentRecord) -> SectionRecord:
    """The section of that id or title; of a part of a title, when only one has it."""
    name = " ".join(wanted.split()).casefold()
    by_id = [section for section in record.sections if section.id == name]
    same = [section for section in record.sections if section.title.casefold() == name]
    part = [section for section in record.sections if name and name in section.title.casefold()]
    found = by_id or same or part
    if not found:
        raise NothingFoundError(
            f"no such section: {wanted[:80]}", remedy="Take an id from open_document with view='outline'."
        )
    if len(found) > 1:
        ids = ", ".join(f"{section.id} (page {section.page})" for section in found[:_MAX_LISTED])
        raise InvalidOptionError(f"{len(found)} sections match {wanted[:80]!r}: {ids}", remedy="Give one of the ids.")
    return found[0]


READ_PAGES = Tool(
    name="read_pages",
    group="read",
    description="Read pages as Markdown, in reading order with tables. A cut answer names the next call.",
    arguments=PagesArguments,
    output={
        "pages": TEXT,
        "page_count": NUMBER,
        "content": TEXT,
        "complete": TRUTH,
        "page_notes": OBJECT,
        "next": OBJECT,
    },
    required=("content", "pages", "complete"),
    run=read_pages,
)
READ_SECTION = Tool(
    name="read_section",
    group="read",
    description="Read one section with its subsections as Markdown.",
    arguments=SectionArguments,
    output={"section": TEXT, "pages": TEXT, "title": TEXT, "content": TEXT, "complete": TRUTH, "next": OBJECT},
    required=("content", "section", "complete"),
    run=read_section,
)
