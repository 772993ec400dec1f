"""Labels and values of forms -> Docling's key-value items, which point to the text items that hold them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from docling_core.types.doc import (
    ContentLayer,
    DoclingDocument,
    GraphCell,
    GraphCellLabel,
    GraphData,
    GraphLink,
    GraphLinkLabel,
    ProvenanceItem,
)

from pdf_extractor_ai.geometric.block import Pair, Where

_TICKED = {"☒": "selected", "☐": "unselected"}


def add_key_values(
    document: DoclingDocument, pairs: Sequence[Pair], provenance: Callable[[Where, int], ProvenanceItem]
) -> None:
    """One key-value item for each page that has pairs, in the order in which they are read.

    The words already stand in the text. So the items are in the ``invisible`` layer: no export prints a pair twice.
    ``provenance`` makes Docling's record of a place and a number of characters.
    """
    for _, group in groupby(pairs, key=lambda pair: pair.value_spot.page):
        found = list(group)
        item = document.add_key_values(_graph(found, provenance), prov=provenance(_around(found), 0))
        item.content_layer = ContentLayer.INVISIBLE


def _graph(pairs: Sequence[Pair], provenance: Callable[[Where, int], ProvenanceItem]) -> GraphData:
    cells: list[GraphCell] = []
    links: list[GraphLink] = []
    for pair in pairs:
        number = len(cells)
        ticked = _TICKED.get(pair.value)
        cells.append(
            GraphCell(
                label=GraphCellLabel.KEY,
                cell_id=number,
                text=_bare(pair.key),
                orig=pair.key,
                prov=provenance(pair.key_spot, len(pair.key)) if pair.key_spot else None,
                item_ref=pair.key_ref,
            )
        )
        cells.append(
            GraphCell(
                label=GraphCellLabel.CHECKBOX if ticked else GraphCellLabel.VALUE,
                cell_id=number + 1,
                text=ticked or pair.value,
                orig=pair.value,
                prov=provenance(pair.value_spot, len(pair.value)),
                item_ref=pair.value_ref,
            )
        )
        links.append(GraphLink(label=GraphLinkLabel.TO_VALUE, source_cell_id=number, target_cell_id=number + 1))
    return GraphData(cells=cells, links=links)


def _bare(key: str) -> str:
    """A label without its colon and the dots that lead to its field."""
    text = key.strip(" :")
    while text.endswith(" ."):
        text = text[:-2].rstrip(" :")
    return text


def _around(pairs: Sequence[Pair]) -> Where:
    spots = [spot for pair in pairs for spot in (pair.key_spot, pair.value_spot) if spot]
    return Where(
        spots[0].page, min(spot.x0 for spot in spots), min(spot.y0 for spot in spots),
        max(spot.x1 for spot in spots), max(spot.y1 for spot in spots),
    )  # fmt: skip
