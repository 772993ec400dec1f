"""The semantic tree: one light node type for every element, and the vocabulary of version 1 as data.

A tree rather than one class per element, since the format lets unknown elements and attributes pass (contract,
section 4.2) and they must survive a round trip.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

ASCII_SPACE = " \t\r\n"
WHITE_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
    "\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""The characters with the Unicode property White_Space, which is not what ``str.strip()`` strips."""

CONTAINERS = frozenset(
    [
        "document",
        "metadata",
        "keywords",
        "section",
        "appendix",
        "table",
        "thead",
        "tbody",
        "tfoot",
        "row",
        "figure",
        "list",
        "definitionList",
        "references",
    ]
)
"""Elements that hold elements; white space between their children means nothing."""

TEXT_BLOCKS = frozenset(
    [
        "title",
        "paragraph",
        "caption",
        "citation",
        "equation",
        "codeBlock",
        "item",
        "note",
        "footnote",
        "annotation",
        "reference",
        "definition",
        "cell",
    ]
)
"""Elements that hold text."""

ROLES = frozenset(
    [
        "abstract",
        "acknowledgement",
        "annotation",
        "appendix",
        "body",
        "caption",
        "citation",
        "code",
        "definition",
        "equation",
        "figure",
        "footnote",
        "heading",
        "list-item",
        "note",
        "paragraph",
        "reference",
        "table",
        "title",
    ]
)
"""Values of ``role`` (contract, section 4.4); others are allowed."""


@dataclass(slots=True)
class Element:
    """One element: its name, its attributes in the order of the file with entities decoded, text and elements."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    def get(self, name: str, default: str = "") -> str:
        """The value of an attribute, or ``default``."""
        return self.attributes.get(name, default)

    @property
    def elements(self) -> list[Element]:
        """The children that are elements."""
        return [child for child in self.children if not isinstance(child, str)]

    def first(self, *tags: str) -> Element | None:
        """The first child element with one of these names."""
        return next((child for child in self.elements if child.tag in tags), None)

    def walk(self) -> Iterator[Element]:
        """This element and all below it in the order of the file."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += [child for child in reversed(element.children) if not isinstance(child, str)]

    def find_all(self, *tags: str) -> list[Element]:
        """All elements with these names here and below, in the order of the file."""
        return [element for element in self.walk() if element.tag in tags]

    def pieces(self) -> Iterator[str]:
        """The strings here and below in the order of the file; what containers hold is kept apart by a space."""
        apart = self.tag in CONTAINERS
        for child in self.children:
            if isinstance(child, str):
                yield child
            else:
                yield from child.pieces()
            if apart:
                yield " "

    def text(self) -> str:
        """All text here and below without white space around it; where elements meet, white space becomes one space."""
        return joined(list(self.pieces()))

    def page(self) -> int | None:
        """The page number, ``None`` where the attribute is missing or no unsigned 32-bit integer."""
        return unsigned(self.get("page"))


def unsigned(value: str) -> int | None:
    """A number as the format reads one: digits, a plus sign allowed, below 2 to the 32; otherwise ``None``."""
    digits = value.removeprefix("+")
    if not (digits.isascii() and digits.isdigit()) or len(digits.lstrip("0")) > 10:
        return None
    number = int(digits)
    return number if number < 1 << 32 else None


def joined(pieces: list[str]) -> str:
    """Strings put together: one space where white space was at a seam, none where there was none."""
    text = ""
    for piece in pieces:
        if text and piece and (text[-1] in ASCII_SPACE or piece[0] in ASCII_SPACE):
            text = text.rstrip(ASCII_SPACE)
            piece = " " + piece.lstrip(ASCII_SPACE)
        text += piece
    return text.strip(ASCII_SPACE)


def trimmed(text: str) -> str:
    """``text`` without Unicode white space around it."""
    return text.strip(WHITE_SPACE)
