"""``open_document``: the map of a document, its parts as lists, or the PDFs there are."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Literal

from pydantic import Field

from pdf_extractor_ai.mcp.answers import Answer, Call
from pdf_extractor_ai.mcp.budget import fits, fitted
from pdf_extractor_ai.mcp.record import DocumentRecord
from pdf_extractor_ai.mcp.tools.base import (
    ITEMS,
    NUMBER,
    OBJECT,
    SCORE,
    TEXT,
    DocumentArguments,
    MaxTokens,
    Request,
    Start,
    Tool,
    checked_start,
)
from pdf_extractor_ai.mcp.tools.document_map import DocumentMap, bookmark_part, parts_of, section_part

MAP_TOKENS = 2000


class OpenArguments(DocumentArguments):
    """A document to open, or none for a list."""

    path: str = Field("", description="PDF in the server's roots; empty: list the PDFs")
    view: Literal["map", "outline", "tables", "figures"] = "map"
    start: Start = Field(0, description="list entries to skip")
    max_tokens: MaxTokens = MAP_TOKENS


async def open_document(arguments: OpenArguments, request: Request) -> Answer:
    """The map, a list of one kind of parts, or the list of files; the only PDF there is opens by itself."""
    if not arguments.path:
        files, complete = await asyncio.to_thread(request.access.documents)
        if len(files) != 1:
            request.services.engine.warm_up()  # one of these will be asked for next
            return _files(files, complete, arguments)
        arguments = arguments.model_copy(update={"path": files[0][0]})
    record, origin = await request.document(arguments, "open_document")
    if arguments.view == "map":
        return _map(DocumentMap(record, arguments, origin != "extracted"), min(arguments.budget, MAP_TOKENS))
    return _list(record, arguments)


def _map(found: DocumentMap, max_tokens: int) -> Answer:
    """The map with as many entries as fit."""
    if not fits(found.answer(0), max_tokens):
        found = replace(found, terse=True)
    return found.answer(fitted(found.answer, len(found.order), max_tokens, least=0))


def _files(files: list[tuple[str, int]], complete: bool, arguments: OpenArguments) -> Answer:
    start = checked_start(arguments.start, len(files), "start")

    def build(count: int) -> Answer:
        shown = files[start : start + count]
        left = len(files) - start - count
        return Answer(
            facts={"total": len(files), "all_folders_seen": complete},
            data={"files": [{"path": path, "bytes": size} for path, size in shown]},
            head=f"{len(files)} PDFs; open one with open_document and its path",
            body="\n".join(f"{path} ({size} bytes)" for path, size in shown),
            cut=f"{left} files are left" if left else "",
            hints=() if complete else ("There are too many files to look at all; name a root deeper down.",),
            next=Call("open_document", {"start": start + count, "max_tokens": arguments.max_tokens}) if left else None,
        )

    return build(fitted(build, len(files) - start, arguments.budget))


def _list(record: DocumentRecord, arguments: OpenArguments) -> Answer:
    kind = arguments.view
    if kind == "outline":
        parts = [section_part(section) for section in record.sections] or [
            bookmark_part(mark) for mark in record.bookmarks
        ]
    else:
        parts = parts_of(record)[kind]
    start = checked_start(arguments.start, len(parts), "start")

    def build(count: int) -> Answer:
        shown = parts[start : start + count]
        left = len(parts) - start - count
        return Answer(
            facts={"path": arguments.path, "document": record.id, "total": len(parts)},
            data={kind: [entry for entry, _ in shown]},
            head=f"{arguments.path}: {kind}, {len(shown)} of {len(parts)} from {start}",
            body="\n".join(line for _, line in shown),
            cut=f"{left} entries are left" if left else "",
            next=arguments.call("open_document", start=start + count) if left else None,
        )

    return build(fitted(build, len(parts) - start, arguments.budget))


OPEN_DOCUMENT = Tool(
    name="open_document",
    group="read",
    description="Start here: map of a PDF in at most 2,000 tokens: title, chapters, outline, tables, figures, flags. "
    "Without path: the PDFs there are.",
    arguments=OpenArguments,
    output={
        "document": TEXT,
        "page_count": NUMBER,
        "quality": SCORE,
        "title": TEXT,
        "counts": OBJECT,
        "flags": ITEMS,
        "chapters": ITEMS,
        "outline": ITEMS,
        "tables": ITEMS,
        "figures": ITEMS,
        "files": ITEMS,
        "next": OBJECT,
    },
    run=open_document,
)
