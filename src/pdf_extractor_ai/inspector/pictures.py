"""Pages of a PDF as pictures inside the HTML."""

from __future__ import annotations

import base64
import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO

_MAX_PIXELS = 6_000_000  # one page: a larger sheet is rendered at a smaller scale
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page as it is shown: its size in points, and its picture as a ``data:`` address, ``""`` when there is none."""

    page: int
    width: float
    height: float
    picture: str


def render_sheets(data: bytes, pages: Iterable[int], scale: float) -> Iterator[Sheet]:
    """The given pages (1-based), one after the other; a page that cannot be rendered comes without a picture."""
    import pypdfium2
    import pypdfium2.raw

    from pdf_extractor_ai.pdfium import opened

    for number in pages:
        # The lock is held for one page at a time, so that a conversion in another thread goes on in between.
        with opened(data) as pdf:
            try:
                if pdf.get_formtype() == pypdfium2.raw.FORMTYPE_ACRO_FORM:
                    pdf.init_forms()  # else the picture lacks what is filled in
                sheet = pdf[number - 1]
                try:
                    width, height = sheet.get_size()
                    fits = (_MAX_PIXELS / max(1.0, width * height)) ** 0.5
                    bitmap = sheet.render(scale=min(scale, fits))
                    image = bitmap.to_pil().convert("RGB")
                    bitmap.close()
                finally:
                    sheet.close()
            except (pypdfium2.PdfiumError, IndexError, ValueError, MemoryError) as error:
                _log.warning("page %d cannot be rendered: %s", number, error)
                yield Sheet(number, 612.0, 792.0, "")
                continue
        buffer = BytesIO()
        image.save(buffer, "JPEG", quality=78, optimize=True)
        yield Sheet(number, width, height, "data:image/jpeg;base64," + base64.b64encode(buffer.getvalue()).decode())
