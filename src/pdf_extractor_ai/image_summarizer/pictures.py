"""The pixels of a document's pictures: the image that the tree holds, or a crop of the page, rendered when asked."""

from __future__ import annotations

import logging
import threading
from io import BytesIO
from typing import TYPE_CHECKING

from pdf_extractor_ai.assembler.pictures import PageCrops
from pdf_extractor_ai.boxes import area, first_box
from pdf_extractor_ai.image_summarizer.replacement import page_of
from pdf_extractor_ai.origin import origin_of
from pdf_extractor_ai.report import Box
from pdf_extractor_ai.source import open_source

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument, PictureItem
    from PIL.Image import Image

_log = logging.getLogger(__name__)

MAX_SIDE = 4096
"""Pixels of the longer side of what goes to a model; a crop of a page is smaller, an image of a user may not be."""


def held_image(picture: PictureItem) -> Image | None:
    """The image inside the tree; ``None`` when there is none or it cannot be decoded.

    Nothing is fetched: of the places that an image reference may name, only data inside the document is read.
    """
    if picture.image is None:
        return None
    try:
        image = picture.image.pil_image
        if image is not None:
            image.load()
    except Exception as error:
        _log.warning("the image of %s cannot be decoded: %s", picture.self_ref, error)
        return None
    return image


def bounded(image: Image, max_side: int = MAX_SIDE) -> Image:
    """The image itself, or a smaller one in its place whose longer side has ``max_side`` pixels."""
    if max(image.size) <= max_side:
        return image
    scale = max_side / max(image.size)
    return image.resize((max(1, round(image.width * scale)), max(1, round(image.height * scale))), reducing_gap=2.0)


def png_of(image: Image) -> bytes:
    """The image as a PNG file, in a mode that every reader knows, without metadata."""
    if image.mode not in ("1", "L", "RGB", "RGBA"):
        image = image.convert("RGBA" if "A" in image.mode or "transparency" in image.info else "RGB")
    buffer = BytesIO()
    image.save(buffer, "PNG", pnginfo=None, exif=b"", icc_profile=None)
    return buffer.getvalue()


class PictureSource:
    """Images of one document's pictures, from the tree or, where it holds none, from the PDF it was made of.

    Without ``pdf`` that is the one that the extractor made the document of, if it is still the same object. A page
    is rendered once for all of its pictures; a crop is dropped as soon as it is taken. May be used from several
    threads. Raises ``InvalidPdfError`` when ``pdf`` cannot be opened.
    """

    def __init__(self, document: DoclingDocument, pdf: bytes | None = None, *, password: str | None = None) -> None:
        self.document = document
        data = origin_of(document) if pdf is None else open_source(pdf, name=document.name, password=password).data
        self._crops = None if data is None else PageCrops(data)
        self._waiting = {} if data is None else _boxes_by_page(document)
        self._ready: dict[str, Image | None] = {}
        self._lock = threading.Lock()

    def image(self, picture: PictureItem) -> Image | None:
        """The picture's image; a crop can be taken once. ``None`` when there is none to be had."""
        held = held_image(picture)
        if held is not None or self._crops is None:
            return held
        with self._lock:
            page = page_of(picture)
            if page is not None and page in self._waiting:
                size = self.document.pages[page].size
                for ref, box in self._waiting.pop(page).items():
                    self._ready[ref] = self._crops.crop(page, box, (size.width, size.height))
            return self._ready.pop(picture.self_ref, None)


def _boxes_by_page(document: DoclingDocument) -> dict[int, dict[str, Box]]:
    """Page -> picture reference -> box, for the pictures without an image of their own on pages of known size."""
    boxes: dict[int, dict[str, Box]] = {}
    for picture in document.pictures:
        box, page = first_box(picture, document), page_of(picture)
        if picture.image is not None or box is None or page is None:
            continue
        if page in document.pages and area(box) > 0:
            boxes.setdefault(page, {})[picture.self_ref] = box
    return boxes
