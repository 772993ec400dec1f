"""Between ``DoclingDocument`` and the semantic tree. The only module of this package that needs docling-core."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from pdf_extractor_ai.aipdf.model import Element, trimmed

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

_WORD = re.compile(r"\w+")
_SHINGLE = 12
_AGREEMENT = 0.7  # hyphens at line ends, running heads and formulas make a part of every true layer differ
_MIN_SAMPLE = 40


def tree_from_document(document: DoclingDocument, *, language: str = "en", identifier: str = "ingested") -> Element:
    """The semantic tree of a document: flat sections, each block with id, page and box (points, lower left origin)."""
    from pdf_extractor_ai.aipdf.bridge_write import Writer

    return Writer(document, language=language, identifier=identifier).tree()


def document_from_tree(
    root: Element, *, name: str, sizes: dict[int, tuple[float, float]] | None = None
) -> DoclingDocument:
    """The document a semantic tree tells of; ``sizes`` gives width and height of pages in points, where known."""
    from pdf_extractor_ai.aipdf.bridge_read import Reader

    return Reader(name, sizes or {}).document(root)


def document_from_layer(pdf_bytes: bytes, *, name: str, password: str | None = None) -> DoclingDocument | None:
    """The document in the layer of a PDF, or ``None`` when it carries none that can be read.

    Raises only for a missing or wrong password.
    """
    from pdf_extractor_ai.aipdf.carrier import find_layer
    from pdf_extractor_ai.aipdf.validate import check
    from pdf_extractor_ai.errors import LayerError
    from pdf_extractor_ai.rewriting import opened

    layer = find_layer(pdf_bytes, name=name, password=password, deep=False)
    if not layer.usable:
        return None
    try:
        root = check(layer.xml).root
    except LayerError:
        return None
    sizes: dict[int, tuple[float, float]] = {}
    if layer.where != "scan":
        with opened(pdf_bytes, name=name, password=password) as pdf:
            for number, page in enumerate(pdf.pages, start=1):
                left, bottom, right, top = (float(value) for value in page.mediabox)
                sizes[number] = (abs(right - left), abs(top - bottom))
    return document_from_tree(root, name=name, sizes=sizes)


def layer_agrees(layer_text: str, sampled_page_text: str) -> bool:
    """Whether what the pages show is what the layer says: most stretches of the sample must stand in the layer.

    Only letters and digits count. A sample too short to tell anything agrees.
    """
    sample, layer = _compact(sampled_page_text), _compact(layer_text)
    if len(sample) < _MIN_SAMPLE:
        return True
    stretches = [sample[at : at + _SHINGLE] for at in range(0, len(sample) - _SHINGLE + 1, _SHINGLE // 2)]
    return sum(stretch in layer for stretch in stretches) >= _AGREEMENT * len(stretches)


def _compact(text: str) -> str:
    return "".join(_WORD.findall(unicodedata.normalize("NFKC", text).casefold())).replace("_", "")


def layer_text(root: Element) -> str:
    """All text of a tree, for ``layer_agrees``."""
    return trimmed(" ".join(root.pieces()))
