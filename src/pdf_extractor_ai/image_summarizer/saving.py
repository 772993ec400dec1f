"""Pictures as PNG files with stable names, and the note in the tree that says where each one lies."""

from __future__ import annotations

import logging
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.files import replace_file, writing
from pdf_extractor_ai.image_summarizer.pictures import PictureSource, png_of
from pdf_extractor_ai.image_summarizer.replacement import page_of

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

_log = logging.getLogger(__name__)


def save_pictures(
    document: DoclingDocument,
    folder: Path,
    *,
    stem: str,
    links_from: Path | None = None,
    pdf: bytes | None = None,
    password: str | None = None,
) -> list[Path]:
    """The PNG files of all pictures that have an image, written to ``folder`` in document order.

    They are named ``STEM-pPPPP-N.png``: page, and number on that page. Each picture of ``document`` notes its
    file, as seen from the folder ``links_from`` (the current one when it is ``None``), for
    ``to_markdown(..., link_images=True)``. ``pdf`` is for pictures without an image, as in
    `summarize_images`. Raises ``OSError`` when a file cannot be written.
    """
    from docling_core.types.doc import PictureMeta

    source = PictureSource(document, pdf, password=password)
    name = re.sub(r"[^\w.-]+", "_", stem).strip("._")[:80] or "figure"
    start = (links_from or Path()).resolve()
    seen: dict[int, int] = {}
    paths: list[Path] = []
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for picture in document.pictures:
        page = page_of(picture) or 0
        seen[page] = seen.get(page, 0) + 1
        image = source.image(picture)
        if image is None:
            _log.warning("there is no image of %s on page %d", picture.self_ref, page)
            continue
        path = folder / f"{name}-p{page:04d}-{seen[page]}.png"
        replace_file(path, png_of(image))
        paths.append(path)
        meta: Any = picture.meta or PictureMeta()
        meta.set_custom_field("pdf_extractor_ai", "file", _link(path.resolve(), start))
        picture.meta = meta
    return paths


def _link(path: Path, start: Path) -> str:
    try:
        return Path(os.path.relpath(path, start)).as_posix()
    except ValueError:  # another drive
        return path.as_uri()
