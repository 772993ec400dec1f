"""Why a page that looks empty is empty, and whether the content of one that does not breaks off in the middle."""

from __future__ import annotations

import re
import zlib
from io import BytesIO
from typing import TYPE_CHECKING

from pdf_extractor_ai.qpdf import cause_of, had_contents, inflating_at_most

if TYPE_CHECKING:
    import pikepdf

_MOST = 32 << 20  # bytes; a page that shows nothing has no honest use for more content than that
_NOTHING = 16  # bytes; nothing at all packs into 2 (ASCII85) to 12 (zlib in ASCII85), and producers write such pages
_STEP = 1 << 20
_MOST_SEARCHED = 100  # blank pages for whose content the file is searched
_LOOKED_AT = 1 << 16  # bytes of content that tell noise from operators
_NOISE = 0.2  # share of bytes that no operator has; of random ones it is 0.6
_PRINTABLE = bytes((*b"\t\n\f\r", *range(32, 127)))
_STRING = re.compile(rb"\([^()]*\)")
_ZLIB_HEAD = 2  # bytes before the deflated data (RFC 1950)


class ContentCheck:
    """Looks into the content of pages; the file is opened once, when the first one is asked for.

    PDFium shows a page with damaged content as a white one, or as far as it can be read, without a word; qpdf and
    zlib say what they stumble on.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._pdf: pikepdf.Pdf | None = None
        self._searched = 0

    def fault(self, number: int) -> str:
        """What is wrong with the content of page ``number`` (1-based), or ``""`` when it is simply blank."""
        import pikepdf

        try:
            with inflating_at_most(_MOST):
                if self._pdf is None:
                    self._pdf = pikepdf.open(BytesIO(self._data))
                return self._fault(self._pdf.pages[number - 1].obj)
        except pikepdf.PdfError as error:
            cause = cause_of(error)
            if "memory limit" in cause:
                return f"its content unpacks to more than {_MOST >> 20} MB"
            return f"its content stream is damaged ({cause[:120]})"
        except (ValueError, IndexError, RuntimeError) as error:
            return cause_of(error)[:120]

    def _fault(self, page: pikepdf.Object) -> str:
        contents = page.get("/Contents")
        if contents is not None:
            return _fault(contents)
        self._searched += 1
        lost = self._searched <= _MOST_SEARCHED and had_contents(page, self._data)
        return "its content stream is missing" if lost else ""

    def cut(self, number: int) -> bool:
        """True when the content of page ``number`` (1-based) ends in the middle of its deflated data.

        A checksum that is wrong or missing costs no text, so only the data itself counts. False, too, where this
        cannot be told: other filters, a file that does not open.
        """
        import pikepdf

        try:
            if self._pdf is None:
                self._pdf = pikepdf.open(BytesIO(self._data))
            contents = self._pdf.pages[number - 1].obj.get("/Contents")
            streams = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
            return any(isinstance(stream, pikepdf.Stream) and _breaks_off(stream) for stream in streams)
        except (pikepdf.PdfError, ValueError, IndexError, RuntimeError, TypeError):
            return False

    def close(self) -> None:
        """Close the file."""
        if self._pdf is not None:
            self._pdf.close()
            self._pdf = None


def _fault(contents: pikepdf.Object) -> str:
    import pikepdf

    streams = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
    for stream in streams:
        if not isinstance(stream, pikepdf.Stream):
            return "its content stream is missing"
        stored, content = stream.read_raw_bytes(), stream.read_bytes()
        if len(stored) > _NOTHING and not content:
            return "its content stream decodes to nothing"
        if _breaks_off(stream):
            return "its content stream breaks off"
        if _is_noise(content):
            return "its content stream holds no page content"
    return ""


def _is_noise(content: bytes) -> bool:
    """Bytes as an error or a wrong key makes them, where operators and numbers should be; strings may be anything."""
    if len(content) <= _NOTHING or b"ID" in content:  # an image in the content
        return False
    outside = _STRING.sub(b"", content[:_LOOKED_AT])
    return len(outside.translate(None, _PRINTABLE)) > _NOISE * len(outside)


def _breaks_off(stream: pikepdf.Stream) -> bool:
    inflater = _inflater(stream)
    if inflater is None:
        return False
    rest, unpacked = _deflated(stream), 0
    try:
        while rest and not inflater.eof and unpacked < _MOST:
            unpacked += len(inflater.decompress(rest, _STEP))
            rest = inflater.unconsumed_tail
    except zlib.error:
        return True
    return bool(unpacked) and unpacked < _MOST and not inflater.eof


def _inflater(stream: pikepdf.Stream) -> zlib._Decompress | None:
    """What unpacks a stream that is deflated and nothing else."""
    import pikepdf

    filters = stream.get("/Filter")
    if isinstance(filters, pikepdf.Array) and len(filters) == 1:
        filters = filters[0]
    return zlib.decompressobj(-zlib.MAX_WBITS) if filters == pikepdf.Name.FlateDecode else None


def _deflated(stream: pikepdf.Stream) -> bytes:
    return stream.read_raw_bytes()[_ZLIB_HEAD:]
