"""Between ``DoclingDocument`` and the semantic tree. The only module of this package that needs docling-core."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

    from pdf_extractor_ai.aipdf.model import Element


def tree_from_document(document: DoclingDocument, *, language: str = "en", identifier: str = "ingested") -> Element:
    """The semantic tree of a document: flat sections, each block with id, page and box (points, lower left origin)."""
    from pdf_extractor_ai.aipdf.bridge_write import Writer

    return Writer(document, language=language, identifier=identifier).tree()


def document_from_tree(
    root: Element, *, name: str, sizes: dict[int, tuple[float, float]] | None = None
) -> DoclingDocument:
    """The document a semantic tree tells of; ``sizes`` gives width and height of pages in points, where known.

    Raises ``LayerTooLargeError`` when its tables span more than 500,000 places.
    """
    from pdf_extractor_ai.aipdf.bridge_read import Reader

    return Reader(name, sizes or {}).document(root)


def document_from_layer(pdf_bytes: bytes, *, name: str, password: str | None = None) -> DoclingDocument | None:
    """The document in the layer of a PDF, or ``None`` when it carries none that can be read.

    Raises only for a missing or wrong password.
    """
    from pdf_extractor_ai.aipdf.carrier import find_layer
    from pdf_extractor_ai.aipdf.validate import check
    from pdf_extractor_ai.errors import LayerError
    from pdf_extractor_ai.pdfium import page_sizes

    layer = find_layer(pdf_bytes, name=name, password=password, deep=False)
    if not layer.usable:
        return None
    try:
        root = check(layer.xml).root
        sizes = {} if layer.where == "scan" else page_sizes(pdf_bytes, password)
        return document_from_tree(root, name=name, sizes=sizes)
    except LayerError:
        return None
