"""What a PDF says of itself as a whole: bookmarks, page labels, layers that are switched off."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium_c

from pdf_extractor_ai.geometric.page import OutlineEntry
from pdf_extractor_ai.geometric.reader.layers import forms_off, groups_off, layer_names, memberships_off

_MAX_ENTRIES = 20_000
_MAX_DEPTH = 12
_MAX_TITLE = 500  # characters


class Outline(list[OutlineEntry]):
    """The bookmarks; ``stated`` is what the file's information gives as the document's title, unchecked."""

    stated: str = ""


def read_outline(document: pypdfium2.PdfDocument) -> Outline:
    """The bookmarks in order, with their depth and target page; broken ones are left out."""
    entries = Outline()
    try:
        entries.stated = str(document.get_metadata_value("Title"))[:_MAX_TITLE]
        for bookmark in document.get_toc(max_depth=_MAX_DEPTH):
            title = " ".join((bookmark.get_title() or "").split())
            destination = bookmark.get_dest()
            page = destination.get_index() if destination is not None else None
            if title:
                entries.append(OutlineEntry(bookmark.level, title, page + 1 if page is not None else 0))
            if len(entries) >= _MAX_ENTRIES:
                break
    except (pypdfium2.PdfiumError, RecursionError, OSError):
        return entries
    return entries


def read_page_labels(document: pypdfium2.PdfDocument, count: int) -> list[str]:
    """The printed label of every page, ``""`` where there is none."""
    labels = []
    for index in range(count):
        size = pdfium_c.FPDF_GetPageLabel(document, index, None, 0)
        if not 2 < size <= 512:
            labels.append("")
            continue
        buffer = ctypes.create_string_buffer(size)
        pdfium_c.FPDF_GetPageLabel(document, index, buffer, size)
        labels.append(buffer.raw[: size - 2].decode("utf-16-le", "replace"))
    return labels


class Catalog(NamedTuple):
    """What the catalog says that PDFium does not tell.

    ``layers_off``: names of optional content groups that are off in the default view (ISO 32000-1, 8.11.4.3), and
    ``MEMBERSHIP`` when what belongs to several groups is off as well.
    ``forms_off``: for each page the form objects that belong to such a layer as a whole, by their place among the
    forms that the page paints.
    ``suspects``: the producer doubts its own structure tree (14.7.1, table 321).
    """

    layers_off: frozenset[str] = frozenset()
    suspects: bool = False
    forms_off: Mapping[int, frozenset[int]] = MappingProxyType({})


def read_catalog(data: bytes) -> Catalog:
    """The catalog's entries; all as usual when there is none of them, or when it cannot be read."""
    if not any(key in data for key in (b"/OCProperties", b"/Suspects", b"/ObjStm")):
        return Catalog()
    import pikepdf

    try:
        with pikepdf.open(_stream(data)) as pdf:
            marks = pdf.Root.get("/MarkInfo")
            suspects = isinstance(marks, pikepdf.Dictionary) and bool(marks.get("/Suspects"))
            off = groups_off(pdf.Root.get("/OCProperties"))
            return Catalog(layer_names(off) | memberships_off(pdf, off), suspects, forms_off(pdf, off))
    except (pikepdf.PdfError, AttributeError, TypeError, ValueError):
        return Catalog()


def _stream(data: bytes) -> Any:
    import io

    return io.BytesIO(data)
