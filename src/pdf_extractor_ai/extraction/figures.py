"""Images of a document's pictures: cut out at once when asked for, else the way to them kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pdf_extractor_ai.assembler.pictures import PageCrops, picture_image
from pdf_extractor_ai.origin import remember_origin

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument


def attend_to_pictures(document: DoclingDocument, data: bytes, *, cut: bool) -> None:
    """Give the pictures that hold no image one, or remember the PDF that it can be cut out of."""
    without = [picture for picture in document.pictures if picture.image is None and picture.prov]
    if cut:
        crops = PageCrops(data)
        for picture in without:
            picture.image = picture_image(picture, document, crops)[1]
    elif without:
        remember_origin(document, data)
