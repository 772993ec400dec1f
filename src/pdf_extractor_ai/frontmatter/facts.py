"""What a PDF says about itself outside its pages: pages, language, authors, attachments, for a card's draft."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.attachments import Attachment, attachments
from pdf_extractor_ai.errors import InvalidPdfError
from pdf_extractor_ai.frontmatter.lookup import is_card
from pdf_extractor_ai.rewriting import opened
from pdf_extractor_ai.streams import UndecodableStreamError, stream_bytes

if TYPE_CHECKING:
    from pathlib import Path

    import pikepdf

LAYER_FILE = "aipdf-semantic.xml.br"
"""The attachment of an ``.ai.pdf``; a card's ``derived`` calls it ``aipdf``."""

_DERIVED = (
    (LAYER_FILE, "aipdf"),
    (".doclang.json", "doclang"),
    (".doclang.xml", "doclang"),
    (".docling.json", "docling"),
)
_MAX_XMP = 1 << 20
_MAX_LENGTH = 200
_MAX_LISTED = 20
_MAX_FIELDS = 10_000
_SAMPLED = 20
_PUSH_BUTTON = 1 << 16  # ISO 32000-1, table 226
_QUARTER = 90
_TAG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")
_NOBODY = frozenset({"anonymous", "unspecified", "unknown", "(anonymous)", "(unspecified)", "(unknown)"})
"""What libraries that make PDFs fill in where nobody told them anything."""

_NO_TITLE = re.compile(
    r"untitled|title|document\d*|powerpoint presentation|microsoft word - .*|slide \d+|"
    r".*\.(?:docx?|pptx?|xlsx?|od[tsp]|rtf|txt|tex|dvi|e?ps|pdf|indd|qxd|html?|png|jpe?g|tiff?)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Metadata:
    """Descriptive data with their source, ``xmp`` or ``info`` (the Info dictionary); empty where nothing is said."""

    title: str = ""
    authors: tuple[str, ...] = ()
    subject: str = ""
    keywords: tuple[str, ...] = ()
    source: dict[str, str] = field(default_factory=dict)

    def to_dict(self, title: str) -> dict[str, Any]:
        """What is told beyond the card's ``title``, and where it comes from; empty where nothing is.

        A title of the metadata that is the card's own shows as a source only.
        """
        told: dict[str, Any] = {
            "title": self.title if self.title != title else "",
            "authors": list(self.authors),
            "subject": self.subject,
            "keywords": list(self.keywords),
        }
        told = {key: value for key, value in told.items() if value}
        source = {key: value for key, value in self.source.items() if key in told or (key == "title" and self.title)}
        return {**told, "source": source} if source else {}


@dataclass(frozen=True, slots=True)
class PdfFacts:
    """Page count, ``/Lang`` of the catalog, metadata, fillable fields, ``derived`` pointers, form of the pages."""

    pages: int
    language: str | None
    metadata: Metadata
    fields: int
    derived: dict[str, str]
    landscape: bool


def facts_of(data: bytes | Path, *, password: str | None = None) -> PdfFacts:
    """The facts of the PDF in ``data``; raises like ``rewriting.opened``, and ``InvalidPdfError`` without pages."""
    with opened(data, password=password) as pdf:
        found = [each for each in attachments(pdf) if not is_card(each)]
        return PdfFacts(
            _page_count(pdf),
            _language(pdf),
            _metadata(pdf),
            _count_fields(pdf),
            dict(_derived(found)),
            _is_landscape(pdf),
        )


def pages_and_attachments(data: bytes | Path, *, password: str | None = None) -> tuple[int, frozenset[str]]:
    """The number of pages and the names of everything attached; raises like ``facts_of``."""
    with opened(data, password=password) as pdf:
        return _page_count(pdf), frozenset(name for each in attachments(pdf) for name in (each.key, *each.names))


def _page_count(pdf: pikepdf.Pdf) -> int:
    import pikepdf

    try:
        return len(pdf.pages)
    except (pikepdf.PdfError, RuntimeError) as error:
        raise InvalidPdfError(f"PDF has no pages: {error}", remedy="Check that the file is complete.") from None


def _is_landscape(pdf: pikepdf.Pdf) -> bool:
    """Whether each of the first pages is wider than it is high, as it is shown."""
    try:
        shapes = [_is_wide(page) for page in islice(pdf.pages, _SAMPLED)]
    except (RuntimeError, ValueError, TypeError, AttributeError):
        return False
    return bool(shapes) and all(shapes)


def _is_wide(page: pikepdf.Page) -> bool:
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    turned = int(page.obj.get("/Rotate", 0)) // _QUARTER % 2 == 1
    return abs(top - bottom) > abs(right - left) if turned else abs(right - left) > abs(top - bottom)


def _derived(found: list[Attachment]) -> Iterator[tuple[str, str]]:
    """Attachments whose names say what they are; of several of a kind the last in the order of their names."""
    for attachment in sorted(found, key=lambda each: each.key):
        for end, short in _DERIVED:
            if attachment.key.lower().endswith(end):
                yield short, attachment.key


def _language(pdf: pikepdf.Pdf) -> str | None:
    declared = _string(pdf.Root.get("/Lang"))
    return declared if _TAG.fullmatch(declared) else None


def _string(value: Any) -> str:
    import pikepdf

    if not isinstance(value, pikepdf.String):
        return ""
    try:
        return _clean(str(value))
    except (UnicodeError, ValueError):
        return ""


def _clean(text: str) -> str:
    """One line without control characters, not longer than a card can bear; empty for what says nothing."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    line = line if len(line) <= _MAX_LENGTH else line[:_MAX_LENGTH].rsplit(" ", 1)[0]
    return "" if line.casefold() in _NOBODY else line


def _metadata(pdf: pikepdf.Pdf) -> Metadata:
    """XMP where it says something, else the Info dictionary."""
    info, xmp = _info(pdf), _xmp(pdf)
    source = {key: "xmp" if xmp.get(key) else "info" for key in info if xmp.get(key) or info[key]}
    best = {key: xmp.get(key) or value for key, value in info.items()}
    title = best["title"][0] if best["title"] else ""
    return Metadata(
        "" if _NO_TITLE.fullmatch(title) else title,
        tuple(best["authors"][:_MAX_LISTED]),
        best["subject"][0] if best["subject"] else "",
        tuple(best["keywords"][:_MAX_LISTED]),
        source,
    )


def _info(pdf: pikepdf.Pdf) -> dict[str, list[str]]:
    import pikepdf

    info = pdf.trailer.get("/Info")
    known = info if isinstance(info, pikepdf.Dictionary) else pikepdf.Dictionary()
    return {
        "title": _parts(_string(known.get("/Title"))),
        "authors": _parts(_string(known.get("/Author")), ";"),
        "subject": _parts(_string(known.get("/Subject"))),
        "keywords": _parts(_string(known.get("/Keywords")), ";,"),
    }


def _parts(text: str, separators: str = "") -> list[str]:
    """The parts of a list that was written as one string, by the first of ``separators`` that is in it."""
    mark = next((each for each in separators if each in text), None)
    return [part for piece in (text.split(mark) if mark else [text]) if (part := piece.strip())]


def _xmp(pdf: pikepdf.Pdf) -> dict[str, list[str]]:
    """Dublin Core and the ``pdf:Keywords`` of the document's XMP; empty when there is none that can be read."""
    import pikepdf
    from lxml import etree

    stream = pdf.Root.get("/Metadata")
    if not isinstance(stream, pikepdf.Stream):
        return {}
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(stream_bytes(stream, _MAX_XMP), parser)
    except (etree.XMLSyntaxError, UndecodableStreamError, ValueError, pikepdf.PdfError):
        return {}
    if root.getroottree().docinfo.internalDTD is not None:
        return {}
    dc, rdf, adobe = (
        "{http://purl.org/dc/elements/1.1/}",
        "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}",
        "{http://ns.adobe.com/pdf/1.3/}",
    )

    def items(name: str) -> list[str]:
        return [
            text
            for each in root.iter(f"{dc}{name}")
            for item in each.iter(f"{rdf}li")
            if (text := _clean(item.text or ""))
        ]

    written = [each.text or "" for each in root.iter(f"{adobe}Keywords")]
    written += [value for each in root.iter(f"{rdf}Description") if (value := each.get(f"{adobe}Keywords"))]
    keywords = items("subject") or [part for text in written[:1] for part in _parts(_clean(text), ";,")]
    return {"title": items("title"), "authors": items("creator"), "subject": items("description"), "keywords": keywords}


def _count_fields(pdf: pikepdf.Pdf) -> int:
    """How many fields of the form a person fills in; push buttons and signatures are none."""
    import pikepdf

    form = pdf.Root.get("/AcroForm")
    fields = form.get("/Fields") if isinstance(form, pikepdf.Dictionary) else None
    waiting = list(fields.as_list()) if isinstance(fields, pikepdf.Array) else []
    count = 0
    for _ in range(_MAX_FIELDS):
        if not waiting:
            break
        each = waiting.pop()
        if not isinstance(each, pikepdf.Dictionary):
            continue
        kids = each.get("/Kids")
        kind = str(each.get("/FT", ""))
        if kind in ("/Tx", "/Ch") or (kind == "/Btn" and not _flags(each) & _PUSH_BUTTON):
            count += 1
        elif isinstance(kids, pikepdf.Array):
            waiting += kids.as_list()
    return count


def _flags(field: Any) -> int:
    value = field.get("/Ff")
    return value if isinstance(value, int) else 0
