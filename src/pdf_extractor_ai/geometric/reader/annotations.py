"""Links, form fields and typed comments: what a viewer shows but the content stream does not hold."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Container, Iterator
from functools import partial
from typing import Any

import pypdfium2.raw as pdfium_c

from pdf_extractor_ai.geometric.page import Link, Note
from pdf_extractor_ai.geometric.reader.glyphs import Affine

Box = tuple[float, float, float, float]

_MAX_ANNOTATIONS = 5000
MAX_TEXT = 65_536
"""Bytes of one string of an annotation; a longer one is left out."""

_HIDDEN_FLAGS = 2 | 32  # Hidden, NoView (ISO 32000-1, table 165)
_CHECKBOX, _RADIO, _PUSHBUTTON, _SIGNATURE, _COMBO, _LIST, _TEXT = 2, 3, 1, 7, 4, 5, 6
_PASSWORD = 1 << 13  # a text field that shows no letter of its value (table 228)
_MAX_OPTIONS = 1000
_MAX_NAME = 60  # characters; a longer tooltip is help and no name


def read_links(document: Any, page: Any, frame: Affine) -> list[Link]:
    """The page's links with an address or a target page, boxes in the shown frame."""
    links: list[Link] = []
    start, link = ctypes.c_int(0), pdfium_c.FPDF_LINK()
    rect = pdfium_c.FS_RECTF()
    while len(links) < _MAX_ANNOTATIONS and pdfium_c.FPDFLink_Enumerate(page, start, link):
        if not pdfium_c.FPDFLink_GetAnnotRect(link, rect):
            continue
        box = frame.box(rect.left, rect.bottom, rect.right, rect.top)
        target = pdfium_c.FPDFLink_GetDest(document, link)
        action = pdfium_c.FPDFLink_GetAction(link) if not target else None
        uri = ""
        if action:
            if pdfium_c.FPDFAction_GetType(action) == pdfium_c.PDFACTION_URI:
                size = pdfium_c.FPDFAction_GetURIPath(document, action, None, 0)
                if 1 < size <= MAX_TEXT:
                    buffer = ctypes.create_string_buffer(size)
                    pdfium_c.FPDFAction_GetURIPath(document, action, buffer, size)
                    uri = buffer.value.decode("utf-8", "replace").strip()
            else:
                target = pdfium_c.FPDFAction_GetDest(document, action)
        number = pdfium_c.FPDFDest_GetDestPageIndex(document, target) + 1 if target else 0
        if uri or number > 0:
            links.append(Link(*box, uri=uri, page=number))
    return links


def each_annotation(page: Any, frame: Affine, kinds: Container[int]) -> Iterator[tuple[Any, int, Box]]:
    """The annotations of these subtypes that a viewer shows, each open until the next: itself, subtype, box."""
    for index in range(min(pdfium_c.FPDFPage_GetAnnotCount(page), _MAX_ANNOTATIONS)):
        annotation = pdfium_c.FPDFPage_GetAnnot(page, index)
        if not annotation:
            continue
        try:
            subtype = pdfium_c.FPDFAnnot_GetSubtype(annotation)
            rect = pdfium_c.FS_RECTF()
            if (
                subtype in kinds
                and not pdfium_c.FPDFAnnot_GetFlags(annotation) & _HIDDEN_FLAGS
                and pdfium_c.FPDFAnnot_GetRect(annotation, rect)
            ):
                yield annotation, subtype, frame.box(rect.left, rect.bottom, rect.right, rect.top)
        finally:
            pdfium_c.FPDFPage_CloseAnnot(annotation)


def string_value(annotation: Any, key: bytes) -> str:
    """The text string under ``key`` in an annotation's dictionary; ``""`` for one over ``MAX_TEXT``."""
    return _wide(lambda buffer, size: pdfium_c.FPDFAnnot_GetStringValue(annotation, key, buffer, size))


def read_notes(page: Any, form: Any, frame: Affine) -> list[Note]:
    """Visible form values, ticked boxes and free-text comments of a page."""
    shown = each_annotation(page, frame, (pdfium_c.FPDF_ANNOT_FREETEXT, pdfium_c.FPDF_ANNOT_WIDGET))
    notes = (_note(annotation, subtype, box, form) for annotation, subtype, box in shown)
    return [note for note in notes if note is not None]


def _note(annotation: Any, kind: int, box: Box, form: Any) -> Note | None:
    if kind == pdfium_c.FPDF_ANNOT_FREETEXT:
        text = string_value(annotation, b"Contents")
        return Note(*box, kind="freetext", text=text) if text.strip() else None
    if form is None:
        return None
    field_type = pdfium_c.FPDFAnnot_GetFormFieldType(form, annotation)
    name = _name(annotation, form)
    if field_type in (_CHECKBOX, _RADIO):
        checked = bool(pdfium_c.FPDFAnnot_IsChecked(form, annotation))
        return Note(*box, kind="checkbox", text="x" if checked else "", name=name)
    if field_type in (_PUSHBUTTON, _SIGNATURE, -1, 0):
        return None
    if field_type == _TEXT and pdfium_c.FPDFAnnot_GetFormFieldFlags(form, annotation) & _PASSWORD:
        return None
    text = _chosen(annotation, form) if field_type in (_COMBO, _LIST) else ""
    text = text or _wide(lambda buffer, size: pdfium_c.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, size))
    return Note(*box, kind="field", text=text, name=name) if text.strip() else None


def _name(annotation: Any, form: Any) -> str:
    """What the field is called: for people where the form says so, else for programs."""
    said = _wide(lambda buffer, size: pdfium_c.FPDFAnnot_GetFormFieldAlternateName(form, annotation, buffer, size))
    if said.strip() and len(said) <= _MAX_NAME:
        return " ".join(said.split())
    return _wide(lambda buffer, size: pdfium_c.FPDFAnnot_GetFormFieldName(form, annotation, buffer, size))


def _chosen(annotation: Any, form: Any) -> str:
    """What a viewer shows of a list's value: the labels of the chosen options, not what a program is sent."""
    count = min(pdfium_c.FPDFAnnot_GetOptionCount(form, annotation), _MAX_OPTIONS)
    chosen = (i for i in range(count) if pdfium_c.FPDFAnnot_IsOptionSelected(form, annotation, i))
    labels = (_wide(partial(pdfium_c.FPDFAnnot_GetOptionLabel, form, annotation, i)) for i in chosen)
    return ", ".join(label for label in labels if label.strip())


def _wide(call: Callable[[Any, int], int]) -> str:
    """A UTF-16 string by PDFium's two-step protocol: ask for the length in bytes, then for the text."""
    size = call(None, 0)
    if not 2 < size <= MAX_TEXT:
        return ""
    buffer = ctypes.create_string_buffer(size)
    call(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return buffer.raw[: size - 2].decode("utf-16-le", "replace")
