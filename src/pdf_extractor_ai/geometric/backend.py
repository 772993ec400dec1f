"""A Docling PDF backend that keeps PDFium's document open for the reader and renders pages on request."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from docling.backend.pypdfium2_backend import PyPdfiumDocumentBackend

from pdf_extractor_ai.geometric.reader import PageReader
from pdf_extractor_ai.geometric.reader.damage import ContentCheck
from pdf_extractor_ai.geometric.reader.ligatures import read_ligatures
from pdf_extractor_ai.geometric.reader.orphans import read_orphans
from pdf_extractor_ai.geometric.reader.outline import Catalog, read_catalog, read_outline, read_page_labels


class GeometricPdfBackend(PyPdfiumDocumentBackend):
    """Docling's PDFium backend plus the compact reader; pages for pictures come from the parent class."""

    _check: ContentCheck | None = None
    _catalog: Catalog | None = None

    def source_bytes(self) -> bytes:
        """The bytes of the file; PDFium reads from the same stream."""
        stream = self.path_or_stream
        if isinstance(stream, Path):
            return stream.read_bytes()
        if isinstance(stream, BytesIO):
            return stream.getvalue()
        return b""

    def page_reader(self, *, comments: bool = False, page_links: bool = False) -> PageReader:
        """A reader of compact page records; it shares this backend's document."""
        catalog = self.catalog()
        return PageReader(
            self._pdoc,
            catalog.layers_off,
            forms_off=catalog.forms_off,
            tagged=not catalog.suspects,
            comments=comments,
            page_links=page_links,
            orphans=lambda: read_orphans(self.source_bytes()),
            ligatures=lambda: read_ligatures(self.source_bytes()),
        )

    def catalog(self) -> Catalog:
        """What the catalog says of layers and of the structure tree."""
        if self._catalog is None:
            self._catalog = read_catalog(self.source_bytes())
        return self._catalog

    def content_fault(self, page: int) -> str:
        """Why a page (1-based) that came out empty is empty; ``""`` when it is blank."""
        if self._check is None:
            self._check = ContentCheck(self.source_bytes())
        return self._check.fault(page)

    def content_cut(self, page: int) -> bool:
        """True when the content of a page (1-based) breaks off, so that only its first part was read."""
        if self._check is None:
            self._check = ContentCheck(self.source_bytes())
        return self._check.cut(page)

    def unload(self) -> None:
        """Close the document, here and in PDFium."""
        if self._check is not None:
            self._check.close()
            self._check = None
        super().unload()

    def outline_and_labels(self) -> tuple[list, list[str]]:  # type: ignore[type-arg]
        """Bookmarks and printed page labels."""
        from docling.utils.locks import pypdfium2_lock

        with pypdfium2_lock:
            return read_outline(self._pdoc), read_page_labels(self._pdoc, len(self._pdoc))
