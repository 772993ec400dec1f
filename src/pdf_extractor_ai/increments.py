"""A change of a PDF that is appended to it (ISO 32000-1, 7.5.6): every byte that was there stays where it is.

Made for attachments: what may change are the catalog, its ``/Names`` and its ``/AF``; all else is new. A file that
qpdf had to repair, an encrypted one and one with anything before its header are not appended to.
"""

from __future__ import annotations

import hashlib
import re
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


@dataclass(frozen=True, slots=True)
class Revision:
    """A PDF as it was before the change: its bytes, the objects that may change, and the place of its last table."""

    data: bytes
    highest: int
    objects: dict[tuple[int, int], bytes]
    table: int
    has_stream: bool

    @classmethod
    def of(cls, data: bytes, pdf: pikepdf.Pdf) -> Revision | None:
        """The revision in ``data``, from which ``pdf`` was opened; ``None`` if nothing can be appended to it."""
        found = _last_table(data)
        if found is None or pdf.is_encrypted or not data.startswith(b"%PDF-") or not pdf.Root.is_indirect:
            return None
        highest = max((each.objgen[0] for each in _objects(pdf)), default=0)
        if pdf.get_warnings():
            return None
        return cls(data, highest, {each.objgen: each.unparse(resolved=True) for each in _changeable(pdf)}, *found)

    def with_changes(self, pdf: pikepdf.Pdf) -> bytes:
        """The bytes of the old revision with what is new or changed in ``pdf`` behind them; always the same ones."""
        out = bytearray(self.data)
        if not out.endswith((b"\n", b"\r")):
            out += _SEAM
        offsets: dict[tuple[int, int], int] = {}
        for each in self._changes(pdf):
            offsets[each.objgen] = len(out)
            out += b"%d %d obj\n%s\nendobj\n" % (*each.objgen, _spelled(each))
        trailer = self._trailer(pdf, hashlib.md5(out[len(self.data) :], usedforsecurity=False).digest())
        here = len(out)
        out += self._stream(offsets, trailer, here) if self.has_stream else self._section(offsets, trailer)
        out += b"startxref\n%d\n%%%%EOF\n" % here
        return bytes(out)

    def _changes(self, pdf: pikepdf.Pdf) -> list[Any]:
        old = [each for each in _changeable(pdf) if each.objgen[0] <= self.highest]
        changed = {each.objgen: each for each in old if self.objects.get(each.objgen) != each.unparse(resolved=True)}
        new = {each.objgen: each for each in _objects(pdf) if each.objgen[0] > self.highest}
        return [each for _, each in sorted((changed | new).items())]

    def _trailer(self, pdf: pikepdf.Pdf, fingerprint: bytes) -> bytes:
        """What goes into the trailer but ``/Size``: the keys of the last one, with a new second half of ``/ID``."""
        import pikepdf

        kept = pikepdf.Dictionary({key: value for key, value in pdf.trailer.items() if key not in _OF_ONE_SECTION})
        text = _compact(kept.unparse(resolved=True))[2:-2]
        pair = pdf.trailer.get("/ID")
        if isinstance(pair, pikepdf.Array) and len(pair) == 2 and isinstance(pair[0], pikepdf.String):
            text += b"/ID[<%s><%s>]" % (bytes(pair[0]).hex().encode(), fingerprint.hex().encode())
        return text + b"/Prev %d" % self.table

    def _section(self, offsets: dict[tuple[int, int], int], trailer: bytes) -> bytes:
        """A cross-reference section and its trailer (7.5.4, 7.5.5)."""
        lines = [b"xref\n"]
        for run in _runs([number for number, _ in offsets]):
            lines.append(b"%d %d\n" % (run[0], len(run)))
            lines += [
                b"%010d %05d n \n" % (offset, generation)
                for (number, generation), offset in offsets.items()
                if number in run
            ]
        size = 1 + max(self.highest, *(number for number, _ in offsets))
        return b"".join(lines) + b"trailer\n<</Size %d%s>>\n" % (size, trailer)

    def _stream(self, offsets: dict[tuple[int, int], int], trailer: bytes, here: int) -> bytes:
        """A cross-reference stream (7.5.8), which a file that has one already must go on with."""
        number = 1 + max(self.highest, *(number for number, _ in offsets))
        entries = {**offsets, (number, 0): here}
        width = (here.bit_length() + 7) // 8
        table = b"".join(
            b"\1" + offset.to_bytes(width, "big") + generation.to_bytes(2, "big")
            for (_, generation), offset in entries.items()
        )
        index = b" ".join(b"%d %d" % (run[0], len(run)) for run in _runs([each for each, _ in entries]))
        head = b"<</Type/XRef/Size %d/Index[%s]/W[1 %d 2]%s/Length %d>>" % (
            *(number + 1, index, width, trailer, len(table)),
        )
        return b"%d 0 obj\n%s\nstream\n%s\nendstream\nendobj\n" % (number, head, table)


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


def _runs(numbers: list[int]) -> list[range]:
    """Sorted numbers as ranges without gaps."""
    runs: list[range] = []
    for number in numbers:
        if runs and runs[-1].stop == number:
            runs[-1] = range(runs[-1].start, number + 1)
        else:
            runs.append(range(number, number + 1))
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
