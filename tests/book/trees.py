"""Documents made by hand for tests of books: headings, text, code, tables, notes, pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from docling_core.types.doc import (
    BoundingBox,
    CoordOrigin,
    DocItemLabel,
    DoclingDocument,
    Formatting,
    ProvenanceItem,
    Script,
    Size,
)

from pdf_extractor_ai.report import Bookmark, ExtractionReport, PageReport
from tests.golden_layout import table_data

WORDS = "Wind and water move the sand of the coast along, grain by grain, until a dune has wandered. "


class Tree:
    """Builds a document page by page; every item stands below the one before it."""

    def __init__(self) -> None:
        self.document = DoclingDocument(name="tree")
        self._page, self._top = 0, 0.0
        self._open: list[tuple[int, Any]] = []

    def page(self, number: int) -> Tree:
        self._page, self._top = number, 72.0
        self.document.add_page(number, Size(width=612, height=792))
        return self

    def heading(self, text: str, level: int = 1) -> Tree:
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        parent = self._open[-1][1] if self._open else None
        item = self.document.add_heading(text, level=level, prov=self._place(text), parent=parent)
        self._open.append((level, item))
        return self

    def title(self, text: str) -> Tree:
        self.document.add_title(text, prov=self._place(text))
        return self

    def text(self, text: str = WORDS, times: int = 1) -> Tree:
        text = (text * times).strip()
        self.document.add_text(DocItemLabel.TEXT, text, prov=self._place(text), parent=self._parent())
        return self

    def code(self, text: str) -> Tree:
        self.document.add_code(text, prov=self._place(text), parent=self._parent())
        return self

    def marked(self, text: str, mark: str, rest: str = "") -> Tree:
        """A paragraph with a raised mark in it."""
        group = self.document.add_inline_group(parent=self._parent())
        place = self._place(text)
        self.document.add_text(DocItemLabel.TEXT, text, prov=place, parent=group)
        self.document.add_text(
            DocItemLabel.TEXT, mark, prov=place, parent=group, formatting=Formatting(script=Script.SUPER)
        )
        self.document.add_text(DocItemLabel.TEXT, rest or " as said.", prov=place, parent=group)
        return self

    def note(self, mark: str, text: str) -> Tree:
        whole = f"{mark} {text}"
        self.document.add_text(DocItemLabel.FOOTNOTE, whole, prov=self._place(whole), parent=self._parent())
        return self

    def table(self, rows: Sequence[Sequence[str]], *, contents: bool = False) -> Tree:
        data = table_data(rows, header=not contents)
        label = DocItemLabel.DOCUMENT_INDEX if contents else DocItemLabel.TABLE
        self.document.add_table(data=data, prov=self._place(""), parent=self._parent(), label=label)
        return self

    def picture(self, width: float = 200.0, height: float = 120.0) -> Tree:
        box = BoundingBox(l=72, t=self._top, r=72 + width, b=self._top + height, coord_origin=CoordOrigin.TOPLEFT)
        self._top += height + 10
        prov = ProvenanceItem(page_no=self._page, bbox=box, charspan=(0, 0))
        self.document.add_picture(prov=prov, parent=self._parent())
        return self

    def _parent(self) -> Any:
        return self._open[-1][1] if self._open else None

    def _place(self, text: str) -> ProvenanceItem:
        box = BoundingBox(l=72, t=self._top, r=540, b=self._top + 12, coord_origin=CoordOrigin.TOPLEFT)
        self._top += 14
        return ProvenanceItem(page_no=self._page, bbox=box, charspan=(0, len(text)))


def report(
    pages: int, *, outline: Sequence[tuple[int, str, int]] = (), labels: Sequence[str] = (), name: str = "tree.pdf"
) -> ExtractionReport:
    """A report with bookmarks (depth, title, page) and printed page labels."""
    rows = tuple(
        PageReport(number, label=labels[number - 1] if number <= len(labels) else "") for number in range(1, pages + 1)
    )
    marks = tuple(Bookmark(depth, title, page) for depth, title, page in outline)
    return ExtractionReport(name, "geometric", page_count=pages, pages=rows, outline=marks)


def chapters(count: int = 3, *, pages_each: int = 2) -> Tree:
    """A book of ``count`` chapters, each over some pages, with a section."""
    tree = Tree()
    page = 0
    for number in range(1, count + 1):
        for within in range(pages_each):
            page += 1
            tree.page(page)
            if within == 0:
                tree.heading(f"Chapter {number}: Part of the coast {number}").text(times=4)
                tree.heading(f"{number}.1 Gusts", 2)
            tree.text(f"Page {page} speaks of the coast. " + WORDS, 3)
    return tree
