"""A semantic tree made block by block, with the frame and the ids that all writers of the format use.

Sections are flat: a heading closes the open section and opens the next, ``level`` alone carries the hierarchy
(contract, section 7). One counter numbers sections ``s1``, ``s2``; another all blocks ``b1``, ``b2`` as they come.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pdf_extractor_ai.aipdf.model import Element
from pdf_extractor_ai.aipdf.sanitize import legal

Place = Mapping[str, str]
"""Attributes that tell where a block stands: ``page`` and ``bbox``."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell. Spans count columns and rows and are at least 1."""

    text: str
    header: bool = False
    colspan: int = 1
    rowspan: int = 1


@dataclass(slots=True)
class Metadata:
    """What is known of a document beside its text; empty fields are not written."""

    title: str = ""
    subtitle: str = ""
    authors: Sequence[str] = ()
    created: str = ""
    modified: str = ""
    keywords: Sequence[str] = ()
    language: str = ""
    rights: str = ""

    def element(self) -> Element | None:
        """The ``metadata`` element in the order of the schema, or ``None`` when nothing is known."""
        parts = [_leaf(tag, getattr(self, tag)) for tag in ("title", "subtitle") if getattr(self, tag)]
        parts += [_leaf("author", author) for author in self.authors if author]
        parts += [_leaf(tag, getattr(self, tag)) for tag in ("created", "modified") if getattr(self, tag)]
        if any(self.keywords):
            parts.append(Element("keywords", {}, [_leaf("keyword", word) for word in self.keywords if word]))
        parts += [_leaf(tag, getattr(self, tag)) for tag in ("language", "rights") if getattr(self, tag)]
        return Element("metadata", {}, [*parts]) if parts else None


def _leaf(tag: str, text: str, attributes: Mapping[str, str] | None = None) -> Element:
    clean = legal(text)
    return Element(tag, dict(attributes or {}), [clean] if clean else [])


class Builder:
    """Collects blocks in reading order; ``document()`` gives the tree."""

    def __init__(self, *, identifier: str = "doc1", language: str = "en") -> None:
        self.identifier = identifier
        self.language = language
        self.metadata = Metadata()
        self.default: Place = {"page": "1"}
        self._sections: list[Element] = []
        self._blocks = 0

    def _next(self) -> str:
        self._blocks += 1
        return f"b{self._blocks}"

    def section(self, level: int, place: Place | None = None) -> None:
        """Open a section; the one before it is closed."""
        page = (self.default if place is None else place).get("page")
        attributes = {"id": f"s{len(self._sections) + 1}", "level": str(level)}
        self._sections.append(Element("section", {**attributes, **({"page": page} if page else {})}))

    def _add(self, element: Element) -> Element:
        if not self._sections:
            page = element.get("page")
            self.section(1, {"page": page} if page else None)
        self._sections[-1].children.append(element)
        return element

    def heading(self, level: int, text: str, place: Place | None = None) -> None:
        """A section with its title; an empty title is kept."""
        self.section(level, place)
        self._text("title", text, place, role="title")

    def _text(self, tag: str, text: str, place: Place | None, **attributes: str) -> Element:
        placed = {**(self.default if place is None else place)}
        return self._add(_leaf(tag, text, {"id": self._next(), **placed, **attributes}))

    def paragraph(self, text: str, place: Place | None = None, *, role: str = "paragraph") -> None:
        """A paragraph; an empty one is skipped."""
        if text:
            self._text("paragraph", text, place, role=role)

    def citation(self, text: str, place: Place | None = None) -> None:
        """A quotation or citation; an empty one is skipped."""
        if text:
            self._text("citation", text, {} if place is None else place, role="citation")

    def note(self, text: str, place: Place | None = None) -> None:
        """A note beside the text; an empty one is skipped."""
        if text:
            self._text("note", text, place)

    def footnote(self, text: str, place: Place | None = None) -> None:
        """A footnote; an empty one is skipped."""
        if text:
            self._text("footnote", text, place)

    def equation(self, text: str, notation: str = "", place: Place | None = None) -> None:
        """An equation; an empty one is skipped."""
        if text:
            self._text("equation", text, place or {}, **({"notation": notation} if notation else {}))

    def code(self, text: str, language: str = "", place: Place | None = None) -> None:
        """A code block; blank lines around it go, indentation stays, an empty one is skipped."""
        text = unblanked(text)
        if text:
            self._text("codeBlock", text, place or {}, **({"language": legal(language)} if language else {}))

    def items(self, texts: Iterable[tuple[str, Place]], *, ordered: bool, place: Place | None = None) -> None:
        """A list; one without items is skipped."""
        entries = list(texts)
        if entries:
            attributes = {"id": self._next(), **(place or {}), "type": "ordered" if ordered else "unordered"}
            children = [_leaf("item", text, {"id": self._next(), **where}) for text, where in entries]
            self._add(Element("list", attributes, [*children]))

    def definitions(self, pairs: Iterable[tuple[str, str]], place: Place | None = None) -> None:
        """Terms with their definitions; none is skipped."""
        entries = list(pairs)
        if entries:
            attributes = {"id": self._next(), **(self.default if place is None else place)}
            children = [_leaf("definition", text, {"id": self._next(), "term": legal(term)}) for term, text in entries]
            self._add(Element("definitionList", attributes, [*children]))

    def references(self, texts: Iterable[tuple[str, Place]], place: Place | None = None) -> None:
        """A list of references; one without entries is skipped."""
        entries = list(texts)
        if entries:
            attributes = {"id": self._next(), **(self.default if place is None else place)}
            children = [_leaf("reference", text, {"id": self._next(), **where}) for text, where in entries]
            self._add(Element("references", attributes, [*children]))

    def table(self, rows: Sequence[Sequence[Cell]], caption: str = "", place: Place | None = None) -> None:
        """A table; one without rows is skipped."""
        if not rows:
            return
        placed = {**(self.default if place is None else place)}
        table = Element("table", {"id": self._next(), **placed, "role": "table"})
        if caption:
            table.children.append(_leaf("caption", caption, {"id": self._next(), "role": "caption"}))
        table.children += [Element("row", {}, [_cell(cell) for cell in row]) for row in rows]
        self._add(table)

    def figure(self, src: str, alt: str, caption: str = "", place: Place | None = None, *, source: str = "") -> Element:
        """A figure with its image and caption, each only when it is there; returns the element."""
        placed = {**(self.default if place is None else place)}
        figure = Element("figure", {"id": self._next(), **placed, **({"source": legal(source)} if source else {})})
        if src or alt:
            figure.children.append(Element("image", {"src": legal(src), "alt": legal(alt)}))
        if caption:
            figure.children.append(_leaf("caption", caption, {"id": self._next()}))
        return self._add(figure)

    def document(self) -> Element:
        """The tree; a document without any content says so in a paragraph, since a section must be there."""
        if not self._sections:
            self.paragraph("Document")
        root = Element("document", {"version": "1.0", "id": self.identifier, "lang": self.language})
        metadata = self.metadata.element()
        root.children += [*([metadata] if metadata else []), *self._sections]
        return root


def _cell(cell: Cell) -> Element:
    attributes = {"header": "true"} if cell.header else {}
    if cell.rowspan > 1:
        attributes["rowspan"] = str(cell.rowspan)
    if cell.colspan > 1:
        attributes["colspan"] = str(cell.colspan)
    return _leaf("cell", cell.text, attributes)


def unblanked(text: str) -> str:
    """``text`` without the blank lines before and after it and the white space at its end."""
    lines = text.split("\n")
    while lines and not lines[0].strip():
        del lines[0]
    return "\n".join(lines).rstrip()
