"""A document's pages and headings without the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.assembler.copies import append_copy
from pdf_extractor_ai.markdown.titles import headings

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument


def headings_only(document: DoclingDocument) -> DoclingDocument:
    """A new document with the pages and headings of ``document``, enough for ``layout_from_markdown``."""
    from docling_core.types.doc import DoclingDocument

    found = DoclingDocument(name=document.name)
    for number, page in sorted(document.pages.items()):
        found.add_page(page_no=number, size=page.size)
    above: list[tuple[int, Any]] = []
    for heading in headings(document):
        level = max(1, heading.level)
        while above and above[-1][0] >= level:
            above.pop()
        parent = above[-1][1] if above else found.body
        copy = append_copy(found, heading.item, parent)
        if not copy.text:
            _copy_runs(document, heading.item, found, copy)
        above.append((level, copy))
    return found


def _copy_runs(document: DoclingDocument, item: Any, found: DoclingDocument, copy: Any) -> None:
    """The inline group that holds the text of a heading."""
    for ref in item.children[:1]:
        group = ref.resolve(document)
        if group.label.value == "inline":
            runs = append_copy(found, group, copy)
            for run in group.children:
                append_copy(found, run.resolve(document), runs)
