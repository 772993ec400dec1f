"""Items of page documents, set in reading order under the headings they belong to."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from pdf_extractor_ai.assembler.copies import append_copy, append_text, copy_marks, degraded_text, plain_table
from pdf_extractor_ai.assembler.order import Placed, reading_order
from pdf_extractor_ai.assembler.pictures import PageCrops, picture_image
from pdf_extractor_ai.boxes import first_box
from pdf_extractor_ai.report import RemovedText

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

_PICTURES = ("picture", "chart")
_TABLES = ("table", "document_index")
_LISTS = ("list", "ordered_list")
_Role = Literal["page_header", "page_footer"]


@dataclass(slots=True)
class _Unit:
    """One thing to place: an item, or an inline group as a whole; ``depth`` counts the lists above it."""

    item: Any
    depth: int = 0


@dataclass(slots=True)
class _OpenList:
    depth: int
    group: Any
    last: Any = None


@dataclass(slots=True)
class _Chunk:
    """What is needed while one page document is taken in."""

    document: DoclingDocument
    crops: PageCrops | None
    retain_images: bool
    placed: dict[str, Any] = field(default_factory=dict)
    floats: list[tuple[Any, Any]] = field(default_factory=list)


def heading_level(item: Any) -> int:
    """1 for a title, the level of a section header, at least 1."""
    level = getattr(item, "level", 1)
    return level if isinstance(level, int) and level >= 1 else 1


class SectionAssembler:
    """One document out of page documents, given in the order of their pages.

    Titles and section headers make the tree, what follows one is its child, over page ends too. Furniture is put
    aside (``removed`` lists it) unless ``keep_furniture``, when it goes to the furniture layer at its page's end.
    """

    def __init__(self, name: str = "document.pdf", *, keep_furniture: bool = False) -> None:
        from docling_core.types.doc import DoclingDocument

        self.document = DoclingDocument(name=name)
        self.removed: list[RemovedText] = []
        self._keep_furniture = keep_furniture
        self._headings: list[tuple[int, Any]] = []
        self._lists: list[_OpenList] = []

    def add_page(
        self, page_doc: DoclingDocument, *, crops: PageCrops | None = None, retain_images: bool = True
    ) -> None:
        """Take in the body of ``page_doc``, which may hold several pages; it is left as it is.

        ``crops`` gives the pictures' images; without it they keep their own. With ``retain_images`` off pictures
        have none, and are measured by their boxes.
        """
        chunk = _Chunk(page_doc, crops, retain_images)
        for number, page in sorted(page_doc.pages.items()):
            self.document.add_page(page_no=number, size=page.size)
        units = list(_units(page_doc, "body"))
        widths = {number: page.size.width for number, page in page_doc.pages.items()}
        for index in reading_order([_placed(unit.item, page_doc) for unit in units], widths):
            self._place(units[index], chunk)
        _link_captions(self.document, chunk)
        for unit in _units(page_doc, "furniture"):
            self._put_aside(unit.item, chunk)

    def finish(self) -> DoclingDocument:
        """The document that has come together so far."""
        return self.document

    @property
    def _parent(self) -> Any:
        return self._headings[-1][1] if self._headings else self.document.body

    def _place(self, unit: _Unit, chunk: _Chunk) -> None:
        label = unit.item.label.value
        if label == "list_item":
            self._place_list_item(unit, chunk)
            return
        if label in _PICTURES:
            kept, image = picture_image(unit.item, chunk.document, chunk.crops, keep=chunk.retain_images)
            if not kept:
                return
            new = append_copy(self.document, unit.item, self._parent, image=image)
        elif label in _TABLES:
            data = plain_table(unit.item.data, chunk.document)
            new = append_copy(self.document, unit.item, self._parent, data=data, image=None)
            copy_marks(self.document, new, unit.item, chunk.document)
        elif label in ("title", "section_header"):
            new = self._place_heading(unit.item, chunk)
        else:
            text = degraded_text(unit.item, chunk.document)
            if text is None:
                new = self._copy_with_runs(unit.item, self._parent, chunk)
            else:
                new = append_text(self.document, unit.item, text, self._parent)
        self._lists.clear()
        _remember(unit.item, new, chunk)

    def _place_heading(self, item: Any, chunk: _Chunk) -> Any:
        level = heading_level(item)
        while self._headings and self._headings[-1][0] >= level:
            self._headings.pop()
        new = self._copy_with_runs(item, self._parent, chunk)
        self._headings.append((level, new))
        return new

    def _place_list_item(self, unit: _Unit, chunk: _Chunk) -> None:
        """Into the open list of its depth, or a new one under the item before it, or under the heading."""
        while self._lists and self._lists[-1].depth > unit.depth:
            self._lists.pop()
        if not self._lists or self._lists[-1].depth < unit.depth:
            above = self._lists[-1].last if self._lists else None
            group = self.document.add_list_group(parent=self._parent if above is None else above)
            self._lists.append(_OpenList(unit.depth, group))
        open_list = self._lists[-1]
        open_list.last = self._copy_with_runs(unit.item, open_list.group, chunk)
        _remember(unit.item, open_list.last, chunk)

    def _copy_with_runs(self, item: Any, parent: Any, chunk: _Chunk) -> Any:
        """A copy; with the runs when it is an inline group, or keeps its text in one."""
        new = append_copy(self.document, item, parent)
        group = item.label.value == "inline"
        for ref in item.children if group else item.children[:1]:
            child = ref.resolve(chunk.document)
            if child.label.value == "inline" or group:
                self._copy_with_runs(child, new, chunk)
        return new

    def _put_aside(self, item: Any, chunk: _Chunk) -> None:
        box = first_box(item, chunk.document)
        text = getattr(item, "text", "")
        if self._keep_furniture:
            append_copy(self.document, item, self.document.body)
        elif text.strip() and box is not None:
            role: _Role = "page_footer" if item.label.value == "page_footer" else "page_header"
            self.removed.append(RemovedText(text, role, item.prov[0].page_no, box))


def _units(document: DoclingDocument, layer: str) -> Iterator[_Unit]:
    """Everything of one layer that is placed on its own, in tree order; groups other than inline ones dissolve."""
    stack = [_Unit(ref.resolve(document)) for ref in reversed(document.body.children)]
    while stack:
        unit = stack.pop()
        item, label = unit.item, unit.item.label.value
        shown = item.content_layer.value == layer
        if label == "inline":
            if shown and item.children:
                yield unit
            continue
        if shown and hasattr(item, "prov") and label != "field_region":
            yield unit
        if label in _TABLES or label == "field_item":
            captions = {ref.cref for ref in getattr(item, "captions", [])}
            children = [ref for ref in item.children if ref.cref in captions]
        else:
            children = item.children[_own_runs(item, document) :]
        depth = unit.depth + (label in _LISTS)
        stack.extend(_Unit(ref.resolve(document), depth) for ref in reversed(children))


def _own_runs(item: Any, document: DoclingDocument) -> int:
    """1 when the item's first child is the inline group that holds its text, else 0."""
    if getattr(item, "text", None) != "" or not item.children:
        return 0
    return int(item.children[0].resolve(document).label.value == "inline")


def _placed(item: Any, document: DoclingDocument) -> Placed:
    if item.label.value == "inline":
        runs = [ref.resolve(document) for ref in item.children]
        boxed = next((run for run in runs if getattr(run, "prov", None)), None)
        text = "".join(getattr(run, "text", "") for run in runs)
        item = boxed
    else:
        text = getattr(item, "text", "")
    leftwards, letters = _directions(text)
    if item is None or not item.prov:
        return Placed(None, None, leftwards, letters)
    return Placed(item.prov[0].page_no, first_box(item, document), leftwards, letters)


def _directions(text: str) -> tuple[int, int]:
    """How many letters run right to left, and how many letters there are."""
    if text.isascii():
        return 0, sum(map(str.isalpha, text))
    letters = [char for char in text if char.isalpha()]
    return sum(unicodedata.bidirectional(char) in ("R", "AL") for char in letters), len(letters)


def _remember(old: Any, new: Any, chunk: _Chunk) -> None:
    chunk.placed[old.self_ref] = new
    if getattr(old, "captions", None):
        chunk.floats.append((old, new))


def _link_captions(document: DoclingDocument, chunk: _Chunk) -> None:
    """Point pictures and tables at their captions, which stand beside them; one that stands nowhere is added."""
    for old, new in chunk.floats:
        for ref in old.captions:
            caption = chunk.placed.get(ref.cref)
            if caption is None:
                caption = append_copy(document, ref.resolve(chunk.document), new)
            new.captions.append(type(ref)(cref=caption.self_ref))
