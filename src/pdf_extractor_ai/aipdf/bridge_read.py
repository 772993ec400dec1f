"""Semantic tree to ``DoclingDocument``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import isfinite

from docling_core.types.doc import (
    BoundingBox,
    CodeLanguageLabel,
    CoordOrigin,
    DescriptionMetaField,
    DocItemLabel,
    DoclingDocument,
    NodeItem,
    PictureMeta,
    ProvenanceItem,
    Size,
    TableCell,
    TableData,
    TextItem,
)

from pdf_extractor_ai.aipdf.exports.walk import (
    cells_of,
    entries,
    image_of,
    inner_lists,
    item_text,
    level_of,
)
from pdf_extractor_ai.aipdf.frames import Corners, Frame
from pdf_extractor_ai.aipdf.model import Element, trimmed, unsigned
from pdf_extractor_ai.errors import LayerTooLargeError
from pdf_extractor_ai.generated import SUMMARY_PREFIX, mark_generated

_LABELS = {
    "paragraph": DocItemLabel.TEXT,
    "citation": DocItemLabel.TEXT,
    "note": DocItemLabel.TEXT,
    "annotation": DocItemLabel.TEXT,
    "caption": DocItemLabel.CAPTION,
    "footnote": DocItemLabel.FOOTNOTE,
    "reference": DocItemLabel.REFERENCE,
    "definition": DocItemLabel.TEXT,
    "cell": DocItemLabel.TEXT,
}
_SUMMARY = re.compile(re.escape(SUMMARY_PREFIX) + r"(.*)\]$", re.MULTILINE)
_MAX_SPAN = 1000
_MAX_PLACES = 500_000  # in the grids of all tables: a few spans in a small file would fill any memory
_LETTER = Frame(0, 0, 612, 792)


class Reader:
    """Builds a document; ``open_headings`` are the headings that what comes next stands under."""

    def __init__(self, name: str, frames: Mapping[int, Frame]) -> None:
        self.result = DoclingDocument(name=name)
        self.frames = frames
        self.open_headings: list[tuple[int, NodeItem]] = []
        self.level = 1
        self.page = ""
        self.title = ""
        self.titled = False
        self.single: Element | None = None
        self.section: Element | None = None
        self.places = _MAX_PLACES

    def document(self, root: Element) -> DoclingDocument:
        """The document of a whole tree."""
        for number in sorted(self.frames):
            self.result.add_page(page_no=number, size=_size(self.frames[number]))
        metadata = root.first("metadata")
        title = metadata.first("title") if metadata is not None else None
        self.title = "" if title is None else trimmed(title.text())
        top = [section for section in root.find_all("section") if level_of(section) == 1]
        self.single = top[0] if len(top) == 1 and top[0] is root.first("section") else None
        for child in root.elements:
            if child.tag != "metadata":
                self.block(child)
        return self.result

    @property
    def parent(self) -> NodeItem | None:
        """The heading the next block belongs to."""
        return self.open_headings[-1][1] if self.open_headings else None

    def block(self, element: Element) -> None:
        """One element and all below it."""
        tag = element.tag
        if tag in {"section", "appendix"}:
            self.level = level_of(element)
            self.page = element.get("page") or element.get("pageStart")
            self.section = element
        if tag == "title":
            self.heading(element)
        elif tag == "table":
            self.table(element)
        elif tag in {"figure", "image"}:
            self.figure(element)
        elif tag == "list":
            self.listed(element, None)
        elif tag == "item":
            self.listed(Element("list", {}, [element]), None)
        elif tag == "codeBlock":
            self.code(element)
        elif tag == "equation":
            text = trimmed(element.text())
            self.result.add_formula(text=text, prov=self.place(element, text), parent=self.parent)
        elif tag in _LABELS:
            self.text(element)
        else:
            for child in element.elements:
                self.block(child)

    def heading(self, element: Element) -> None:
        """A heading under the nearest heading above it; the document's own title becomes a title item."""
        text = trimmed(element.text())
        if not text:
            return
        prov = self.place(element, text)
        level = max(self.level, 1)
        if self.is_title(text):
            self.titled = True
            self.open_headings = [(0, self.result.add_title(text=text, prov=prov))]
            return
        while self.open_headings and self.open_headings[-1][0] >= level:
            self.open_headings.pop()
        depth = min(max(level - self.titled, 1), 100)
        self.open_headings.append(
            (level, self.result.add_heading(text=text, level=depth, prov=prov, parent=self.parent))
        )

    def is_title(self, text: str) -> bool:
        """Whether a heading is the document's title: the first block, and alone on the highest level or named so."""
        return (
            not self.titled
            and not self.result.texts
            and (text == self.title or (self.single is not None and self.single is self.section))
        )

    def text(self, element: Element) -> None:
        """A text block; the term of a definition goes before it."""
        text = trimmed(element.text())
        term = element.get("term") if element.tag == "definition" else ""
        if term:
            text = f"{term}: {text}"
        label = DocItemLabel.CAPTION if element.get("role") == "caption" else _LABELS[element.tag]
        if not text:
            return
        item = self.result.add_text(label=label, text=text, prov=self.place(element, text), parent=self.parent)
        if element.get("role") == "annotation" and (model := _SUMMARY.match(text)):
            mark_generated(item, model[1])

    def code(self, element: Element) -> None:
        """A code block with its language where Docling knows it."""
        text, wanted = trimmed(element.text()), element.get("language").lower()
        language = next((each for each in CodeLanguageLabel if each.value.lower() == wanted), None)
        prov = self.place(element, text)
        self.result.add_code(text=text, code_language=language, prov=prov, parent=self.parent)

    def listed(self, element: Element, parent: NodeItem | None) -> None:
        """A list as a group, lists inside items as groups under them."""
        ordered = element.get("type") == "ordered"
        group = self.result.add_list_group(parent=parent or self.parent)
        for number, entry in enumerate(entries(element), start=1):
            text = item_text(entry)
            item = self.result.add_list_item(
                text=text,
                enumerated=ordered,
                marker=f"{number}." if ordered else "-",
                prov=self.place(entry, text),
                parent=group,
            )
            for inner in inner_lists(entry):
                self.listed(inner, item)

    def table(self, element: Element) -> None:
        """A table with spans and headers."""
        data = table_data(element, self.places)
        self.places -= data.num_rows * data.num_cols
        caption = self.caption(element)
        self.result.add_table(data=data, caption=caption, prov=self.place(element, ""), parent=self.parent)

    def figure(self, element: Element) -> None:
        """A picture with its alternative text as description."""
        image = element if element.tag == "image" else next(iter(element.find_all("image")), Element("image"))
        alt = image_of(image, element if element.tag == "figure" else None).alt
        caption = self.caption(element)
        picture = self.result.add_picture(caption=caption, prov=self.place(element, ""), parent=self.parent)
        if alt:
            picture.meta = PictureMeta(description=DescriptionMetaField(text=alt))

    def caption(self, element: Element) -> TextItem | None:
        """The caption as an item of its own."""
        found = next(iter(element.find_all("caption")), None)
        text = "" if found is None else trimmed(found.text())
        if found is None or not text:
            return None
        prov = self.place(found, text) or self.place(element, text)
        item: TextItem = self.result.add_text(label=DocItemLabel.CAPTION, text=text, prov=prov, parent=self.parent)
        return item

    def place(self, element: Element, text: str) -> ProvenanceItem | None:
        """Page and box in points from the upper left; the whole page where the element names a page and no box.

        ``None`` without a page that there is, and without a box where the sizes of pages are not known.
        """
        own = element.page()
        number = own or (unsigned(self.page) if element.get("bbox") else None)
        if not number or (self.frames and number not in self.frames):
            return None
        frame = self.frames.get(number, _LETTER)
        height = frame.size[1]
        corners = _corners(element.get("bbox"))
        if corners is not None:
            left, bottom, right, top = frame.to_shown(corners)
        elif own and self.frames and not element.get("bbox"):
            left, bottom, right, top = 0.0, 0.0, *frame.size
        else:
            return None
        if number not in self.result.pages:
            self.result.add_page(page_no=number, size=_size(frame))
        box = BoundingBox(l=left, t=height - top, r=right, b=height - bottom, coord_origin=CoordOrigin.TOPLEFT)
        return ProvenanceItem(page_no=number, bbox=box, charspan=(0, len(text)))


def _corners(bbox: str) -> Corners | None:
    """The four numbers of a box; ``None`` where there are not four, all finite."""
    try:
        x0, y0, x1, y1 = map(float, bbox.split(","))
    except ValueError:
        return None
    return (x0, y0, x1, y1) if all(map(isfinite, (x0, y0, x1, y1))) else None


def _size(frame: Frame) -> Size:
    return Size(width=frame.size[0], height=frame.size[1])


def table_data(table: Element, most: int = _MAX_PLACES) -> TableData:
    """The grid of a table: cells go to the first free place of their row, as in HTML.

    Raises ``LayerTooLargeError`` for a grid of more than ``most`` places.
    """
    taken: set[tuple[int, int]] = set()
    cells: list[TableCell] = []
    rows = table.find_all("row")
    width = 0
    for top, row in enumerate(rows):
        left = 0
        for cell in cells_of(row):
            while (top, left) in taken:
                left += 1
            columns, height = _span(cell, "colspan"), min(_span(cell, "rowspan"), len(rows) - top)
            width = max(width, left + columns)
            if len(rows) * width > most:
                raise LayerTooLargeError(f"invalid semantic XML: a table spans more than {_MAX_PLACES} places")
            taken.update((top + down, left + right) for down in range(height) for right in range(columns))
            header = cell.get("header") == "true"
            cells.append(
                TableCell(
                    text=trimmed(cell.text()),
                    row_span=height,
                    col_span=columns,
                    start_row_offset_idx=top,
                    end_row_offset_idx=top + height,
                    start_col_offset_idx=left,
                    end_col_offset_idx=left + columns,
                    column_header=header and (top == 0 or left > 0),
                    row_header=header and top > 0 and left == 0,
                )
            )
            left += columns
    return TableData(num_rows=len(rows), num_cols=width, table_cells=cells)


def _span(cell: Element, name: str) -> int:
    return min(max(unsigned(cell.get(name)) or 1, 1), _MAX_SPAN)
