"""The bytes of a PDF stream with a bound on their number: ``stream_bytes``. Imports nothing of ours but errors.

qpdf inflates what it is told to inflate; a kilobyte may become a gigabyte. Here Flate, the filter that real files
use, is undone by zlib in bounded steps, and qpdf gets only what cannot grow beyond reason.
"""

from __future__ import annotations

import binascii
import re
import zlib
from typing import TYPE_CHECKING

from pdf_extractor_ai.errors import LimitExceededError

if TYPE_CHECKING:
    import pikepdf

_FLATE = frozenset({"/FlateDecode", "/Fl"})
_HEX = frozenset({"/ASCIIHexDecode", "/AHx"})
_BASE85 = frozenset({"/ASCII85Decode", "/A85"})
_MAX_FOR_QPDF = 256 << 10  # LZW may make 2,700 bytes out of one; files that use it are old and small


class UndecodableStreamError(ValueError):
    """The filters of a stream cannot be undone; internal, never seen by users."""


def stream_bytes(stream: pikepdf.Object, limit: int) -> bytes:
    """The decoded bytes of ``stream``, at most ``limit`` of them.

    Raises ``LimitExceededError`` when there are more and ``UndecodableStreamError`` when its filters are broken,
    unknown or made for images.
    """
    names, plain = _filters(stream)
    data = bytes(stream.get_raw_stream_buffer())
    if len(data) > limit and not names:
        raise _too_large(limit)
    if not plain:
        return _by_qpdf(stream, data, names, limit)
    for name in names:
        if name in _FLATE:
            data = _inflated(data, limit)
        elif name in _HEX:
            data = _from_hex(data)
        elif name in _BASE85:
            data = _from_base85(data)
        elif len(names) == 1:
            return _by_qpdf(stream, data, names, limit)
        else:
            raise UndecodableStreamError(f"filters {' '.join(names)}")
    if len(data) > limit:
        raise _too_large(limit)
    return data


def raw_bytes(stream: pikepdf.Object, limit: int) -> bytes:
    """The bytes of ``stream`` as they are stored; raises ``LimitExceededError`` for more than ``limit``."""
    data = bytes(stream.get_raw_stream_buffer())
    if len(data) > limit:
        raise _too_large(limit)
    return data


def _too_large(limit: int) -> LimitExceededError:
    return LimitExceededError(f"A stream has more than {limit} bytes.", remedy="Check the file; honest ones are small.")


def _filters(stream: pikepdf.Object) -> tuple[list[str], bool]:
    """The filter names in the order of decoding, and whether they work without parameters."""
    import pikepdf

    found = stream.get("/Filter")
    if found is None:
        return [], True
    names = [str(name) for name in found.as_list()] if isinstance(found, pikepdf.Array) else [str(found)]
    parms = stream.get("/DecodeParms")
    every = parms.as_list() if isinstance(parms, pikepdf.Array) else [parms]
    return names, not any(isinstance(each, pikepdf.Dictionary) and "/Predictor" in each for each in every)


def _inflated(data: bytes, limit: int) -> bytes:
    """Raw deflate after the two header bytes: the check sum is nobody's concern who only reads."""
    if len(data) < 2 or data[0] & 0x0F != 8 or (data[0] << 8 | data[1]) % 31:
        raise UndecodableStreamError("no zlib header")
    machine = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        out = machine.decompress(data[2:], limit + 1)
    except zlib.error as error:
        raise UndecodableStreamError(str(error)) from error
    if len(out) > limit:
        raise _too_large(limit)
    if not machine.eof:
        raise UndecodableStreamError("the deflated data ends early")
    return out


def _from_hex(data: bytes) -> bytes:
    digits = re.sub(rb"\s+", b"", data.split(b">", 1)[0])
    try:
        return binascii.unhexlify(digits + b"0" * (len(digits) % 2))
    except binascii.Error as error:
        raise UndecodableStreamError(str(error)) from error


def _from_base85(data: bytes) -> bytes:
    import base64

    try:
        return base64.a85decode(data.split(b"~", 1)[0])
    except ValueError as error:
        raise UndecodableStreamError(str(error)) from error


def _by_qpdf(stream: pikepdf.Object, data: bytes, names: list[str], limit: int) -> bytes:
    """qpdf knows predictors, LZW and run lengths; it is asked only after a look at what could come out."""
    import pikepdf

    if len(names) != 1:
        raise UndecodableStreamError(f"filters {' '.join(names)}")
    if names[0] in _FLATE:
        _inflated(data, limit)
    elif len(data) > _MAX_FOR_QPDF:
        raise _too_large(limit)
    try:
        out = stream.read_bytes()
    except (pikepdf.PdfError, RuntimeError, ValueError) as error:
        raise UndecodableStreamError(str(error)) from error
    if len(out) > limit:
        raise _too_large(limit)
    return out
