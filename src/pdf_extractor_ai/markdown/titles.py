"""The headings of a tree, and the one that names the document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.runs import blank_between

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument


@dataclass(frozen=True, slots=True)
class Heading:
    """A title (``level`` 0) or section header (``level`` from 1) with its text and first page."""

    item: Any
    text: str
    level: int
    page: int | None


def item_text(item: Any, document: DoclingDocument) -> str:
    """The text of an item; of one that keeps it in an inline group, the text of the group's runs."""
    text: str = item.text
    if text or not item.children:
        return text
    child = item.children[0].resolve(document)
    if getattr(child.label, "value", "") != "inline":
        return text
    runs = [getattr(ref.resolve(document), "text", "") for ref in child.children]
    return blank_between(child.name, runs).join(runs)


def headings(document: DoclingDocument) -> Iterator[Heading]:
    """Titles and section headers of the body in tree order."""
    stack = list(reversed(document.body.children))
    while stack:
        item: Any = stack.pop().resolve(document)
        label = item.label.value
        if label in ("picture", "chart", "table", "document_index"):
            continue
        stack.extend(reversed(item.children))
        if label not in ("title", "section_header") or item.content_layer.value != "body":
            continue
        level = 0 if label == "title" else max(1, item.level)
        page = item.prov[0].page_no if item.prov else None
        yield Heading(item, item_text(item, document), level, page)


def document_title(document: DoclingDocument, fallback: str | None = None) -> str | None:
    """The document's title.

    Of the titles and section headers on page 1 the one of the lowest level (a title before any section header),
    the longest of those, with its white space collapsed; else the first heading of the lowest level anywhere;
    else ``fallback``.
    """
    found = [heading for heading in headings(document) if heading.text.strip()]
    first_page = [heading for heading in found if heading.page == 1]
    if first_page:
        top = min(heading.level for heading in first_page)
        texts = [" ".join(heading.text.split()) for heading in first_page if heading.level == top]
        return max(texts, key=len)
    if found:
        return min(found, key=lambda heading: max(1, heading.level)).text.strip()
    return fallback
