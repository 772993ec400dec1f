"""Links from one page of a document to another, as text: what a reader would click on, and where it leads."""

from __future__ import annotations

from pdf_extractor_ai.geometric.page import Line, Link, Page
from pdf_extractor_ai.report import Reference

MAX_REFERENCES = 50_000
"""Of one document; an index links every word, and nobody follows more."""

_CONTEXT = 24  # characters before the anchor, which tell it from the same words elsewhere in the paragraph


def page_references(page: Page) -> list[Reference]:
    """The references of a page, top to bottom, as its lines have them; one over two lines is two."""
    links = [link for link in page.links if link.page > 0 and not link.uri]
    if not links:
        return []
    found: list[Reference] = []
    for line in page.lines:
        middle = (line.y0 + line.y1) / 2
        for link in links:
            if link.y0 - 1 <= middle <= link.y1 + 1 and link.x1 >= line.x0 and link.x0 <= line.x1:
                reference = _reference(line, link, page.number)
                if reference is not None:
                    found.append(reference)
    return found


def _reference(line: Line, link: Link, page: int) -> Reference | None:
    inside = [
        index
        for index in range(len(line.text))
        if link.x0 - 0.5 <= (line.xs[index] + line.xs[index + 1]) / 2 <= link.x1 + 0.5
    ]
    if not inside:
        return None
    start, end = inside[0], inside[-1] + 1
    text = " ".join(line.text[start:end].split())
    if not text:
        return None
    return Reference(page, text, " ".join(line.text[max(0, start - _CONTEXT) : start].split()), link.page)
