"""Logos: the same image at the edge of page after page is a picture on the first of them only."""

from __future__ import annotations

from collections.abc import Sequence

from pdf_extractor_ai.geometric.page import Bitmap, Page

_ZONE = 0.2  # share of the page's height at its top and bottom in which a logo lies as a whole
_WIDE = 0.6  # share of the page's width: what is wider is a strip of a scan, or of the background
_FEWEST = 3  # pages; the same kind of photo may well stand at the same height twice


def take_logos(pages: Sequence[Page]) -> None:
    """Take logos off all pages but the first that they are on.

    Images are the same when they have as many samples and are painted in the same size at the same height; on facing
    pages a logo changes sides.
    """
    seen: dict[tuple[int, ...], list[tuple[Page, Bitmap]]] = {}
    for page in pages:
        for bitmap in page.bitmaps:
            if _at_the_edge(bitmap, page):
                size = round(bitmap.x1 - bitmap.x0), round(bitmap.y1 - bitmap.y0)
                seen.setdefault((round(bitmap.y0), *size, *bitmap.pixels), []).append((page, bitmap))
    for places in seen.values():
        numbers = {page.number for page, _ in places}
        if len(numbers) < _FEWEST:
            continue
        for page, bitmap in places:
            if page.number != min(numbers):
                page.bitmaps = [other for other in page.bitmaps if other is not bitmap]


def _at_the_edge(bitmap: Bitmap, page: Page) -> bool:
    if bitmap.x1 - bitmap.x0 > _WIDE * page.width:
        return False
    return bitmap.y1 < _ZONE * page.height or bitmap.y0 > (1 - _ZONE) * page.height
