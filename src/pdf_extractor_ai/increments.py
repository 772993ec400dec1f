"""A change of a PDF that is appended to it (ISO 32000-1, 7.5.6): every byte that was there stays where it is.

Made for attachments: what may change are the catalog, its ``/Names`` and its ``/AF``; all else is new. A file that
qpdf had to repair, an encrypted one and one with anything before its header are not appended to.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.attachments import with_capitals

if TYPE_CHECKING:
    import pikepdf

_WINDOW = 1024  # 7.5.5 and annex H, note 18: the end-of-file mark is within the last 1024 bytes
_START = re.compile(rb"startxref\s+(\d{1,10})\s+%%EOF")
_OBJECT = re.compile(rb"\d{1,10}\s+\d{1,5}\s+obj\b")
_SEAM = b"\n%\n"  # after a file without a line end: an empty comment, which ends no file by itself
_OWN_OBJECT = re.compile(rb"\d+ \d+ obj\n<<")
_TOKEN = re.compile(rb"\((?:\\.|[^\\)])*\)|<<|>>|<[0-9A-Fa-f]*>|[\[\]]|/?[^\s()<>\[\]/]+|/", re.DOTALL)
_DELIMITED = frozenset(b"()<>[]/")
_OF_ONE_SECTION = frozenset(
    ("/Size", "/Prev", "/XRefStm", "/Type", "/W", "/Index", "/Filter", "/DecodeParms", "/Length", "/ID", "/DocChecksum")
)
"""Keys of a trailer that describe its own section, or (LibreOffice's ``/DocChecksum``) the bytes so far."""


_Entries = dict[tuple[int, int], tuple[int, int, int]]
"""Object and generation -> type, place, and generation or index, as a cross-reference stream has them (table 18)."""


@dataclass(frozen=True, slots=True)
class Revision:
    """A PDF as it was before the change: its bytes, objects (with the content of those that may change), last table."""

    data: bytes
    size: int
    known: frozenset[tuple[int, int]]
    changeable: dict[tuple[int, int], bytes]
    table: int
    has_stream: bool

    @classmethod
    def of(cls, data: bytes, pdf: pikepdf.Pdf) -> Revision | None:
        """The revision in ``data``, from which ``pdf`` was opened; ``None`` if nothing can be appended to it."""
        found = _last_table(data)
        size = pdf.trailer.get("/Size")
        if found is None or pdf.is_encrypted or not data.startswith(b"%PDF-") or not pdf.Root.is_indirect:
            return None
        known = frozenset(each.objgen for each in _objects(pdf))
        if pdf.get_warnings() or not isinstance(size, int):
            return None
        changeable = {each.objgen: each.unparse(resolved=True) for each in _changeable(pdf)}
        return cls(data, max(size, *(number + 1 for number, _ in known)), known, changeable, *found)

    def with_changes(self, pdf: pikepdf.Pdf) -> bytes:
        """The bytes of the old revision with what is new or changed in ``pdf`` behind them; always the same ones."""
        out = bytearray(self.data)
        if not out.endswith((b"\n", b"\r")):
            out += _SEAM
        changes = self._changes(pdf)
        size = max(self.size, *(number + 1 for number, _ in changes))
        packed = {key: each for key, each in changes.items() if self.has_stream and _may_be_packed(each)}
        entries: _Entries = {}
        for key, each in changes.items():
            if key not in packed:
                entries[key] = (1, len(out), key[1])
                out += b"%d %d obj\n%s\nendobj\n" % (*key, _spelled(each))
        if packed:
            entries |= {key: (2, size, index) for index, key in enumerate(packed)}
            entries[size, 0] = (1, len(out), 0)
            out += b"%d 0 obj\n%s\nendobj\n" % (size, _object_stream(packed))
            size += 1
        trailer = self._trailer(pdf, hashlib.md5(out[len(self.data) :], usedforsecurity=False).digest())
        here = len(out)
        out += _table_stream(entries, size, trailer, here) if self.has_stream else _table(entries, size, trailer)
        out += b"startxref\n%d\n%%%%EOF\n" % here
        return bytes(out)

    def _changes(self, pdf: pikepdf.Pdf) -> dict[tuple[int, int], Any]:
        old = {each.objgen: each for each in _changeable(pdf) if each.objgen in self.known}
        changed = {key: each for key, each in old.items() if self.changeable.get(key) != each.unparse(resolved=True)}
        new = {each.objgen: each for each in _objects(pdf) if each.objgen not in self.known}
        return dict(sorted((changed | new).items()))

    def _trailer(self, pdf: pikepdf.Pdf, fingerprint: bytes) -> bytes:
        """What goes into the trailer but ``/Size``: the keys of the last one, with a new second half of ``/ID``."""
        import pikepdf

        kept = pikepdf.Dictionary({key: value for key, value in pdf.trailer.items() if key not in _OF_ONE_SECTION})
        text = _compact(kept.unparse(resolved=True))[2:-2]
        pair = pdf.trailer.get("/ID")
        if isinstance(pair, pikepdf.Array) and len(pair) == 2 and isinstance(pair[0], pikepdf.String):
            text += b"/ID[<%s><%s>]" % (bytes(pair[0]).hex().encode(), fingerprint.hex().encode())
        return text + b"/Prev %d" % self.table


def _may_be_packed(value: Any) -> bool:
    """Whether an object may lie in an object stream (7.5.7)."""
    import pikepdf

    return not isinstance(value, pikepdf.Stream) and value.objgen[1] == 0


def _object_stream(objects: dict[tuple[int, int], Any]) -> bytes:
    """An object stream, which a file that has cross-reference streams may have, too."""
    index, content = b"", b""
    for (number, _), each in objects.items():
        index += b"%d %d " % (number, len(content))
        content += _spelled(each) + b"\n"
    stored = zlib.compress(index + content, 9)
    head = b"<</Type/ObjStm/N %d/First %d/Filter/FlateDecode/Length %d>>" % (len(objects), len(index), len(stored))
    return b"%s\nstream\n%s\nendstream" % (head, stored)


def _table(entries: _Entries, size: int, trailer: bytes) -> bytes:
    """A cross-reference section and its trailer (7.5.4, 7.5.5)."""
    lines = [b"xref\n"]
    for run in _runs(entries):
        lines.append(b"%d %d\n" % (run[0][0], len(run)))
        lines += [b"%010d %05d n \n" % entries[key][1:] for key in run]
    return b"".join(lines) + b"trailer\n<</Size %d%s>>\n" % (size, trailer)


def _table_stream(entries: _Entries, size: int, trailer: bytes, here: int) -> bytes:
    """A cross-reference stream (7.5.8), which a file that has one already must go on with."""
    entries = dict(sorted({**entries, (size, 0): (1, here, 0)}.items()))
    width = (max(place for _, place, _ in entries.values()).bit_length() + 7) // 8
    table = b"".join(
        bytes([kind]) + place.to_bytes(width, "big") + last.to_bytes(2, "big") for kind, place, last in entries.values()
    )
    index = b" ".join(b"%d %d" % (run[0][0], len(run)) for run in _runs(entries))
    head = b"<</Type/XRef/Size %d/Index[%s]/W[1 %d 2]%s/Length %d>>"
    return b"%d 0 obj\n%s\nstream\n%s\nendstream\nendobj\n" % (
        *(size, head % (size + 1, index, width, trailer, len(table)), table),
    )


def earlier(data: bytes) -> bytes | None:
    """What ``data`` was before its last revision was appended, if ``with_changes`` did that.

    Only a guess by form: whether it is so shows when making the same change gives ``data`` again.
    """
    end = data.rfind(b"%%EOF")
    before = data.rfind(b"%%EOF", 0, max(end, 0))
    first = _OWN_OBJECT.search(data, before) if before >= 0 else None
    return None if first is None else data[: first.start()].removesuffix(_SEAM)


def _last_table(data: bytes) -> tuple[int, bool] | None:
    """The offset of the last cross-reference table, and whether it is a stream; ``None`` if it is neither."""
    found = list(_START.finditer(data, max(0, len(data) - _WINDOW)))
    if not found:
        return None
    offset = int(found[-1][1])
    if data.startswith(b"xref", offset):
        return offset, False
    return (offset, True) if _OBJECT.match(data, offset) else None


def _changeable(pdf: pikepdf.Pdf) -> list[Any]:
    import pikepdf

    inner = (pdf.Root.get(key) for key in ("/Names", "/AF"))
    return [pdf.Root, *(each for each in inner if isinstance(each, pikepdf.Object) and each.is_indirect)]


def _objects(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """The indirect objects that are no plain numbers or the like, which come as Python values."""
    import pikepdf

    return (each for each in pdf.objects if isinstance(each, pikepdf.Object))


def _runs(entries: _Entries) -> list[list[tuple[int, int]]]:
    """The keys, which are sorted, in runs of numbers without gaps."""
    runs: list[list[tuple[int, int]]] = []
    for key in entries:
        if runs and runs[-1][-1][0] + 1 == key[0]:
            runs[-1].append(key)
        else:
            runs.append([key])
    return runs


def _spelled(value: Any) -> bytes:
    """An object as it stands in a file, streams with their stored bytes."""
    import pikepdf

    if not isinstance(value, pikepdf.Stream):
        return _compact(value.unparse(resolved=True))
    stored = bytes(value.read_raw_bytes())
    head = pikepdf.Dictionary({key: each for key, each in value.stream_dict.items() if key != "/Length"})
    inner = _compact(head.unparse(resolved=True))[:-2]
    return b"%s/Length %d>>\nstream\n%s\nendstream" % (inner, len(stored), stored)


def _compact(text: bytes) -> bytes:
    """qpdf's spelling of an object without the spaces that separate nothing, and with capitals in name escapes."""
    out = bytearray()
    for token in _TOKEN.findall(text):
        if out and out[-1] not in _DELIMITED and token[0] not in _DELIMITED:
            out += b" "
        out += with_capitals(token) if token.startswith(b"/") else token
    return bytes(out)
