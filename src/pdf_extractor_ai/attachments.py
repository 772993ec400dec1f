"""Files embedded in a PDF: the ``/EmbeddedFiles`` name tree and the ``/AF`` array (ISO 32000-1, 7.7.4 and 7.11.4).

The one place that walks and writes the tree, for cards and layers alike. It is read leniently (broken nodes are
stepped over, circles are cut) and written strictly: one sorted leaf at the root, which every reader understands.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.streams import stream_bytes

if TYPE_CHECKING:
    import pikepdf

_MAX_NODES = 10_000
_MAX_ENTRIES = 100_000
_STREAM_KEYS = ("/F", "/UF", "/Unix", "/DOS", "/Mac")


@dataclass(frozen=True, slots=True)
class Attachment:
    """One entry of the name tree: its key, the names its file specification gives, and the objects themselves."""

    key: str
    names: tuple[str, ...]
    raw_key: Any
    filespec: Any

    def is_named(self, names: frozenset[str]) -> bool:
        """Whether the key, ``/UF`` or ``/F`` is exactly one of ``names``."""
        return self.key in names or any(name in names for name in self.names)

    @property
    def stream(self) -> Any:
        """The embedded ``pikepdf.Stream``, or ``None`` where the specification has none."""
        return file_stream(self.filespec)

    @property
    def mime(self) -> str:
        """The MIME type the stream claims, with stray name escapes undone; empty if it claims none."""
        stream = self.stream
        subtype = "" if stream is None else str(stream.get("/Subtype", "")).lstrip("/")
        return re.sub(r"#([0-9A-Fa-f]{2})", lambda found: chr(int(found[1], 16)), subtype)

    @property
    def description(self) -> str:
        """``/Desc`` of the file specification, empty if there is none."""
        return _string(self.filespec.get("/Desc"))

    @property
    def date(self) -> str:
        """When the file was made, as a PDF date; empty if that is not said."""
        import pikepdf

        stream = self.stream
        params = None if stream is None else stream.get("/Params")
        return _string(params.get("/CreationDate")) if isinstance(params, pikepdf.Dictionary) else ""

    def read(self, limit: int) -> bytes:
        """The payload; raises like ``streams.stream_bytes``, and ``KeyError`` where there is no stream."""
        stream = self.stream
        if stream is None:
            raise KeyError(self.key)
        return stream_bytes(stream, limit)


def file_stream(filespec: Any) -> Any:
    """The stream a file specification points to, whichever of its names it is filed under, or ``None``."""
    import pikepdf

    embedded = filespec.get("/EF")
    if not isinstance(embedded, pikepdf.Dictionary):
        return None
    streams = (embedded.get(key) for key in _STREAM_KEYS)
    return next((each for each in streams if isinstance(each, pikepdf.Stream)), None)


def attachments(pdf: pikepdf.Pdf, *, most: int = _MAX_ENTRIES) -> list[Attachment]:
    """Every entry of the name tree in the order of the tree; empty if there is none or it cannot be read.

    After ``most`` entries the search ends.
    """
    import pikepdf

    names = pdf.Root.get("/Names")
    root = names.get("/EmbeddedFiles") if isinstance(names, pikepdf.Dictionary) else None
    return list(islice(_walk(root), most)) if isinstance(root, pikepdf.Dictionary) else []


def _walk(root: Any) -> Iterator[Attachment]:
    import pikepdf

    waiting = [root]
    seen: set[tuple[int, int]] = set()
    left = _MAX_ENTRIES
    for _ in range(_MAX_NODES):
        if not waiting:
            return
        node = waiting.pop()
        if node.is_indirect and node.objgen in seen:
            continue
        seen.add(node.objgen)
        leaf = node.get("/Names")
        pairs: list[Any] = list(leaf.as_list()) if isinstance(leaf, pikepdf.Array) else []
        for key, spec in zip(pairs[::2], pairs[1::2], strict=False):
            if isinstance(key, pikepdf.String) and isinstance(spec, pikepdf.Dictionary) and left:
                left -= 1
                yield Attachment(_text(key), spec_names(spec), key, spec)
        kids = node.get("/Kids")
        if isinstance(kids, pikepdf.Array):
            waiting += [kid for kid in reversed(kids.as_list()) if isinstance(kid, pikepdf.Dictionary)]


def _text(value: Any) -> str:
    """A PDF text string as Python text; a broken one is what its bytes look like in Latin-1."""
    try:
        return str(value)
    except (UnicodeError, ValueError):
        return bytes(value).decode("latin-1")


def _string(value: Any) -> str:
    import pikepdf

    return _text(value) if isinstance(value, pikepdf.String) else ""


def spec_names(spec: Any) -> tuple[str, ...]:
    """What ``/UF`` and ``/F`` of a file specification call the file."""
    import pikepdf

    found = (spec.get(key) for key in ("/UF", "/F"))
    return tuple(_text(name) for name in found if isinstance(name, pikepdf.String))


def remove_attachments(pdf: pikepdf.Pdf, unwanted: Callable[[Attachment], bool]) -> list[Attachment]:
    """The entries that ``unwanted`` picked, after taking them out of the name tree and of ``/AF``.

    Others stay as they are; a tree that loses nothing is not touched. What nothing else refers to is not saved.
    """
    entries = attachments(pdf)
    gone = [entry for entry in entries if unwanted(entry)]
    if gone:
        _plant(pdf, [entry for entry in entries if not unwanted(entry)])
    return gone + _prune_associated(
        pdf, {entry.filespec.objgen for entry in gone if entry.filespec.is_indirect}, unwanted
    )


def _prune_associated(
    pdf: pikepdf.Pdf, ids: set[tuple[int, int]], unwanted: Callable[[Attachment], bool]
) -> list[Attachment]:
    """What was in ``/AF`` only; the others are among the removed ones already."""
    import pikepdf

    associated = pdf.Root.get("/AF")
    if not isinstance(associated, pikepdf.Array):
        return []
    kept: list[Any] = []
    gone = []
    for spec in associated.as_list():
        if isinstance(spec, pikepdf.Dictionary):
            if spec.is_indirect and spec.objgen in ids:
                continue
            names = spec_names(spec)
            entry = Attachment(names[0] if names else "", names, None, spec)
            if unwanted(entry):
                gone.append(entry)
                continue
        kept.append(spec)
    if len(kept) < len(associated):
        if kept:
            pdf.Root["/AF"] = pikepdf.Array(kept)
        else:
            del pdf.Root["/AF"]
    return gone


def _plant(pdf: pikepdf.Pdf, entries: list[Attachment]) -> None:
    """One leaf, sorted by its keys as 7.9.6 wants it; an empty tree is taken away.

    Keys that can be are spelled in ASCII: some readers compare bytes, some text, and so both find them in order.
    """
    import pikepdf

    names = pdf.Root.get("/Names")
    if not isinstance(names, pikepdf.Dictionary):
        names = pdf.Root["/Names"] = pikepdf.Dictionary()
    if not entries:
        if "/EmbeddedFiles" in names:
            del names["/EmbeddedFiles"]
        if not names.keys():
            del pdf.Root["/Names"]
        return
    leaf = pikepdf.Array()
    keyed = [(pikepdf.String(entry.key) if entry.key.isascii() else entry.raw_key, entry) for entry in entries]
    for key, entry in sorted(keyed, key=lambda pair: bytes(pair[0])):
        leaf.append(key)
        leaf.append(entry.filespec)
    names["/EmbeddedFiles"] = pikepdf.Dictionary(Names=leaf)


def add_attachment(
    pdf: pikepdf.Pdf,
    name: str,
    payload: bytes,
    *,
    mime: str,
    description: str,
    relationship: str = "Supplement",
    date: str = "",
    checksum: bool = True,
) -> bytes:
    """The stored (deflated) bytes of the new attachment, which is in the name tree and in ``/AF`` afterwards.

    ``name`` must be ASCII. ``relationship`` is an ``/AFRelationship`` value (ISO 32000-2, table 43), ``date`` a PDF
    date such as ``D:20260813`` for creation and change, left out if empty. ``checksum`` stores the MD5 that the format
    allows for (7.11.4, table 46). Nothing of the same name is removed.
    """
    import pikepdf

    packed = zlib.compress(payload, 9)
    params = pikepdf.Dictionary(Size=len(payload))
    if checksum:  # it finds damage and protects nothing
        params["/CheckSum"] = pikepdf.String(hashlib.md5(payload, usedforsecurity=False).digest())
    if date:
        params["/CreationDate"] = params["/ModDate"] = pikepdf.String(date)
    stream = pikepdf.Stream(pdf, packed)
    stream["/Filter"] = pikepdf.Name("/FlateDecode")
    stream["/Type"] = pikepdf.Name("/EmbeddedFile")
    stream["/Subtype"] = pikepdf.Name("/" + mime)
    stream["/Params"] = params
    spec = pdf.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name("/Filespec"),
            F=pikepdf.String(name),
            UF=pikepdf.String(name),
            EF=pikepdf.Dictionary(F=stream, UF=stream),
            Desc=pikepdf.String(description),
            AFRelationship=pikepdf.Name("/" + relationship),
        )
    )
    _plant(pdf, [*attachments(pdf), Attachment(name, (name,), pikepdf.String(name), spec)])
    associated = pdf.Root.get("/AF")
    if isinstance(associated, pikepdf.Array):
        associated.append(spec)
    else:
        pdf.Root["/AF"] = pikepdf.Array([spec])
    return packed


def with_capital_escapes(data: bytes, packed: bytes) -> bytes:
    """``data`` with the MIME type of the stream ``packed`` in capitals, see ``with_capitals``."""
    return _respelt(data, packed, rb"(?<=/Subtype )/[^ /]+", with_capitals)


LEFT_ALONE = "/DCTDecode"
"""A filter for a stream that is to have none: qpdf packs one without, unless it is told to pack nothing at all."""


def without_filter(data: bytes, packed: bytes) -> bytes:
    """``data`` with blanks in place of ``LEFT_ALONE`` in the stream ``packed``."""
    return _respelt(data, packed, rb"/Filter %b" % LEFT_ALONE.encode(), lambda found: b" " * len(found))


def _respelt(data: bytes, packed: bytes, pattern: bytes, respell: Callable[[bytes], bytes]) -> bytes:
    """``data`` with something as long for what matches in the dictionary of the stream ``packed``.

    The change is confined to what stands right before the stream's own bytes and keeps every offset.
    """
    at = data.rfind(b"stream\n" + packed)
    start = data.rfind(b" obj", 0, at) if at >= 0 else -1
    if start < 0:
        return data
    return data[:start] + re.sub(pattern, lambda found: respell(found[0]), data[start:at]) + data[at:]


def with_capitals(name: bytes) -> bytes:
    """A PDF name with the digits of its escapes in capitals, which is the same name.

    qpdf writes ``#2f``; a widespread JavaScript library undoes capitals only.
    """
    return re.sub(rb"#[0-9a-f]{2}", lambda escape: escape[0].upper(), name)
