"""The tree as a Markdown syntax tree in JSON (contract, section 6.3, with the right-hand column of 6.7)."""

from __future__ import annotations

import json
from typing import Any

from pdf_extractor_ai.aipdf.exports.walk import (
    LISTS,
    cells_of,
    depth_of,
    entries,
    image_of,
    inner_lists,
    item_text,
    level_of,
)
from pdf_extractor_ai.aipdf.model import Element, trimmed

Node = dict[str, Any]


def to_markdown_ast(root: Element, *, strict: bool = False) -> str:
    """The syntax tree as JSON with two spaces of indent and no final line break.

    ``strict`` adds what the mdast specification wants and the shared form leaves out: ``ordered`` and ``start`` of
    numbered lists, ``identifier`` and ``label`` of footnotes.
    """
    writer = _Writer(strict)
    writer.block(root, None)
    # The shared form escapes control characters only, with small letters, as the JSON module does.
    return json.dumps({"type": "root", "children": writer.nodes}, ensure_ascii=False, indent=2)


class _Writer:
    def __init__(self, strict: bool) -> None:
        self.nodes: list[Node] = []
        self.level = 1
        self.strict = strict
        self.notes = 0

    def block(self, element: Element, figure: Element | None) -> None:
        """Append the nodes of one element and all below it."""
        tag = element.tag
        if tag == "section":
            self.level = level_of(element)
        if tag == "image":
            self.nodes.append(_image(element, figure))
        elif tag in LISTS:
            self.nodes.append(self.listed(element))
        elif tag == "table":
            self.table(element)
        elif tag in _TEXTS:
            self.nodes += [_image(image, figure) for image in element.find_all("image")]
            self.text(element)
        else:
            inside = element if tag == "figure" else figure
            for child in element.elements:
                self.block(child, inside)

    def text(self, element: Element) -> None:
        """Append the node of one text block; a stray item has no list to be in and becomes a list of its own."""
        tag, text = element.tag, trimmed(element.text())
        if tag == "title":
            self.nodes.append({"type": "heading", "depth": depth_of(self.level), "children": _text(text)})
        elif tag == "paragraph" or (tag == "caption" and text):
            self.nodes.append(_paragraph(text))
        elif tag == "citation":
            self.nodes.append({"type": "blockquote", "children": [_paragraph(text)]})
        elif tag == "note":
            self.nodes.append({"type": "blockquote", "children": [_paragraph(f"Note: {text}")]})
        elif tag == "footnote":
            self.nodes.append(self.footnote(text))
        elif tag == "equation":
            self.nodes.append({"type": "math", "value": text})
        elif tag == "codeBlock":
            language = {"lang": element.get("language")} if "language" in element.attributes else {}
            self.nodes.append({"type": "code", "value": text, **language})
        elif tag in {"item", "reference", "definition"}:
            self.nodes.append({"type": "list", "ordered": False, "children": [self.item(element)]})

    def footnote(self, text: str) -> Node:
        """A footnote definition, numbered in the strict form."""
        self.notes += 1
        known = {"identifier": str(self.notes), "label": str(self.notes)} if self.strict else {}
        return {"type": "footnoteDefinition", **known, "children": [_paragraph(text)]}

    def listed(self, container: Element) -> Node:
        """A list with its items and the lists inside them."""
        ordered = self.strict and container.get("type") == "ordered"
        start = {"start": 1} if ordered else {}
        children = [self.item(entry) for entry in entries(container)]
        return {"type": "list", "ordered": ordered, **start, **({"children": children} if children else {})}

    def item(self, element: Element) -> Node:
        """An item, a reference or a definition."""
        if element.tag == "item":
            nested = [self.listed(inner) for inner in inner_lists(element)]
            images = [_image(image, None) for image in element.find_all("image")]
            return {"type": "listItem", "children": [_paragraph(item_text(element)), *images, *nested]}
        text = trimmed(element.text())
        term = element.get("term") if element.tag == "definition" else ""
        return {"type": "listItem", "children": [_paragraph(f"{term}: {text}" if term else text)]}

    def table(self, table: Element) -> None:
        """The caption as a paragraph, then the table."""
        for caption in table.find_all("caption"):
            self.text(caption)
        self.nodes += [_image(image, None) for image in table.find_all("image")]
        rows = []
        for row in table.find_all("row"):
            cells = [{"type": "tableCell", "children": _text(trimmed(cell.text()))} for cell in cells_of(row)]
            rows.append({"type": "tableRow", **({"children": cells} if cells else {})})
        self.nodes.append({"type": "table", **({"children": rows} if rows else {})})


_TEXTS = frozenset(
    [
        "title",
        "paragraph",
        "caption",
        "citation",
        "note",
        "footnote",
        "equation",
        "codeBlock",
        "item",
        "reference",
        "definition",
    ]
)


def _text(text: str) -> list[Node]:
    return [{"type": "text", "value": text}]


def _paragraph(text: str) -> Node:
    return {"type": "paragraph", "children": _text(text)}


def _image(element: Element, figure: Element | None) -> Node:
    image = image_of(element, figure)
    return {"type": "paragraph", "children": [{"type": "image", "url": image.src, "alt": image.alt}]}
