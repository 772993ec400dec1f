"""HTML to the semantic tree. Nothing is fetched, nothing is run; styles and scripts are skipped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.aipdf.builder import Builder, Cell, unblanked
from pdf_extractor_ai.aipdf.model import Element
from pdf_extractor_ai.aipdf.sanitize import legal
from pdf_extractor_ai.errors import SourceFormatError

if TYPE_CHECKING:
    from lxml import etree

_SPACE = re.compile(r"[ \t\n\f\r]+")
_SKIPPED = frozenset(["script", "style", "noscript", "head", "template", "iframe", "object", "svg", "canvas", "select"])
_BLOCK_NAMES = """
    address article aside body blockquote center details dialog dd div dl dt fieldset figcaption figure footer form
    h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section summary table tbody td
    tfoot th thead tr ul
"""
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_MAX_SPAN = 1000
_MAX_DEPTH = 200


def convert(source: str) -> Element:
    """The tree of an HTML text; runs of white space in text become one space."""
    from lxml import etree, html

    converter = _Converter()
    parser = html.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    try:
        root = html.document_fromstring(legal(source).encode("utf-8", "replace"), parser=parser)
    except etree.ParserError:  # nothing but comments and scraps of markup
        return converter.builder.document()
    except (etree.XMLSyntaxError, ValueError) as error:
        raise SourceFormatError(f"HTML cannot be read ({error})") from error
    converter.head(root)
    body = root.find("body")
    converter.blocks(root if body is None else body, 0)
    return converter.builder.document()


class _Converter:
    def __init__(self) -> None:
        self.builder = Builder()
        self.inline: list[str] = []
        self.images: list[Any] = []
        self.kinds: dict[str, Callable[[Any], None]] = {
            **{f"h{level}": self.heading for level in range(1, 7)},
            "p": self.paragraph,
            "ul": self.listed,
            "ol": self.listed,
            "menu": self.listed,
            "dl": self.definitions,
            "table": self.table,
            "pre": self.code,
            "blockquote": self.quote,
        }

    def head(self, root: etree._Element) -> None:
        """Language, title, author, keywords."""
        language = root.get("lang", "").strip()
        record = self.builder.metadata
        if language:
            self.builder.language = record.language = language
        title = root.find("head/title")
        if title is not None:
            record.title = _text(title)
        named = {meta.get("name", "").lower(): _collapsed(meta.get("content", "")) for meta in root.iter("meta")}
        record.authors = [named["author"]] if named.get("author") else []
        record.keywords = [word.strip() for word in named.get("keywords", "").split(",") if word.strip()]

    def blocks(self, container: etree._Element, depth: int) -> None:
        """The children of a container; text that stands in no block becomes a paragraph."""
        self.inline.append(container.text or "")
        for child in container:
            if child.tag in _SKIPPED:
                self.inline.append(" ")
            elif _is_block(child):
                self.flush()
                self.block(child, depth)
                self.flush()
            elif child.tag == "img":
                self.images.append(child)
            else:
                self.images += child.iter("img")
                self.inline.append(_raw(child))
            self.inline.append(child.tail or "")
        self.flush()

    def flush(self) -> None:
        """Write the text and the images collected between blocks."""
        text, images = _collapsed("".join(self.inline)), self.images
        self.inline, self.images = [], []
        self.pictures(images)
        self.builder.paragraph(text)

    def block(self, element: etree._Element, depth: int) -> None:
        """One block element; containers and unknown elements are looked into."""
        tag = str(element.tag)
        if tag == "figure" and _figure_image(element) is not None:
            self.figure(element)
        elif tag in self.kinds:
            self.kinds[tag](element)
        elif depth >= _MAX_DEPTH:
            self.builder.paragraph(_text(element))
        else:
            self.blocks(element, depth + 1)

    def pictures(self, images: list[Any]) -> None:
        """Loose images as figures."""
        for image in images:
            self.builder.figure(image.get("src", ""), image.get("alt", ""))

    def heading(self, element: etree._Element) -> None:
        """A section; an empty heading is skipped."""
        text = _text(element)
        if text:
            self.builder.heading(int(str(element.tag)[1]), text)
        self.pictures(list(element.iter("img")))

    def paragraph(self, element: etree._Element) -> None:
        """A paragraph after its images."""
        self.pictures(list(element.iter("img")))
        self.builder.paragraph(_text(element))

    def listed(self, element: etree._Element) -> None:
        """A list with the items of the lists inside it, in order, after its images."""
        self.pictures(list(element.iter("img")))
        ordered = element.tag == "ol"
        self.builder.items([(text, {}) for text in _item_texts(element)], ordered=ordered)

    def definitions(self, element: etree._Element) -> None:
        """Terms with their definitions; a term without one stays."""
        pairs: list[tuple[str, str]] = []
        terms: list[str] = []
        for child in element.iter("dt", "dd"):
            if child.tag == "dt":
                terms.append(_text(child))
            else:
                pairs.append((", ".join(terms), _text(child)))
                terms = []
        pairs += [(term, "") for term in terms]
        self.builder.definitions(pairs)

    def table(self, element: etree._Element) -> None:
        """A table; rows of tables inside a cell are text of the cell."""
        self.pictures(list(element.iter("img")))
        caption = element.find("caption")
        rows = [
            [
                Cell(_text(cell), cell.tag == "th", _span(cell, "colspan"), _span(cell, "rowspan"))
                for cell in row
                if cell.tag in {"td", "th"}
            ]
            for row in _rows(element)
        ]
        self.builder.table([row for row in rows if row], "" if caption is None else _text(caption))

    def code(self, element: etree._Element) -> None:
        """A code block with the language of its ``language-`` class."""
        code = element.find("code")
        classes = "" if code is None else code.get("class", "")
        names = [name.removeprefix("language-") for name in classes.split() if name.startswith("language-")]
        self.builder.code(unblanked(_raw(element)), names[0] if names else "")

    def quote(self, element: etree._Element) -> None:
        """A citation, its paragraphs with a space between."""
        self.pictures(list(element.iter("img")))
        self.builder.citation(_text(element))

    def figure(self, element: etree._Element) -> None:
        """A figure with its image and caption."""
        image, caption = _figure_image(element), element.find(".//figcaption")
        if image is not None:
            text = "" if caption is None else _text(caption)
            self.builder.figure(image.get("src", ""), image.get("alt", ""), text)


def _is_block(element: etree._Element) -> bool:
    tag = str(element.tag)
    return tag in _BLOCKS or any(str(below.tag) in _BLOCKS for below in element.iterdescendants())


def _figure_image(figure: etree._Element) -> etree._Element | None:
    return next(figure.iter("img"), None)


def _item_texts(listing: etree._Element) -> Iterator[str]:
    for item in listing:
        if item.tag in {"ul", "ol", "menu"}:
            yield from _item_texts(item)
        elif item.tag == "li":
            yield _collapsed(_raw(item, without=_LISTS))
            for inner in _inner_lists(item):
                yield from _item_texts(inner)


_LISTS = frozenset({"ul", "ol", "menu"})


def _inner_lists(item: etree._Element) -> Iterator[etree._Element]:
    for child in item:
        if child.tag in _LISTS:
            yield child
        else:
            yield from _inner_lists(child)


def _rows(table: etree._Element) -> Iterator[etree._Element]:
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in {"thead", "tbody", "tfoot"}:
            yield from child.findall("tr")


def _span(cell: etree._Element, name: str) -> int:
    value = cell.get(name, "").strip()
    return min(max(int(value), 1), _MAX_SPAN) if value.isascii() and value.isdigit() and len(value) < 6 else 1


def _raw(element: etree._Element, without: frozenset[str] = frozenset()) -> str:
    """The text below an element: blocks are set off by spaces, ``br`` is a line break."""
    if element.tag in _SKIPPED:
        return " "
    if element.tag == "br":
        return "\n"
    parts = [element.text or ""]
    for child in element:
        if child.tag in without:
            parts.append(" ")
        elif child.tag in _BLOCKS:
            parts += [" ", _raw(child, without), " "]
        else:
            parts.append(_raw(child, without))
        parts.append(child.tail or "")
    return "".join(parts)


def _text(element: etree._Element) -> str:
    return _collapsed(_raw(element))


def _collapsed(text: str) -> str:
    return _SPACE.sub(" ", text).strip(" ")
