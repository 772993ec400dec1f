"""The map of a document: what it is, what is in it and where, in few tokens whatever its size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pdf_extractor_ai.mcp.answers import Answer, Call
from pdf_extractor_ai.mcp.record import BookmarkRecord, DocumentRecord, SectionRecord
from pdf_extractor_ai.mcp.tools.base import DocumentArguments, page_ranges
from pdf_extractor_ai.report import NOT_ASSESSED

KINDS = ("chapters", "outline", "tables", "figures")

_VIEWS = {"chapters": "outline", "outline": "outline", "tables": "tables", "figures": "figures"}
_FIRST = {"chapters": 12, "tables": 6, "figures": 4}
_SHORT = 70
_MAX_FLAGS = 10
_MAX_RANGE = 40
_MAX_INDENT = 8

Part = tuple[dict[str, Any], str]
"""An entry as structure and as a line."""


@dataclass(frozen=True)
class DocumentMap:
    """The map of ``record``; ``answer`` writes it with as many entries as are wanted.

    A ``terse`` one, for a long path and many flags, leaves out what to do about the flags and the exact calls for
    what it has no room for.
    """

    record: DocumentRecord
    arguments: DocumentArguments
    cached: bool
    terse: bool = False

    @cached_property
    def parts(self) -> dict[str, list[Part]]:
        """Kind -> its entries."""
        return parts_of(self.record)

    @cached_property
    def order(self) -> list[tuple[str, int]]:
        """Kind and index of all entries, the most important first."""
        return list(_by_weight(self.parts))

    @cached_property
    def flags(self) -> list[dict[str, str]]:
        """The first flags of the document."""
        return [
            {"code": flag.code, "pages": short(page_ranges(list(flag.pages)), _MAX_RANGE)}
            | ({} if self.terse else {"remedy": flag.remedy})
            for flag in self.record.flags[:_MAX_FLAGS]
        ]

    def answer(self, count: int) -> Answer:
        """The map with the first ``count`` entries of ``order``, each kind in the order of the document."""
        shown = {kind: sorted(index for one, index in self.order[:count] if one == kind) for kind in KINDS}
        left = {kind: len(self.parts[kind]) - len(shown[kind]) for kind in KINDS}
        left = {kind: number for kind, number in left.items() if number}
        title = short(self.record.title, 160)
        body = [f"Title: {title}"]
        for kind in KINDS:
            body += [f"{kind.capitalize()}:"] * bool(shown[kind])
            body += [self.parts[kind][index][1] for index in shown[kind]]
        pages = f"{self.record.page_count} pages, {_counted(self.parts)}"
        facts = self._facts(left)
        return Answer(
            facts=facts,
            data={"title": title} | {kind: [self.parts[kind][index][0] for index in shown[kind]] for kind in KINDS},
            head=f"{Path(self.arguments.path).name}: {pages}; document {self.record.id}; quality {facts['quality']}",
            body="\n".join(body),
            hints=tuple(self._hints(left)),
            next=Call("read_pages", self.arguments.call("").only("path", "ocr")),
        )

    def _facts(self, left: dict[str, int]) -> dict[str, Any]:
        facts: dict[str, Any] = {
            "path": self.arguments.path,
            "document": self.record.id,
            "page_count": self.record.page_count,
            "status": self.record.status,
            "quality": NOT_ASSESSED if self.record.quality is None else self.record.quality,
            "counts": {kind: len(self.parts[kind]) for kind in KINDS},
            "flags": self.flags,
            "cached": self.cached,
        }
        if self.record.card:
            facts["card"] = self.record.card
        if self.record.layer:
            facts["has_semantic_layer"] = True
        if left:
            calls = [self.arguments.call("open_document", view=view) for view in _views(left)]
            facts["left_out"] = left
            if not self.terse:
                facts["more"] = [call.to_dict() for call in calls]
        return facts

    def _hints(self, left: dict[str, int]) -> Iterator[str]:
        for flag in self.flags:
            yield f"Flag {flag['code']}, pages {flag['pages'] or 'all'}. {flag.get('remedy', '')}".rstrip()
        if self.record.card:
            yield f"It carries an index card ({self.record.card}): read_manifest."
        if self.record.layer:
            yield "It carries a semantic layer, which may say more than its pages: aipdf_extract."
        if left:
            views = " or ".join(f'view="{view}"' for view in _views(left))
            yield f"Left out: {', '.join(f'{number} {kind}' for kind, number in left.items())}; see them with {views}."


def _views(left: dict[str, int]) -> list[str]:
    """The lists that hold these kinds."""
    return list(dict.fromkeys(_VIEWS[kind] for kind in left))


def parts_of(record: DocumentRecord) -> dict[str, list[Part]]:
    """Kind -> its entries in the order of the document; chapters are the headings of the highest level."""
    levels = [section.level for section in record.sections if section.level]
    top = min(levels, default=0)
    chapters = [section_part(section) for section in record.sections if section.level == top]
    deeper = [section_part(section) for section in record.sections if section.level != top]
    if not record.sections:  # the file's own outline is better than none
        chapters = [bookmark_part(mark) for mark in record.bookmarks if not mark.depth]
        deeper = [bookmark_part(mark) for mark in record.bookmarks if mark.depth]
    return {
        "chapters": chapters,
        "outline": deeper,
        "tables": [
            (
                {
                    "id": table.id,
                    "page": table.page,
                    "rows": len(table.rows),
                    "columns": table.columns,
                    "caption": short(table.caption),
                },
                f"{table.id} p. {table.page}, {len(table.rows)} x {table.columns}: {short(table.caption)}",
            )
            for table in record.tables
        ],
        "figures": [
            (
                {"id": figure.id, "page": figure.page, "caption": short(figure.caption)},
                f"{figure.id} p. {figure.page}: {short(figure.caption)}",
            )
            for figure in record.figures
        ],
    }


def section_part(section: SectionRecord) -> Part:
    """A section as an entry."""
    pages = f"{section.page}-{section.last_page}" if section.last_page > section.page else str(section.page)
    entry = {
        "id": section.id,
        "level": section.level,
        "title": short(section.title),
        "pages": pages,
        "tokens": section.tokens,
    }
    line = f"{section.id} {short(section.title)} (p. {pages}, ~{section.tokens} tokens)"
    return entry, "  " * min(max(0, section.level - 1), _MAX_INDENT) + line


def bookmark_part(mark: BookmarkRecord) -> Part:
    """A bookmark as an entry; it has no id, as no section belongs to it."""
    entry = {"level": mark.depth + 1, "title": short(mark.title), "pages": str(mark.page)}
    return entry, f"{'  ' * min(mark.depth, _MAX_INDENT)}{short(mark.title)} (p. {mark.page})"


def _by_weight(parts: dict[str, list[Part]]) -> Iterator[tuple[str, int]]:
    """Entries by how much a reader misses them: a few of each kind, then chapters, headings by level, the rest."""
    for kind, first in _FIRST.items():
        yield from ((kind, index) for index in range(min(first, len(parts[kind]))))
    yield from (("chapters", index) for index in range(_FIRST["chapters"], len(parts["chapters"])))
    levels = [entry["level"] for entry, _ in parts["outline"]]
    yield from (("outline", index) for index in sorted(range(len(levels)), key=lambda index: (levels[index], index)))
    for kind in ("tables", "figures"):
        yield from ((kind, index) for index in range(_FIRST[kind], len(parts[kind])))


def _counted(parts: dict[str, list[Part]]) -> str:
    names = {"chapters": "chapters", "outline": "headings below them", "tables": "tables", "figures": "figures"}
    return ", ".join(f"{len(parts[kind])} {names[kind]}" for kind in KINDS)


def short(text: str, size: int = _SHORT) -> str:
    """``text``, or its beginning with an ellipsis."""
    return text if len(text) <= size else text[: size - 1] + "…"
