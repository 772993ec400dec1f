"""Between ``DoclingDocument`` and the semantic tree. The only module of this package that needs docling-core."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from docling_core.types.doc import DoclingDocument

    from pdf_extractor_ai.aipdf.frames import Frame
    from pdf_extractor_ai.aipdf.model import Element


def tree_from_document(
    document: DoclingDocument,
    *,
    language: str = "en",
    identifier: str = "ingested",
    frames: Mapping[int, Frame] | None = None,
) -> Element:
    """The semantic tree of a document: flat sections, each block with id, page and box (points, lower left origin).

    Boxes are in the user space of the PDF where ``frames`` (`page_frames`) tell of it, else those of the page as shown.
    """
    from pdf_extractor_ai.aipdf.bridge_write import Writer

    return Writer(document, language=language, identifier=identifier, frames=frames or {}).tree()


def document_from_tree(
    root: Element,
    *,
    name: str,
    sizes: Mapping[int, tuple[float, float]] | None = None,
    frames: Mapping[int, Frame] | None = None,
) -> DoclingDocument:
    """The document a semantic tree tells of.

    Where they are known, ``sizes`` gives width and height of pages in points, or ``frames`` (`page_frames`) how they
    lie in the user space that boxes are in. Raises ``LayerTooLargeError`` for tables of more than 500,000 places.
    """
    from pdf_extractor_ai.aipdf.bridge_read import Reader
    from pdf_extractor_ai.aipdf.frames import Frame

    known = frames or {number: Frame(0, 0, *size) for number, size in (sizes or {}).items()}
    return Reader(name, known).document(root)


def document_from_layer(pdf_bytes: bytes, *, name: str, password: str | None = None) -> DoclingDocument | None:
    """The document in the layer of a PDF, or ``None`` when it carries none that can be read.

    Raises only for a missing or wrong password.
    """
    from pdf_extractor_ai.aipdf.carrier import find_layer
    from pdf_extractor_ai.aipdf.frames import page_frames
    from pdf_extractor_ai.aipdf.validate import check
    from pdf_extractor_ai.errors import LayerError

    layer = find_layer(pdf_bytes, name=name, password=password, deep=False)
    if not layer.usable:
        return None
    try:
        root = check(layer.xml).root
        frames = {} if layer.where == "scan" else page_frames(pdf_bytes, name=name, password=password)
        return document_from_tree(root, name=name, frames=frames)
    except LayerError:
        return None
