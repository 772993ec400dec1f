"""A tree -> the boxes to draw on its pages, with their labels and their numbers in reading order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.boxes import top_left_box
from pdf_extractor_ai.graphs import graph_lines
from pdf_extractor_ai.report import Box, ExtractionReport
from pdf_extractor_ai.runs import blank_between

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

_DEEPEST = 200


@dataclass(frozen=True, slots=True)
class Mark:
    """One box on one page.

    ``number`` counts the items of the body in reading order from 1; an item that goes on over a page or column has
    the same number in each of its boxes; 0 is for what is not in the body. ``label`` is Docling's label,
    ``hidden`` for text that no viewer shows, ``flag`` for the place of a flag. ``box`` is in points from the
    page's top-left corner, as the page is shown. ``text`` is what stands there, or the flag's message.
    """

    page: int
    number: int
    label: str
    box: Box
    text: str


def find_marks(document: DoclingDocument, report: ExtractionReport | None = None) -> list[Mark]:
    """The boxes of all items in reading order, then the furniture, then what ``report`` adds."""
    body: list[Mark] = []
    furniture: list[Mark] = []
    number = 0
    for item, label, text in _items(document, document.body, 0):
        outside = item.content_layer.value != "body"
        number += not outside
        for prov in item.prov:
            box = top_left_box(prov, document)
            if box is not None:
                mark = Mark(prov.page_no, 0 if outside else number, label, box, text)
                (furniture if outside else body).append(mark)
    return [*body, *furniture, *(_of_report(report) if report is not None else ())]


def _items(document: DoclingDocument, node: Any, depth: int) -> Iterator[tuple[Any, str, str]]:
    """Items with label and text, in order; the runs of a paragraph are one, a picture's own text is its."""
    if depth > _DEEPEST:
        return
    for ref in node.children:
        child = ref.resolve(document)
        if not hasattr(child, "prov"):
            if child.label.value == "inline" and child.children:
                first = child.children[0].resolve(document)
                yield first, _label(first), _joined(document, child)
            else:
                yield from _items(document, child, depth + 1)
            continue
        own = _text(document, child)
        inline = _own_runs(document, child)
        yield child, _label(child), own or inline
        if _label(child) == "picture":
            continue
        skipped = child.model_copy(update={"children": child.children[1:]}) if inline and not own else child
        yield from _items(document, skipped, depth + 1)


def _own_runs(document: DoclingDocument, item: Any) -> str:
    """The text of a list item that stands in runs below it."""
    if getattr(item, "text", None) != "" or not item.children:
        return ""
    first = item.children[0].resolve(document)
    if hasattr(first, "prov") or first.label.value != "inline":
        return ""
    return _joined(document, first)


def _joined(document: DoclingDocument, group: Any) -> str:
    texts = [ref.resolve(document).text for ref in group.children]
    return blank_between(group.name, texts).join(texts)


def _label(item: Any) -> str:
    label: str = item.label.value
    return label


def _text(document: DoclingDocument, item: Any) -> str:
    data = getattr(item, "data", None)
    if data is not None and hasattr(data, "table_cells"):
        return f"{data.num_rows} x {data.num_cols}: " + " | ".join(cell.text for cell in data.table_cells)
    if hasattr(item, "graph"):
        return "; ".join(graph_lines(item.graph))
    if _label(item) == "picture":
        parts = [ref.resolve(document) for ref in item.children]
        return " ".join(part.text for part in parts if getattr(part, "text", ""))
    level = getattr(item, "level", None)
    text: str = getattr(item, "text", "")
    return f"{'#' * level} {text}" if _label(item) == "section_header" and level else text


def _of_report(report: ExtractionReport) -> Iterator[Mark]:
    for removed in report.removed:
        if removed.role == "hidden":
            yield Mark(removed.page, 0, "hidden", removed.box, removed.text)
    for flag in report.flags:
        if flag.page is not None and flag.box is not None and flag.code != "hidden_text":
            yield Mark(flag.page, 0, "flag", flag.box, f"{flag.code}: {flag.message}")
