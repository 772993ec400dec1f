"""``DoclingDocument`` to semantic tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from docling_core.types.doc import (
    CodeItem,
    DocItem,
    DocItemLabel,
    FormulaItem,
    GroupItem,
    InlineGroup,
    KeyValueItem,
    ListGroup,
    ListItem,
    NodeItem,
    PictureItem,
    RichTableCell,
    SectionHeaderItem,
    TableItem,
    TextItem,
    TitleItem,
)

from pdf_extractor_ai.aipdf.builder import Builder, Cell, Place
from pdf_extractor_ai.generated import generated_by
from pdf_extractor_ai.graphs import graph_lines
from pdf_extractor_ai.markdown.items import plain_text
from pdf_extractor_ai.markdown.titles import item_text

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

    from pdf_extractor_ai.aipdf.frames import Frame
    from pdf_extractor_ai.aipdf.model import Element

_NO_TEXT = "(no extractable text on this page)"


class Writer:
    """Walks a document once; list items and references are gathered until something else comes."""

    def __init__(
        self, document: DoclingDocument, *, language: str, identifier: str, frames: Mapping[int, Frame]
    ) -> None:
        self.document = document
        self.frames = frames
        self.builder = Builder(identifier=identifier, language=language)
        self.titled = any(isinstance(text, TitleItem) for text in document.texts)
        self.captions: set[str] = set()
        self.runs: set[str] = set()
        self.items: list[tuple[str, ListItem, Place]] = []
        self.list_root = ""
        self.references: list[tuple[str, Place]] = []
        self.text_kinds: dict[DocItemLabel, Callable[[str, Place], None]] = {
            DocItemLabel.FOOTNOTE: self.builder.footnote,
            DocItemLabel.REFERENCE: lambda text, place: self.references.append((text, place)),
            DocItemLabel.CAPTION: lambda text, place: self.builder.paragraph(text, place, role="caption"),
            DocItemLabel.CHECKBOX_SELECTED: lambda text, place: self.builder.paragraph(f"[x] {text}", place),
            DocItemLabel.CHECKBOX_UNSELECTED: lambda text, place: self.builder.paragraph(f"[ ] {text}", place),
        }

    def tree(self) -> Element:
        """The whole document."""
        for owner in [*self.document.tables, *self.document.pictures]:
            self.captions.update(reference.cref for reference in owner.captions)
        for table in self.document.tables:
            for cell in table.data.table_cells:
                if isinstance(cell, RichTableCell):  # its words come with the table
                    self.runs.update(self.below(cell.ref.resolve(self.document)))
        for item, _ in self.document.iterate_items(with_groups=True, traverse_pictures=False):
            if item.self_ref in self.captions or item.self_ref in self.runs:
                continue
            if isinstance(item, InlineGroup):
                self.paragraph_of_runs(item)
            elif not isinstance(item, GroupItem):
                self.block(item)
        self.flush()
        return self.builder.document() if self.document.texts or self.document.tables else self.blank()

    def blank(self) -> Element:
        """A document without text: one section for each page that says so."""
        for number in sorted(self.document.pages):
            self.builder.section(1, {"page": str(number)})
            self.builder.paragraph(_NO_TEXT, {"page": str(number)})
        return self.builder.document()

    def block(self, item: NodeItem) -> None:
        """One item of the body."""
        place = self.place(item)
        if isinstance(item, ListItem):
            self.list_item(item, place)
            return
        if not (isinstance(item, TextItem) and item.label == DocItemLabel.REFERENCE) or self.items:
            self.flush()
        if isinstance(item, TitleItem):
            self.builder.heading(1, self.text_of(item), place)
        elif isinstance(item, SectionHeaderItem):
            self.builder.heading(item.level + self.titled, self.text_of(item), place)
        elif isinstance(item, CodeItem):
            language = item.code_language.value if item.code_language else ""
            self.builder.code(item.text, "" if language == "unknown" else language.lower(), place)
        elif isinstance(item, FormulaItem):
            self.builder.equation((item.text or item.orig).strip(), "latex" if item.text else "text", place)
        elif isinstance(item, TextItem) and generated_by(item):
            self.builder.paragraph(item.text.strip(), place, role="annotation")
        elif isinstance(item, TextItem):
            self.text_kinds.get(item.label, self.builder.paragraph)(self.text_of(item), place)
        elif isinstance(item, TableItem):
            self.builder.table(_rows(item, self.document), self.caption(item), place)
        elif isinstance(item, PictureItem):
            self.picture(item, place)
        elif isinstance(item, KeyValueItem):
            for line in graph_lines(item.graph):
                self.builder.paragraph(line, place)

    def below(self, item: NodeItem) -> list[str]:
        """The references of an item and of all that is under it."""
        return [node.self_ref for node, _ in self.document.iterate_items(item, with_groups=True)]

    def text_of(self, item: TextItem) -> str:
        """The text of an item, or of the inline group that it keeps it in."""
        if not item.text and item.children:
            held = item.children[0].resolve(self.document)
            if isinstance(held, InlineGroup):
                self.runs.update(self.below(held))
        return item_text(item, self.document).strip()

    def paragraph_of_runs(self, group: InlineGroup) -> None:
        """The runs of a paragraph as one block, on the place and of the kind of the first."""
        runs = [node for node, _ in self.document.iterate_items(group, with_groups=True)]
        self.runs.update(run.self_ref for run in runs)
        texts = [run for run in runs if isinstance(run, TextItem)]
        if texts:
            if texts[0].label != DocItemLabel.REFERENCE or self.items:
                self.flush()
            write = self.text_kinds.get(texts[0].label, self.builder.paragraph)
            write(plain_text(group, self.document).strip(), self.place(texts[0]))

    def list_item(self, item: ListItem, place: Place) -> None:
        """Add to the open list, or open another when the item belongs to another one."""
        if self.references:
            self.flush()
        root = self.outermost_list(item)
        if root != self.list_root:
            self.flush()
        self.list_root = root
        self.items.append((self.text_of(item), item, place))

    def outermost_list(self, item: ListItem) -> str:
        """The reference of the list that holds all lists around an item."""
        found, node = item.self_ref, item.parent.resolve(self.document) if item.parent else None
        while isinstance(node, ListGroup | ListItem):
            found = node.self_ref
            node = node.parent.resolve(self.document) if node.parent else None
        return found

    def flush(self) -> None:
        """Write the open list or the open references."""
        entries = [(text, item.marker.strip() if item.enumerated else "", at) for text, item, at in self.items]
        markers = [marker.rstrip(".") for _, marker, _ in entries]
        ordered = bool(entries) and markers == [str(number) for number in range(1, len(entries) + 1)]
        # Numbers that do not simply count would be lost, so they become part of the text.
        texts = [(text if ordered or not marker else f"{marker} {text}", place) for text, marker, place in entries]
        self.builder.items(texts, ordered=ordered)
        self.builder.references(self.references, self.references[0][1] if self.references else None)
        self.items, self.references, self.list_root = [], [], ""

    def picture(self, item: PictureItem, place: Place) -> None:
        """A figure; its description, or else the words inside it, are its alternative text."""
        description = item.meta.description.text if item.meta and item.meta.description else ""
        if not description:
            inside = [child.resolve(self.document) for child in item.children if child.cref not in self.captions]
            description = " ".join(child.text for child in inside if isinstance(child, TextItem))
        self.builder.figure("", " ".join(description.split()), self.caption(item), place)

    def caption(self, item: TableItem | PictureItem) -> str:
        """The caption in one line."""
        return " ".join(item.caption_text(self.document).split())

    def place(self, item: Any) -> Place:
        """Page and box of the item on its first page, nothing where the document does not tell."""
        if not isinstance(item, DocItem) or not item.prov:
            return {}
        number = item.prov[0].page_no
        page = self.document.pages.get(number)
        if page is None or number < 1:
            return {}
        boxes = [
            prov.bbox.to_bottom_left_origin(page_height=page.size.height)
            for prov in item.prov
            if prov.page_no == number
        ]
        left, bottom = min(min(box.l, box.r) for box in boxes), min(min(box.b, box.t) for box in boxes)
        right, top = max(max(box.l, box.r) for box in boxes), max(max(box.b, box.t) for box in boxes)
        if isinstance(item, TextItem) and (left, bottom, right, top) == (0, 0, page.size.width, page.size.height):
            return {"page": str(number)}  # so a block is placed of which only the page is known
        if number in self.frames:
            left, bottom, right, top = self.frames[number].to_user((left, bottom, right, top))
        return {"page": str(number), "bbox": bbox_of(left, bottom, right, top)}


def bbox_of(left: float, bottom: float, right: float, top: float) -> str:
    """A box as the format writes it: one decimal, lower left corner first, never empty."""
    x0, y0, x1, y1 = (round(value, 1) + 0.0 for value in (left, bottom, right, top))
    return f"{x0:.1f},{y0:.1f},{max(x1, x0 + 0.1):.1f},{max(y1, y0 + 0.1):.1f}"


def _rows(table: TableItem, document: DoclingDocument) -> list[list[Cell]]:
    """Each cell once, where it begins; a row that only holds the lower parts of others gets an empty cell."""
    rows: list[list[tuple[int, Cell]]] = [[] for _ in range(table.data.num_rows)]
    for cell in table.data.table_cells:
        row = cell.start_row_offset_idx
        if 0 <= row < len(rows):
            spans = max(cell.col_span, 1), max(cell.row_span, 1)
            text = cell.text
            if not text and isinstance(cell, RichTableCell):
                text = plain_text(cell.ref.resolve(document), document)
            rows[row].append(
                (cell.start_col_offset_idx, Cell(" ".join(text.split()), cell.column_header or cell.row_header, *spans))
            )
    return [[cell for _, cell in sorted(row, key=lambda each: each[0])] or [Cell("")] for row in rows]
