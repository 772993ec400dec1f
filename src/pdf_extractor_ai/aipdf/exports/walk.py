"""What the exports share: how a figure, a list item and a table are read from the tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pdf_extractor_ai.aipdf.model import TEXT_BLOCKS, Element, joined, trimmed, unsigned

LISTS = frozenset({"list", "references", "definitionList"})


@dataclass(frozen=True, slots=True)
class Image:
    """Target and alternative text of an image, empty where there is none."""

    src: str
    alt: str


def image_of(element: Element, figure: Element | None) -> Image:
    """An ``image``; a figure's own ``alt`` stands in where the image has none."""
    alt = element.get("alt")
    if not alt and figure is not None:
        alt = figure.get("alt")
        described = figure.first("alt", "altText")
        if not alt and described is not None:
            alt = trimmed(described.text())
    return Image(element.get("src"), alt)


def entries(container: Element) -> list[Element]:
    """What a list holds: items, references, definitions, and text blocks where they do not belong."""
    found: list[Element] = []
    for child in container.elements:
        found += [child] if child.tag in TEXT_BLOCKS else entries(child)
    return found


def item_text(item: Element) -> str:
    """The text of a list item without the lists inside it."""
    return trimmed(joined(list(_own(item))))


def _own(element: Element) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, str):
            yield child
        elif child.tag in LISTS:
            yield " "
        else:
            yield from _own(child)


def inner_lists(item: Element) -> Iterator[Element]:
    """The lists right inside a list item, however wrapped; not the lists inside those."""
    for child in item.elements:
        if child.tag in LISTS:
            yield child
        else:
            yield from inner_lists(child)


def rows_of(table: Element) -> list[list[str]]:
    """The texts of the cells of every row in the order of the file, whatever wraps the rows; ragged as they are."""
    return [[trimmed(cell.text()) for cell in cells_of(row)] for row in table.find_all("row")]


def cells_of(row: Element) -> Iterator[Element]:
    """The cells of a row, however wrapped; not those of a table inside a cell."""
    for child in row.elements:
        if child.tag == "cell":
            yield child
        elif child.tag != "row":
            yield from cells_of(child)


def level_of(section: Element) -> int:
    """The level a section gives, 1 where it gives none that is a number."""
    level = unsigned(section.get("level"))
    return 1 if level is None else level


def depth_of(level: int) -> int:
    """A heading depth from 1 to 6."""
    return min(max(level, 1), 6)
