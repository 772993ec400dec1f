"""A digital PDF turned into a scan of itself: what OCR is given is known to the letter.

Every page is drawn by PDFium in grey, turned by up to ``SKEW`` degrees, made a little uneven and stored as one JPEG,
as an office scanner does. The same pages in give the same pixels out.
"""

from __future__ import annotations

import io
import zlib

import numpy as np
import pypdfium2 as pdfium
from PIL import Image

SKEW = 0.6
QUALITY = 75
UNEVEN = 4.0  # grey levels, one standard deviation


def scanned(data: bytes, *, password: str | None = None, dpi: int = 200) -> bytes:
    """The pages of ``data`` as pictures at ``dpi``, one on each page of the same size, without any text."""
    chance = np.random.default_rng(zlib.crc32(data))
    pages = []
    with pdfium.PdfDocument(data, password=password) as document:
        if document.get_formtype():
            document.init_forms()
        for page in document:
            pages.append(_page(page.render(scale=dpi / 72, grayscale=True).to_pil().convert("L"), chance))
            page.close()
    out = io.BytesIO()
    pages[0].save(out, "PDF", save_all=True, append_images=pages[1:], resolution=dpi, quality=QUALITY)
    return out.getvalue()


def _page(image: Image.Image, chance: np.random.Generator) -> Image.Image:
    turned = image.rotate(chance.uniform(-SKEW, SKEW), Image.Resampling.BICUBIC, fillcolor=255)
    grey = np.asarray(turned, dtype=np.float32) + chance.normal(-UNEVEN, UNEVEN, (turned.height, turned.width))
    return Image.fromarray(grey.clip(0, 255).astype(np.uint8))
