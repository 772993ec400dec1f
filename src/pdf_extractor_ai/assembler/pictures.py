"""Crops of pictures out of a PDF, and which pictures are too small to keep."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.boxes import first_box
from pdf_extractor_ai.report import Box

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument, ImageRef
    from PIL.Image import Image

SCALE = 2.0
"""Crops are rendered at twice 72 dpi."""

MIN_SIDE = 80
"""Pictures whose shorter side has fewer pixels are left out."""

_MAX_PIXELS = 64_000_000  # one page; a larger sheet is rendered at a smaller scale

_log = logging.getLogger(__name__)


class PageCrops:
    """Crops of the pages of one PDF; the last page rendered is kept, so that one render serves its figures."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._page = 0
        self._render: Image | None = None

    def crop(self, page: int, box: Box, size: tuple[float, float]) -> Image | None:
        """The part of ``page`` (1-based) in ``box``, which is measured on a page of ``size`` points.

        ``None`` when the box has no part on the page, or the page cannot be rendered.
        """
        render = self._rendered(page)
        if render is None or size[0] <= 0 or size[1] <= 0:
            return None
        across, down = render.width / size[0], render.height / size[1]
        left, top = max(0, round(box[0] * across)), max(0, round(box[1] * down))
        right, bottom = min(render.width, round(box[2] * across)), min(render.height, round(box[3] * down))
        if right <= left or bottom <= top:
            return None
        return render.crop((left, top, right, bottom))

    def _rendered(self, page: int) -> Image | None:
        if page != self._page:
            self._page, self._render = page, self._rendering(page)
        return self._render

    def _rendering(self, page: int) -> Image | None:
        import pypdfium2

        from pdf_extractor_ai.pdfium import opened

        try:
            with opened(self._data) as pdf:
                sheet = pdf[page - 1]
                try:
                    width, height = sheet.get_size()
                    scale = min(SCALE, (_MAX_PIXELS / max(1.0, width * height)) ** 0.5)
                    bitmap = sheet.render(scale=scale)
                    image: Image = bitmap.to_pil().convert("RGB")
                    bitmap.close()
                finally:
                    sheet.close()
        except (pypdfium2.PdfiumError, IndexError, ValueError) as error:
            _log.warning("page %d cannot be rendered: %s", page, error)
            return None
        return image


def picture_image(
    item: Any, document: DoclingDocument, crops: PageCrops | None, *, keep: bool = True
) -> tuple[bool, ImageRef | None]:
    """Whether a picture is large enough to stay, and its image (``None`` unless ``keep``).

    With ``crops`` the image is cut out of the rendered page; the image that the item brings along stands in when
    that fails. A picture with neither is not kept.
    """
    from docling_core.types.doc import ImageRef

    box = first_box(item, document)
    if not keep:
        return _large_on_page(box), None
    image = _cropped(item, document, crops, box)
    if image is None:
        return _own_image(item)
    if min(image.size) < MIN_SIDE:
        return False, None
    return True, ImageRef.from_pil(image, dpi=round(72 * SCALE))


def _large_on_page(box: Box | None) -> bool:
    return box is None or min(box[2] - box[0], box[3] - box[1]) * SCALE >= MIN_SIDE


def _cropped(item: Any, document: DoclingDocument, crops: PageCrops | None, box: Box | None) -> Image | None:
    if crops is None or box is None:
        return None
    page = document.pages.get(item.prov[0].page_no)
    size = (page.size.width, page.size.height) if page is not None else (0.0, 0.0)
    return crops.crop(item.prov[0].page_no, box, size)


def _own_image(item: Any) -> tuple[bool, ImageRef | None]:
    image: ImageRef | None = item.image
    if image is None or min(image.size.width, image.size.height) < MIN_SIDE:
        return False, None
    return True, image
