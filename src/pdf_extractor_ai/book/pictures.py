"""Figures of a book as files in ``images/``, cut out when they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.book.flow import FlowBlock

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

FOLDER = "images"
_IMAGE = "<!-- image -->"
_MIN_POINTS = 40.0  # the shorter side; what is smaller is an icon or a rule
_FULL_PAGE = 0.7  # of the page: a scan behind its text


class BookImages:
    """The images of one book: which picture has which file; the pixels are made on the way to the disk."""

    def __init__(self, document: DoclingDocument, pdf: bytes | None, password: str | None = None) -> None:
        self._document, self._pdf, self._password = document, pdf, password
        self._files: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._files)

    def name_all(self, flow: Sequence[FlowBlock]) -> None:
        """Give each picture worth a file its name, ``images/p0012-1.png``: page, and number on that page."""
        seen: dict[int, int] = {}
        for block in flow:
            if block.kind == "picture" and block.text.strip() == _IMAGE and self._has_pixels(block.item):
                if block.item.self_ref in self._files or not self._worth(block.item):
                    continue
                seen[block.page] = seen.get(block.page, 0) + 1
                self._files[block.item.self_ref] = f"{FOLDER}/p{block.page:04d}-{seen[block.page]}.png"

    def linked(self, block: FlowBlock, text: str) -> str:
        """``text`` of a picture's block with the file in the place of the placeholder."""
        file = self._files.get(getattr(block.item, "self_ref", ""), "")
        if block.kind != "picture" or not file:
            return text
        return text.replace(_IMAGE, f"![{_alternative(block, self._document)}](./{file})")

    def keep(self, files: set[str]) -> None:
        """Forget the pictures whose file is not among ``files``."""
        self._files = {ref: file for ref, file in self._files.items() if file in files}

    def paths(self) -> list[str]:
        """The files, in order."""
        return list(self._files.values())

    def pngs(self) -> Iterator[tuple[str, bytes]]:
        """Each file with its bytes, page by page; a picture that cannot be drawn is an empty sheet."""
        from PIL import Image

        from pdf_extractor_ai.image_summarizer.pictures import PictureSource, bounded, png_of

        if not self._files:
            return
        source = PictureSource(self._document, self._pdf, password=self._password)
        for picture in self._document.pictures:
            file = self._files.get(picture.self_ref)
            if file is not None:
                image = source.image(picture)
                yield file, png_of(bounded(image) if image is not None else Image.new("L", (8, 8), 255))

    def _has_pixels(self, item: Any) -> bool:
        return item.image is not None or (self._pdf is not None and bool(item.prov))

    def _worth(self, item: Any) -> bool:
        from pdf_extractor_ai.boxes import area, first_box

        box = first_box(item, self._document)
        if box is None:
            return item.image is not None
        page = self._document.pages.get(item.prov[0].page_no)
        if page is not None and area(box) >= _FULL_PAGE * page.size.width * page.size.height:
            return not _has_text(item.prov[0].page_no, self._document)
        return min(box[2] - box[0], box[3] - box[1]) >= _MIN_POINTS


def _has_text(page: int, document: DoclingDocument) -> bool:
    return any(item.prov and item.prov[0].page_no == page and len(item.text) > 40 for item in document.texts)


def _alternative(block: FlowBlock, document: DoclingDocument) -> str:
    from pdf_extractor_ai.markdown.inline import escape

    caption = " ".join(block.item.caption_text(document).split())
    text = escape(caption[:300]) if caption else f"Figure on page {block.page}"
    return re.sub(r"([\[\]])", r"\\\1", text)
