"""The layer inside the PDF: find it, unpack it, attach it. Only bytes here; what the XML says is of no concern.

Where to look and in which order is section 3.3 of the format contract; what is written is sections 2.2, 2.3 and 3.4.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.aipdf import objects
from pdf_extractor_ai.archival import allows_attachments, attachment_date, claim_of, drop_claim, refuse_archival
from pdf_extractor_ai.attachments import (
    LEFT_ALONE,
    Attachment,
    add_attachment,
    attachments,
    remove_attachments,
    without_filter,
)
from pdf_extractor_ai.errors import (
    InvalidPdfError,
    LayerDataError,
    LayerError,
    LayerNotFoundError,
    LayerTooLargeError,
    LimitExceededError,
)
from pdf_extractor_ai.rewriting import locked, opened, refuse_signed, saved
from pdf_extractor_ai.streams import UndecodableStreamError, stream_bytes

if TYPE_CHECKING:
    import pikepdf

FILE_NAME = "aipdf-semantic.xml.br"
MIME_TYPE = "application/aipdf+xml+br"
NAMESPACE = "https://aipdf.org/ns/1.0/"
MAX_XML_BYTES = 16 * 1024 * 1024
"""Most UTF-8 bytes of XML that a layer may hold (contract, section 2.1)."""

_SLACK = 64 * 1024  # white space and byte order marks around the XML do not count, so the unpacker may go beyond
_STEP = 64 * 1024
_PACKET_LIMIT = 32 * 1024 * 1024  # compressed bytes; Brotli at its worst grows incompressible data by a trifle
_QUALITY, _WINDOW = 6, 22  # contract, section 2.1
_HEADER_WINDOW = 1024
_MARKER = re.compile(rb"/Subtype\s*/application#(?:2[Ff])?aipdf\+xml\+br")
_STREAM = re.compile(rb"stream\r?\n")
_MARKERS_TRIED = 32
_FILES_TRIED = 16


@dataclass(frozen=True, slots=True)
class Layer:
    """What a search found. ``xml`` is the unpacked text, empty when ``problem`` says why there is none.

    ``compressed_bytes`` counts the Brotli stream without PDF filters; 0 when no layer is there at all.
    ``where`` is ``catalog``, ``filespec``, ``subtype`` or ``scan``.
    """

    xml: str = ""
    compressed_bytes: int = 0
    where: str = ""
    problem: LayerError | None = None

    @property
    def usable(self) -> bool:
        """Whether there is text to read."""
        return self.problem is None and bool(self.where)


def is_pdf(data: bytes) -> bool:
    """Whether the bytes begin as a PDF does, at offset 0 (contract, section 11)."""
    return data.startswith(b"%PDF-")


def find_layer(data: bytes, *, name: str = "the PDF", password: str | None = None, deep: bool = True) -> Layer:
    """The layer of a PDF, or a ``Layer`` whose ``problem`` tells why there is none.

    ``deep`` also looks at objects that the catalog does not lead to. Raises ``PasswordRequiredError`` and
    ``WrongPasswordError`` for a locked file; every other fault becomes the ``problem``.
    """
    try:
        with opened(data, name=name, password=password) as pdf:
            layer = _in_pdf(pdf, name, deep=deep)
            damaged = not layer.where and bool(pdf.get_warnings())
        return _scanned(data, layer, name) if damaged else layer
    except InvalidPdfError as error:
        if error.code != InvalidPdfError.code:
            raise
        cause = "it is no PDF" if data.find(b"%PDF-", 0, _HEADER_WINDOW) < 0 else str(error)
        return _scanned(data, Layer(problem=_missing(name, cause)), name)


def read_layer(data: bytes, *, name: str = "the PDF", password: str | None = None) -> str:
    """The unpacked XML as it lies in the file. Raises ``LayerError`` with the cause when there is none."""
    layer = find_layer(data, name=name, password=password)
    if layer.problem:
        raise layer.problem
    return layer.xml


def _missing(name: str, cause: str = "") -> LayerNotFoundError:
    return LayerNotFoundError(
        f"semantic layer not found: {name}" + (f" ({cause})" if cause else ""),
        remedy="Make one with `aipdf ingest`.",
    )


def _in_pdf(pdf: pikepdf.Pdf, name: str, *, deep: bool) -> Layer:
    by_stream: dict[tuple[int, int], objects.FileSpec] = {}
    for each in objects.file_specs(pdf, deep=deep):
        if FILE_NAME in each.names and each.stream is not None:
            by_stream.setdefault(each.stream.objgen, each)
    found = list(by_stream.values())
    reachable = [each for each in found if each.reachable]
    for where, candidates in (("catalog", reachable), ("filespec", found)):
        if candidates:
            ranked = sorted(candidates, key=lambda each: each.rank)
            return _best(((each.stream, where) for each in ranked), name)
    if deep:
        return _best(((each, "subtype") for each in objects.last_objects(pdf) if _has_subtype(each)), name)
    return Layer(problem=_missing(name))


def _has_subtype(candidate: Any) -> bool:
    import pikepdf

    if not isinstance(candidate, pikepdf.Stream):
        return False
    subtype = candidate.get("/Subtype")
    # Early drafts wrote `#aipdf`, an escape that decodes to something else; the tail is always there.
    return isinstance(subtype, pikepdf.Name) and "aipdf" in str(subtype)


def _best(candidates: Iterator[tuple[Any, str]], name: str) -> Layer:
    """The first of a few candidates that unpacks, else the first one's problem."""
    first: Layer | None = None
    for stream, where in islice(candidates, _FILES_TRIED):
        layer = _unpacked(stream, where, name)
        if layer.usable:
            return layer
        first = first or layer
    return first or Layer(problem=_missing(name))


def _unpacked(stream: Any, where: str, name: str) -> Layer:
    import pikepdf

    try:
        packed = stream_bytes(stream, _PACKET_LIMIT)
    except LimitExceededError:
        return Layer(where=where, problem=_too_large(name))
    except (UndecodableStreamError, pikepdf.PdfError, ValueError, RuntimeError) as error:
        problem = LayerDataError(f"layer cannot be read: {name} (its PDF filter failed: {error})")
        return Layer(where=where, problem=problem)
    return _decoded(packed, where, name)


def _decoded(packed: bytes, where: str, name: str) -> Layer:
    layer = Layer(compressed_bytes=len(packed), where=where)
    try:
        return replace(layer, xml=unpack(packed, name=name))
    except LayerError as error:
        return replace(layer, problem=error)


def unpack(packed: bytes, *, name: str = "layer") -> str:
    """The text in a Brotli stream. Stops early at ``MAX_XML_BYTES``; raises ``LayerDataError`` for broken data."""
    import brotli

    if len(packed) > _PACKET_LIMIT:
        raise _too_large(name)
    decoder = brotli.Decompressor()
    parts: list[bytes] = []
    total, data = 0, packed
    try:
        while not decoder.is_finished():
            part = decoder.process(data, output_buffer_limit=_STEP)
            if not part and decoder.can_accept_more_data() and not decoder.is_finished():
                raise LayerDataError(f"layer cannot be unpacked: {name} (the Brotli stream ends early)")
            data = b""
            parts.append(part)
            total += len(part)
            if total > MAX_XML_BYTES + _SLACK:
                raise _too_large(name)
    except brotli.error as error:
        raise LayerDataError(f"layer cannot be unpacked: {name} ({error})") from error
    try:
        return b"".join(parts).decode("utf-8")
    except UnicodeDecodeError as error:
        raise LayerDataError(f"layer is not UTF-8: {name} (byte {error.start})") from error


def pack(xml: str) -> bytes:
    """The XML as one Brotli stream with the settings of the format; the same text gives the same bytes."""
    import brotli

    packed: bytes = brotli.compress(xml.encode("utf-8"), quality=_QUALITY, lgwin=_WINDOW)
    return packed


def _too_large(name: str) -> LayerTooLargeError:
    return LayerTooLargeError(f"invalid semantic XML: semantic XML exceeds 16 MiB safety limit: {name}")


def _scanned(data: bytes, otherwise: Layer, name: str) -> Layer:
    """A layer by its marker in the bytes, for a file that no parser understands: each occurrence until one unpacks."""
    first: Layer | None = None
    for marker in islice(_MARKER.finditer(data), _MARKERS_TRIED):
        begin = _STREAM.search(data, marker.end())
        end = data.find(b"endstream", begin.end()) if begin else -1
        if begin is None or end < 0:
            continue
        layer = _decoded(data[begin.end() : end].removesuffix(b"\n").removesuffix(b"\r"), "scan", name)
        if layer.usable:
            return layer
        first = first or layer
    return first or otherwise


def attach_layer(
    data: bytes,
    xml: str,
    *,
    name: str = "the PDF",
    source_format: str = "",
    title: str = "",
    password: str | None = None,
    force: bool = False,
    conformant: bool = False,
) -> bytes:
    """A new PDF with ``xml`` as its only layer; pages, other attachments, outline and XMP stay as they are.

    ``force`` goes ahead on a signed file, and on PDF/A of a part without attachments, which is none any more then.
    ``conformant`` writes ``/Size`` and ``/CheckSum`` as ISO 32000-2 has them (stored bytes, MD5) instead of as earlier
    readers' writers do (XML bytes, SHA-256). PDF/A-3 stays what it is: there they are always those of the standard,
    with a date, and nothing is written into the XMP. An encrypted file needs its ``password`` (``""`` where it opens
    without one); the copy is not encrypted. Raises ``SignedPdfError``, ``ArchivePdfError``,
    ``PasswordRequiredError``, ``WrongPasswordError``, ``InvalidPdfError``.
    """
    with opened(data, name=name, password=password) as pdf:
        if pdf.is_encrypted and password is None:
            raise locked(name)
        if not force:
            refuse_signed(pdf, name=name)
            refuse_archival(pdf, name=name)
        archive = claim_of(pdf)
        _strip(pdf)
        packed, size = pack(xml), len(xml.encode("utf-8"))
        date = attachment_date(pdf)
        _plant(pdf, packed, size, title=title, conformant=conformant or bool(archive), date=date)
        if not allows_attachments(archive):
            drop_claim(pdf)
        if not archive:  # PDF/A has no room for properties that it does not know, and its title stands twice
            _write_metadata(pdf, title=title, source_format=source_format, xml_bytes=size, packed_bytes=len(packed))
        return without_filter(saved(pdf), packed)


def remove_layer(data: bytes, *, name: str = "the PDF", password: str | None = None, force: bool = False) -> bytes:
    """A new PDF without any layer; raises ``LayerNotFoundError`` when there was none."""
    with opened(data, name=name, password=password) as pdf:
        if not force:
            refuse_signed(pdf, name=name)
        if not _strip(pdf):
            raise _missing(name)
        with _metadata(pdf) as record:
            for key in [key for key in record if key.startswith("{" + NAMESPACE + "}")]:
                del record[key]
        return saved(pdf)


def _strip(pdf: pikepdf.Pdf) -> bool:
    """Take out every layer, also what the catalog does not lead to; tells whether there was one.

    A specification that a page or an annotation still points at loses its ``/EF``: no reader finds the old bytes.
    """

    import pikepdf

    def unwanted(entry: Attachment) -> bool:
        return entry.is_named(frozenset({FILE_NAME})) or (entry.stream is not None and _has_subtype(entry.stream))

    doomed = [
        each
        for each in objects.file_specs(pdf, deep=True, thorough=True)
        if FILE_NAME in each.names or _has_subtype(each.stream)
    ]
    if "/Size" not in pdf.trailer:  # rebuilt from a damaged file; qpdf fills the entry in but does not make it
        pdf.trailer["/Size"] = 0
    remove_attachments(pdf, unwanted)
    for each in doomed:
        if each.stream is not None and "/Filter" not in each.stream:
            each.stream["/Filter"] = pikepdf.Name(LEFT_ALONE)  # it is not saved, but still looked at before
        if "/EF" in each.spec:
            del each.spec["/EF"]
    return bool(doomed)


def _plant(pdf: pikepdf.Pdf, packed: bytes, size: int, *, title: str, conformant: bool, date: str) -> None:
    import pikepdf

    # Earlier readers take the first marker in the file, so no copy of it may stand before the real one.
    description = f"{title} semantic XML".replace("#2F", "#")
    add_attachment(pdf, FILE_NAME, packed, mime=MIME_TYPE, description=description, relationship="Data", date=date)
    entry = next(each for each in attachments(pdf) if each.is_named(frozenset({FILE_NAME})))
    stream = entry.stream
    if stream is None:
        raise LayerDataError("the layer could not be attached")
    if not title:
        del entry.filespec["/Desc"]
    stream.write(packed, filter=pikepdf.Name(LEFT_ALONE))  # in the end without a filter (contract, section 2.1)
    if not isinstance(pdf.trailer.get("/Info"), pikepdf.Dictionary):
        # Ghostscript 10 carries attachments over only from files that have this dictionary, be it empty.
        pdf.trailer["/Info"] = pdf.make_indirect(pikepdf.Dictionary())
    if not conformant:
        checksum = pikepdf.String(hashlib.sha256(packed).digest())
        stream["/Params"] = pikepdf.Dictionary(Size=size, CheckSum=checksum)


def _metadata(pdf: pikepdf.Pdf) -> Any:
    from pikepdf.models import PdfMetadata

    PdfMetadata.register_xml_namespace(NAMESPACE, "aipdf")
    return pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False)


def _write_metadata(pdf: pikepdf.Pdf, *, title: str, source_format: str, xml_bytes: int, packed_bytes: int) -> None:
    fields = {
        "Version": "1.0",
        "SemanticFile": FILE_NAME,
        "SemanticEncoding": "brotli",
        "SemanticLayerPresent": "true",
        "SemanticMimeType": MIME_TYPE,
        "ContentAuthority": "semantic-xml",
        "VisibleRenderingAuthority": "pdf-page-content",
        "OCRPolicy": "skip-when-semantic-layer-present",
        "SourceFormat": source_format,
        "SemanticXmlBytes": str(xml_bytes),
        "SemanticCompressedBytes": str(packed_bytes),
    }
    with _metadata(pdf) as record:
        if title:
            record["dc:title"] = title
        for key, value in fields.items():
            qualified = "{" + NAMESPACE + "}" + key
            if value:
                record[qualified] = value
            elif qualified in record:
                del record[qualified]
