"""The reading order, the tables and the citations (contract, sections 6.5 to 6.7)."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from pdf_extractor_ai.aipdf.model import ASCII_SPACE, Element

_KINDS = frozenset(
    [
        "title",
        "paragraph",
        "caption",
        "equation",
        "citation",
        "cell",
        "item",
        "codeBlock",
        "reference",
        "footnote",
        "note",
    ]
)


@dataclass(frozen=True, slots=True)
class SemanticBlock:
    """One block of the reading order. ``bbox`` is as in the file: ``x0,y0,x1,y1`` in points from the lower left."""

    kind: str
    id: str | None
    page: int | None
    bbox: str | None
    text: str


def reading_order(root: Element) -> list[SemanticBlock]:
    """All text blocks in the order of the file; a block inside another comes after it, its text is in both."""
    return [
        SemanticBlock(
            element.tag,
            element.attributes.get("id"),
            element.page(),
            element.attributes.get("bbox"),
            element.text(),
        )
        for element in root.walk()
        if element.tag in _KINDS
    ]


def reading_order_json(root: Element) -> str:
    """The reading order as JSON: objects with sorted keys, two spaces of indent, no final line break."""
    records = [asdict(block) for block in reading_order(root)]
    return json.dumps(records, ensure_ascii=False, indent=2, sort_keys=True)


def texts(root: Element, tag: str) -> list[str]:
    """The text of every element named ``tag``: its runs without white space around them, joined with one space."""
    found = []
    for element in root.find_all(tag):
        runs = (piece.strip(ASCII_SPACE) for piece in element.pieces())
        found.append(" ".join(run for run in runs if run))
    return found
