"""The sections of a tree that hold pictures, each with its text and the neighbours of every picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.markdown.items import inline_child, plain_text
from pdf_extractor_ai.markdown.titles import item_text

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument, PictureItem

NEIGHBOUR_CHARS = 400
"""How much of the text before and after a figure goes along as context."""

_HEADINGS = ("title", "section_header")
_PICTURES = ("picture", "chart")


@dataclass(frozen=True, slots=True)
class Figure:
    """One picture of a section; ``position`` is the number of the section's texts that come before it."""

    picture: PictureItem
    caption: str
    position: int


@dataclass(slots=True)
class Section:
    """What stands under one heading, without the headings below it; ``path`` ends with the section's own title."""

    title: str = ""
    path: tuple[str, ...] = ()
    texts: list[str] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The heading and every text of the section, parted by blank lines."""
        return "\n\n".join([self.title, *self.texts] if self.title.strip() else self.texts)

    def neighbours(self, figure: Figure) -> tuple[str, str]:
        """The end of the text before the figure and the start of the text after it, its caption left out."""
        before = self._nearest(reversed(self.texts[: figure.position]), figure.caption)
        after = self._nearest(iter(self.texts[figure.position :]), figure.caption)
        return before[-NEIGHBOUR_CHARS:], after[:NEIGHBOUR_CHARS]

    def _nearest(self, texts: Iterator[str], caption: str) -> str:
        return next((text for text in texts if text.strip() != caption), "")


def sections_with_figures(document: DoclingDocument) -> list[Section]:
    """The sections of the body that hold at least one picture, in document order.

    A section is the body itself or a heading with what is attached to it. In a tree where no heading has
    children, as other producers write it, a heading opens the section of the items that follow it.
    """
    walk = _Walk(document)
    walk.run()
    return [section for section in walk.sections if section.figures]


class _Walk:
    """One pass over the body with an explicit stack, so that a deep tree does not exhaust Python's own."""

    def __init__(self, document: DoclingDocument) -> None:
        self.document = document
        self.sections = [Section()]
        self.open: list[tuple[int, str]] = []
        self.flat = _is_flat(document)
        title = next((i for i in document.texts if i.label.value == "title" and i.text.strip()), None)
        self.root = (title.text.strip(),) if title is not None else ()

    def run(self) -> None:
        """Fill ``sections``."""
        stack: list[tuple[Any, Section]] = [(ref, self.sections[0]) for ref in reversed(self.document.body.children)]
        while stack:
            ref, section = stack.pop()
            item = ref.resolve(self.document)
            if self.flat:
                section = self.sections[-1]
            label = item.label.value
            if item.content_layer.value != "body":
                continue
            if label in _HEADINGS:
                section = self._heading(item, section)
            elif label in _PICTURES:
                caption = item.caption_text(self.document).strip()
                section.figures.append(Figure(item, caption, len(section.texts)))
                continue
            elif self._text(item, section):
                continue
            stack.extend((child, section) for child in reversed(item.children))

    def _heading(self, item: Any, parent: Section) -> Section:
        title = item_text(item, self.document).strip()
        if self.flat:
            level = 0 if item.label.value == "title" else max(1, item.level)
            while self.open and self.open[-1][0] >= level:
                self.open.pop()
            self.open.append((level, title))
            path = tuple(text for _, text in self.open)
        else:
            path = (*parent.path, title)
        if path[0] not in self.root:
            path = (*self.root, *path)
        section = Section(title, path)
        self.sections.append(section)
        return section

    def _text(self, item: Any, section: Section) -> bool:
        """Take the text of an item; true when its children are part of that text."""
        inline = _inline_group(item, self.document)
        text = getattr(item, "text", "") if inline is None else plain_text(inline, self.document)
        if text.strip():
            section.texts.append(text)
        return inline is not None


def _inline_group(item: Any, document: DoclingDocument) -> Any:
    """The inline group that ``item`` is, or keeps its text in; ``None`` when there is none."""
    return item if item.label.value == "inline" else inline_child(item, document)


def _is_flat(document: DoclingDocument) -> bool:
    """Whether there are headings and none of them holds anything but the runs of its own text."""
    headings = [item for item in document.texts if item.label.value in _HEADINGS]
    return bool(headings) and not any(
        ref for item in headings for ref in item.children if ref.resolve(document) is not _inline_group(item, document)
    )
