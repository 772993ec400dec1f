"""The tree as Markdown (contract, section 6.2, with the right-hand column of 6.7).

The default flavour has the bytes that all implementations share. ``gfm`` is for renderers: it escapes pipes and line
breaks in cells, pads ragged rows, makes fences long enough, numbers footnotes and indents continuation lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from pdf_extractor_ai.aipdf.exports.walk import (
    LISTS,
    depth_of,
    entries,
    image_of,
    inner_lists,
    item_text,
    level_of,
    rows_of,
)
from pdf_extractor_ai.aipdf.model import WHITE_SPACE, Element, trimmed

Flavor = Literal["aipdf", "gfm"]

_LINE_BREAK = re.compile(r"[ \t]*(?:\r\n?|\n)[ \t]*")


def to_markdown(root: Element, *, flavor: Flavor = "aipdf") -> str:
    """The whole document as Markdown without a final line break."""
    writer = _Gfm() if flavor == "gfm" else _Writer()
    writer.block(root, None)
    return "".join(writer.out).rstrip(WHITE_SPACE)


class _Writer:
    """Walks the tree; ``level`` is that of the last section begun and is not restored (contract, section 6.2)."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.level = 1
        self.texts: dict[str, Callable[[str, Element], str]] = {
            "title": lambda text, _: f"{'#' * depth_of(self.level)} {text}\n\n",
            "paragraph": lambda text, _: f"{text}\n\n",
            "caption": lambda text, _: f"_{text}_\n\n" if text else "",
            "citation": lambda text, _: f"> {self.quoted(text)}\n\n",
            "equation": lambda text, _: f"```math\n{text}\n```\n\n",
            "codeBlock": self.code,
            "item": lambda text, _: f"- {text}\n",
            "note": lambda text, _: f"> Note: {self.quoted(text)}\n\n",
            "footnote": self.footnote,
            "reference": lambda text, _: f"- {text}\n",
            "definition": self.definition,
        }

    def block(self, element: Element, figure: Element | None) -> None:
        """Write one element and all below it."""
        tag = element.tag
        if tag == "section":
            self.level = level_of(element)
        if tag == "image":
            self.out.append(self.image(element, figure))
        elif tag in LISTS:
            self.items(element, "")
            self.out.append("\n")
        elif tag == "table":
            self.table(element)
        elif tag == "item":
            self.item(element, "- ", "")
        elif tag in self.texts:
            self.images_in(element, figure)
            self.out.append(self.texts[tag](trimmed(element.text()), element))
        else:
            inside = element if tag == "figure" else figure
            for child in element.elements:
                self.block(child, inside)

    def image(self, element: Element, figure: Element | None) -> str:
        """An image on its own."""
        image = image_of(element, figure)
        return f"![{image.alt}]({image.src})\n\n"

    def images_in(self, element: Element, figure: Element | None) -> None:
        """Images inside a text block come before it."""
        for image in element.find_all("image"):
            self.out.append(self.image(image, figure))

    def items(self, container: Element, indent: str) -> None:
        """The entries of a list; a list inside an item follows its text, indented by the width of the marker."""
        ordered = container.tag == "list" and container.get("type") == "ordered"
        for count, child in enumerate(entries(container), start=1):
            if child.tag == "item":
                self.item(child, f"{count}. " if ordered else "- ", indent)
            else:
                self.out.append(indent)
                self.block(child, None)

    def item(self, element: Element, marker: str, indent: str) -> None:
        """One item with the lists inside it."""
        self.images_in(element, None)
        self.out.append(f"{indent}{marker}{self.continued(item_text(element), indent + ' ' * len(marker))}\n")
        for inner in inner_lists(element):
            self.items(inner, indent + " " * len(marker))

    def table(self, table: Element) -> None:
        """The caption, then the rows; the first one is the head."""
        self.images_in(table, None)
        for child in table.find_all("caption"):
            self.out.append(self.texts["caption"](trimmed(child.text()), child))
        rows = self.cells(rows_of(table))
        for number, row in enumerate(rows):
            self.out.append(f"| {' | '.join(row)} |\n")
            if number == 0:
                self.out.append(f"| {' | '.join('---' for _ in row)} |\n")
        if rows:
            self.out.append("\n")

    def code(self, text: str, element: Element) -> str:
        """A fenced block."""
        return f"```{element.get('language')}\n{text}\n```\n\n"

    def footnote(self, text: str, element: Element) -> str:
        """A footnote; the shared form gives every one the same label."""
        return f"[^note]: {text}\n\n"

    def definition(self, text: str, element: Element) -> str:
        """A definition with its term."""
        term = element.get("term")
        return f"- {term}: {text}\n" if term else f"- {text}\n"

    def cells(self, rows: list[list[str]]) -> list[list[str]]:
        """The rows as they are written."""
        return rows

    def quoted(self, text: str) -> str:
        """The text of a quotation as it is written."""
        return text

    def continued(self, text: str, indent: str) -> str:
        """The text of an item as it is written."""
        return text


class _Gfm(_Writer):
    """The flavour that renders as it reads."""

    def __init__(self) -> None:
        super().__init__()
        self.notes = 0

    def cells(self, rows: list[list[str]]) -> list[list[str]]:
        width = max((len(row) for row in rows), default=0)
        return [[_cell(text) for text in row] + [""] * (width - len(row)) for row in rows]

    def code(self, text: str, element: Element) -> str:
        longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
        fence = "`" * max(3, longest + 1)
        return f"{fence}{_LINE_BREAK.sub(' ', element.get('language')).replace('`', '')}\n{text}\n{fence}\n\n"

    def footnote(self, text: str, element: Element) -> str:
        self.notes += 1
        return f"[^{self.notes}]: {self.continued(text, '    ')}\n\n"

    def quoted(self, text: str) -> str:
        return _LINE_BREAK.sub("\n> ", text)

    def continued(self, text: str, indent: str) -> str:
        return _LINE_BREAK.sub("\n" + indent, text)

    def image(self, element: Element, figure: Element | None) -> str:
        image = image_of(element, figure)
        alt = re.sub(r"([\[\]\\])", r"\\\1", _LINE_BREAK.sub(" ", image.alt))
        src = f"<{image.src}>" if re.search(r"[\s()]", image.src) else image.src
        return f"![{alt}]({src})\n\n"


def _cell(text: str) -> str:
    return _LINE_BREAK.sub(" ", text).replace("\\", "\\\\").replace("|", "\\|")
