"""``search_chapters``, ``read_chapter``, ``get_agent_manifest``: the folders that PDFs were converted to as books."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from pdf_extractor_ai.errors import AccessDeniedError
from pdf_extractor_ai.mcp.answers import Answer, Call
from pdf_extractor_ai.mcp.budget import fitted, fitted_text
from pdf_extractor_ai.mcp.tools.base import (
    DEFAULT_TOKENS,
    ITEMS,
    LIST,
    NUMBER,
    OBJECT,
    TEXT,
    TRUTH,
    Arguments,
    MaxTokens,
    Request,
    Start,
    Tool,
    checked_start,
)

if TYPE_CHECKING:
    from pdf_extractor_ai.book.shelf import Library

_GROUP = "book"
_MAX_HITS = 50
_HIT_KEYS = ("book", "chapter_id", "title", "file_path", "start_page", "end_page", "page", "offset", "score", "snippet")


class SearchArguments(Arguments):
    """What to look for in the books."""

    query: Annotated[str, Field(max_length=300)]
    book: str = ""
    limit: Annotated[int, Field(ge=1, le=_MAX_HITS)] = 10
    start: Start = Field(0, description="hits to skip")
    max_tokens: MaxTokens = DEFAULT_TOKENS


class ChapterArguments(Arguments):
    """A chapter to read."""

    book: str
    chapter_id: int | str = Field(description="number, file name or title")
    offset: Start = Field(0, description="characters to skip")
    max_tokens: MaxTokens = DEFAULT_TOKENS


class ManifestArguments(Arguments):
    """A book, or none for the list of books."""

    book: str = Field("", description="empty: list the books")
    start: Start = Field(0, description="entries to skip")
    max_tokens: MaxTokens = DEFAULT_TOKENS


def _library(request: Request) -> Library:
    root = request.services.settings.library or next(iter(request.access.roots), None)
    if root is None:
        raise AccessDeniedError("no folder of books is open to this server", remedy="Start it with --library FOLDER.")
    return request.services.library(root)


async def search_chapters(arguments: SearchArguments, request: Request) -> Answer:
    """The best chapters, as many of ``limit`` as fit; the library knows the order of the first 50."""
    library = _library(request)
    search = partial(library.search, book=arguments.book or None, limit=_MAX_HITS)
    result = await asyncio.to_thread(search, arguments.query)
    start = checked_start(arguments.start, len(result.hits), "start")
    hits = [asdict(hit) for hit in result.hits[start : start + arguments.limit]]
    results = [{key: hit[key] for key in _HIT_KEYS} for hit in hits]

    def build(count: int) -> Answer:
        shown = results[:count]
        left = len(result.hits) - start - count
        lines = [
            f"{hit['book']} {hit['chapter_id']} (p. {hit['start_page']}-{hit['end_page']}) {hit['title']}: "
            f"{hit['snippet']}"
            for hit in shown
        ]
        return Answer(
            facts={"query": arguments.query, "total": result.total},
            data={"results": shown},
            head=f"{result.total} chapters match",
            body="\n".join(lines),
            cut=f"{left} more hits are left" if left else "",
            next=arguments.call("search_chapters", start=start + count) if left else None,
        )

    return build(fitted(build, len(results), arguments.budget))


async def read_chapter(arguments: ChapterArguments, request: Request) -> Answer:
    """One chapter file, in pieces that follow each other without a gap."""
    library = _library(request)
    read = partial(library.read, arguments.book, arguments.chapter_id, max_tokens=None, offset=arguments.offset)
    chapter = await asyncio.to_thread(read)
    text, offset = chapter.text, arguments.offset
    facts: dict[str, Any] = {
        "chapter_id": chapter.chapter_id,
        "start_page": chapter.start_page,
        "end_page": chapter.end_page,
        "offset": offset,
        "characters": chapter.characters,
    }

    def build(end: int) -> Answer:
        complete = end >= len(text)
        following = chapter.next_call if complete else None
        data: dict[str, Any] = {
            "book": chapter.book,
            "title": chapter.title,
            "file_path": chapter.file_path,
            "content": text[:end],
        }
        if following is not None:
            data["following"] = {"book": following["book"], "chapter_id": following["chapter"]}
        return Answer(
            facts=facts | {"complete": complete},
            data=data,
            head=f"chapter {chapter.chapter_id}, pages {chapter.start_page}-{chapter.end_page}",
            body="\n\n".join((f"{chapter.file_path}: {chapter.title}", text[:end])),
            cut="" if complete else f"the chapter goes on at character {offset + end} of {chapter.characters}",
            next=None if complete else arguments.call("read_chapter", offset=offset + end),
        )

    return build(fitted_text(build, text, 0, arguments.budget))


async def get_agent_manifest(arguments: ManifestArguments, request: Request) -> Answer:
    """The manifest of a book, its chapters in pieces if they are many; or the list of books."""
    library = _library(request)
    if not arguments.book:
        books = [asdict(book) for book in await asyncio.to_thread(library.books)]
        return _entries(arguments, {}, {}, "books", books)
    manifest = dict(await asyncio.to_thread(library.manifest, arguments.book))
    chapters = manifest.pop("chapters", [])
    chapters = [dict(each) for each in chapters if isinstance(each, dict)] if isinstance(chapters, list) else []
    tokens = [each.get("estimated_tokens") for each in chapters]
    known = [each for each in tokens if isinstance(each, int)]
    budget = {"total": sum(known), "largest_chapter": max(known, default=0)}
    return _entries(arguments, {"token_budget": budget}, manifest, "chapters", chapters)


def _entries(
    arguments: ManifestArguments, facts: dict[str, Any], data: dict[str, Any], kind: str, entries: list[dict[str, Any]]
) -> Answer:
    start = checked_start(arguments.start, len(entries), "start")

    def build(count: int) -> Answer:
        shown = entries[start : start + count]
        left = len(entries) - start - count
        lines = [f"{key}: {value}" for key, value in data.items()]
        lines += [", ".join(f"{key} {value}" for key, value in entry.items()) for entry in shown]
        return Answer(
            facts=facts | {"total": len(entries)},
            data=data | {kind: shown},
            head=f"{len(shown)} of {len(entries)} {kind} from {start}",
            body="\n".join(lines),
            cut=f"{left} {kind} are left" if left else "",
            next=Call("get_agent_manifest", arguments.call("", start=start + count).arguments) if left else None,
        )

    return build(fitted(build, len(entries) - start, arguments.budget))


TOOLS = (
    Tool(
        name="search_chapters",
        group=_GROUP,
        description="Find chapters of the converted books by words, best first.",
        arguments=SearchArguments,
        output={"query": TEXT, "total": NUMBER, "results": ITEMS, "next": OBJECT},
        required=("results", "total"),
        run=search_chapters,
    ),
    Tool(
        name="read_chapter",
        group=_GROUP,
        description="Read one chapter of a book as Markdown.",
        arguments=ChapterArguments,
        output={
            "chapter_id": NUMBER,
            "title": TEXT,
            "start_page": NUMBER,
            "end_page": NUMBER,
            "content": TEXT,
            "complete": TRUTH,
            "next": OBJECT,
        },
        required=("content", "complete"),
        run=read_chapter,
    ),
    Tool(
        name="get_agent_manifest",
        group=_GROUP,
        description="The chapter map of a book with its token budget; without book, the books there are.",
        arguments=ManifestArguments,
        output={"token_budget": OBJECT, "total": NUMBER, "chapters": ITEMS, "books": LIST, "next": OBJECT},
        required=("total",),
        run=get_agent_manifest,
    ),
)
