"""``open_document``: the map of a document, its parts as lists, or the PDFs there are."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from pdf_extractor_ai.mcp.answers import Answer, Call
from pdf_extractor_ai.mcp.budget import fitted
from pdf_extractor_ai.mcp.record import DocumentRecord, SectionRecord
from pdf_extractor_ai.mcp.tools.base import (
    ITEMS,
    NUMBER,
    OBJECT,
    TEXT,
    DocumentArguments,
    MaxTokens,
    Request,
    Start,
    Tool,
    checked_start,
    page_ranges,
)

MAP_TOKENS = 2000
_SHORT = 70
_MAX_FLAGS = 10
_FIRST = {"chapters": 12, "tables": 6, "figures": 4}
_KINDS = ("chapters", "outline", "tables", "figures")
_VIEWS = {"chapters": "outline", "outline": "outline", "tables": "tables", "figures": "figures"}


class OpenArguments(DocumentArguments):
    """A document to open, or none for a list."""

    path: str = Field("", description="PDF in the server's roots; empty: list the PDFs")
    view: Literal["map", "outline", "tables", "figures"] = "map"
    start: Start = Field(0, description="list entries to skip")
    max_tokens: MaxTokens = MAP_TOKENS


async def open_document(arguments: OpenArguments, request: Request) -> Answer:
    """The map, a list of one kind of parts, or the list of files; the only PDF there is opens by itself."""
    if not arguments.path:
        files = await asyncio.to_thread(request.access.documents)
        if len(files) != 1:
            request.services.engine.warm_up()  # one of these will be asked for next
            return _files(files, arguments)
        arguments = arguments.model_copy(update={"path": files[0][0]})
    record, origin = await request.document(arguments, "open_document")
    if arguments.view == "map":
        return _map(record, arguments, cached=origin != "extracted")
    return _list(record, arguments)


def _files(files: list[tuple[str, int]], arguments: OpenArguments) -> Answer:
    start = checked_start(arguments.start, len(files), "start")

    def build(count: int) -> Answer:
        shown = files[start : start + count]
        left = len(files) - start - count
        return Answer(
            facts={"total": len(files)},
            data={"files": [{"path": path, "bytes": size} for path, size in shown]},
            head=f"{len(files)} PDFs; open one with open_document and its path",
            body="\n".join(f"{path} ({size} bytes)" for path, size in shown),
            cut=f"{left} files are left" if left else "",
            next=Call("open_document", {"start": start + count, "max_tokens": arguments.max_tokens}) if left else None,
        )

    return build(fitted(build, len(files) - start, arguments.budget))


def _map(record: DocumentRecord, arguments: OpenArguments, *, cached: bool) -> Answer:
    parts = _parts(record)
    order = list(_by_weight(parts))
    flags = [
        {"code": flag.code, "pages": _short(page_ranges(list(flag.pages)), 40), "remedy": flag.remedy}
        for flag in record.flags[:_MAX_FLAGS]
    ]

    def build(count: int) -> Answer:
        shown = {kind: sorted(index for one, index in order[:count] if one == kind) for kind in _KINDS}
        left = {kind: len(parts[kind]) - len(shown[kind]) for kind in _KINDS if len(parts[kind]) > len(shown[kind])}
        more = [arguments.call("open_document", view=view) for view in dict.fromkeys(_VIEWS[kind] for kind in left)]
        facts: dict[str, Any] = {
            "path": arguments.path,
            "document": record.id,
            "page_count": record.page_count,
            "status": record.status,
            "counts": {kind: len(parts[kind]) for kind in _KINDS},
            "flags": flags,
            "cached": cached,
        }
        if left:
            facts |= {"left_out": left, "more": [call.to_dict() for call in more]}
        data: dict[str, Any] = {"title": _short(record.title, 160)}
        data |= {kind: [parts[kind][index][0] for index in shown[kind]] for kind in _KINDS}
        body = [f"Title: {data['title']}"]
        for kind in _KINDS:
            body += [kind.capitalize() + ":"] * bool(shown[kind]) + [parts[kind][index][1] for index in shown[kind]]
        hints = [f"Flag {flag['code']}, pages {flag['pages'] or 'all'}. {flag['remedy']}" for flag in flags]
        if left:
            views = " or ".join(f'view="{call.arguments["view"]}"' for call in more)
            hints.append(f"Left out: {', '.join(f'{n} {kind}' for kind, n in left.items())}; see them with {views}.")
        return Answer(
            facts=facts,
            data=data,
            head=f"{Path(arguments.path).name}: {record.page_count} pages, {_counted(parts)}; document {record.id}",
            body="\n".join(body),
            hints=tuple(hints),
            next=Call("read_pages", {k: v for k, v in arguments.call("").arguments.items() if k in ("path", "ocr")}),
        )

    return build(fitted(build, len(order), min(arguments.budget, MAP_TOKENS), least=0))


Part = tuple[dict[str, Any], str]
"""An entry as structure and as a line."""


def _parts(record: DocumentRecord) -> dict[str, list[Part]]:
    """Kind -> its entries in the order of the document; chapters are the headings of the highest level."""
    levels = [section.level for section in record.sections if section.level]
    top = min(levels, default=0)
    return {
        "chapters": [_section(section) for section in record.sections if section.level == top],
        "outline": [_section(section) for section in record.sections if section.level != top],
        "tables": [
            (
                {
                    "id": table.id,
                    "page": table.page,
                    "rows": len(table.rows),
                    "columns": table.columns,
                    "caption": _short(table.caption),
                },
                f"{table.id} p. {table.page}, {len(table.rows)} x {table.columns}: {_short(table.caption)}",
            )
            for table in record.tables
        ],
        "figures": [
            (
                {"id": figure.id, "page": figure.page, "caption": _short(figure.caption)},
                f"{figure.id} p. {figure.page}: {_short(figure.caption)}",
            )
            for figure in record.figures
        ],
    }


def _section(section: SectionRecord) -> Part:
    pages = f"{section.page}-{section.last_page}" if section.last_page > section.page else str(section.page)
    entry = {
        "id": section.id,
        "level": section.level,
        "title": _short(section.title),
        "pages": pages,
        "tokens": section.tokens,
    }
    line = f"{section.id} {_short(section.title)} (p. {pages}, ~{section.tokens} tokens)"
    return entry, "  " * max(0, section.level - 1) + line


def _by_weight(parts: dict[str, list[Part]]) -> Iterator[tuple[str, int]]:
    """Entries by how much a reader misses them: a few of each kind, then chapters, headings by level, the rest."""
    for kind, first in _FIRST.items():
        yield from ((kind, index) for index in range(min(first, len(parts[kind]))))
    yield from (("chapters", index) for index in range(_FIRST["chapters"], len(parts["chapters"])))
    levels = [entry["level"] for entry, _ in parts["outline"]]
    yield from (("outline", index) for index in sorted(range(len(levels)), key=lambda index: (levels[index], index)))
    for kind in ("tables", "figures"):
        yield from ((kind, index) for index in range(_FIRST[kind], len(parts[kind])))


def _list(record: DocumentRecord, arguments: OpenArguments) -> Answer:
    kind = arguments.view
    parts = [_section(section) for section in record.sections] if kind == "outline" else _parts(record)[kind]
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


def _counted(parts: dict[str, list[Part]]) -> str:
    names = {"chapters": "chapters", "outline": "headings below them", "tables": "tables", "figures": "figures"}
    return ", ".join(f"{len(parts[kind])} {names[kind]}" for kind in _KINDS)


def _short(text: str, size: int = _SHORT) -> str:
    return text if len(text) <= size else text[: size - 1] + "…"


OPEN_DOCUMENT = Tool(
    name="open_document",
    group="read",
    description="Start here: map of a PDF in at most 2,000 tokens: title, chapters, outline, tables, figures, flags. "
    "Without path: the PDFs there are.",
    arguments=OpenArguments,
    output={
        "document": TEXT,
        "page_count": NUMBER,
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
