"""The hash of a document's text, per extractor profile: ``content_hash``.

A card's ``content_sha256`` is the SHA-256 of "the extracted text", and every extractor extracts another text. So a
hash has a profile. ``lite/1`` is the rule of the convention's own library and command line: the strings of the
content streams as they stand, without fonts. It is exact, quick, and survives saving and packing the file anew.
``pdfium/1`` is the text of PDFium, which agrees with several other extractors on simple pages.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.errors import InvalidOptionError, LimitExceededError
from pdf_extractor_ai.files import read_file
from pdf_extractor_ai.streams import UndecodableStreamError, raw_bytes, stream_bytes

if TYPE_CHECKING:
    import pikepdf

LITE = "lite/1"
PDFIUM = "pdfium/1"
PDFIUM_SPACED = "pdfium-spaced/1"

MAX_PAGE_BYTES = 64 << 20
MAX_TEXT = 128 << 20

# White space of ECMAScript, in which the profile was first written; U+0085 and U+001C to U+001F are none.
_BLANK = "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))
_BLANKS = re.compile(f"[{_BLANK}]+")
_LINE_END_BLANKS = re.compile(r"(?<![ \t])[ \t]+\n")
_PIECE = re.compile(r"\(((?:[^()\\]++|\\.)*+)\)|<(?!<)(?:([^>]*)>)?|\(", re.DOTALL)  # most strings nest no parentheses
_NESTING = re.compile(r"[()\\]")
_ESCAPE = re.compile(r"\\([0-7]{1,3}|.|$)", re.DOTALL)
_CONTROL = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_HEX_PREFIX = re.compile(r"([+-]?)([0-9A-Fa-f]+)")


def normalised(pages: Iterable[str]) -> str:
    """The pages as one text: line ends unified, blanks before them and at the ends removed, an empty line between."""
    return "\n\n".join(_page(text) for text in pages).strip(_BLANK)


def _page(text: str) -> str:
    return _LINE_END_BLANKS.sub("\n", text.replace("\r\n", "\n")).rstrip(_BLANK)


def digest(text: str) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of ``text`` in UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def content_hash(pdf: bytes, *, profile: str = LITE, password: str | None = None) -> str:
    """The hash of the text of ``pdf`` under ``profile``, 16 lower-case hexadecimal digits.

    Raises ``InvalidOptionError`` for a profile that is not in ``PROFILES``, ``LimitExceededError`` for pages beyond
    ``MAX_PAGE_BYTES`` or a text beyond ``MAX_TEXT``, ``InvalidPdfError`` and its children for a file that cannot be
    read.
    """
    from pdf_extractor_ai.rewriting import opened

    with opened(pdf, password=password) as document:
        return hash_of(document, pdf, profile, password)


def hash_of(
    document: pikepdf.Pdf,
    data: bytes | Path,
    profile: str,
    password: str | None = None,
    texts: dict[str, list[str]] | None = None,
) -> str:
    """``content_hash`` of a PDF that is open already.

    ``texts`` keeps what an extractor gave for the next profile that is made of the same.
    """
    if profile not in PROFILES:
        known = ", ".join(PROFILES)
        raise InvalidOptionError(f"Unknown hash profile: {profile}", remedy=f"Use one of {known}.")
    extractor, joined = PROFILES[profile]
    texts = {} if texts is None else texts
    if extractor not in texts:
        texts[extractor] = list(_bounded(_EXTRACTORS[extractor](document, data, password)))
    return digest(normalised(map(joined, texts[extractor])))


def _bounded(pages: Iterable[str]) -> Iterator[str]:
    total = 0
    for text in pages:
        total += len(text)
        if total > MAX_TEXT:
            raise LimitExceededError(f"The text has more than {MAX_TEXT} characters.")
        yield text


def lite_pages(document: pikepdf.Pdf) -> Iterator[str]:
    """The text of each page by ``lite/1``: the strings of its content streams, one space between them."""
    for page in document.pages:
        yield " ".join(strings(_content(page.obj).decode("latin-1")))


def _content(page: Any) -> bytes:
    import pikepdf

    contents = page.get("/Contents")
    parts = contents.as_list() if isinstance(contents, pikepdf.Array) else [contents]
    pieces: list[bytes] = []
    size = 0
    for part in parts:
        if isinstance(part, pikepdf.Stream):
            pieces.append(_decoded(part, MAX_PAGE_BYTES - size))
            size += len(pieces[-1])
    # No separator between the streams: that is how the profile is defined, though 7.8.2 would have one.
    return b"".join(pieces)


def _decoded(stream: Any, limit: int) -> bytes:
    try:
        return stream_bytes(stream, limit)
    except UndecodableStreamError:
        return raw_bytes(stream, limit)


def strings(content: str) -> Iterator[str]:
    """Every string of a content stream in its order; what looks like one in comments and images is one too."""
    at = 0
    while True:
        for piece in _PIECE.finditer(content, at):
            simple, digits = piece.groups()
            if simple is not None:
                yield _unescaped(simple)
            elif digits is not None:
                yield _hexadecimal(digits)
            elif piece[0] == "<":  # without an end: nothing after it counts
                return
            else:
                text, at = _literal(content, piece.end())
                yield text
                break
        else:
            return


def _literal(content: str, start: int) -> tuple[str, int]:
    """The string that begins at ``start`` and the index after it; one without an end takes all the rest."""
    depth, at = 1, start
    while mark := _NESTING.search(content, at):
        at = mark.end()
        if mark[0] == "\\":
            at += 1
        elif mark[0] == "(":
            depth += 1
        else:
            depth -= 1
            if not depth:
                return _unescaped(content[start : mark.start()]), at
    return _unescaped(content[start:]), len(content)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_escape, text) if "\\" in text else text


def _escape(escape: re.Match[str]) -> str:
    code = escape[1]
    return chr(int(code, 8)) if code and code[0] in "01234567" else _CONTROL.get(code, code)


def _hexadecimal(text: str) -> str:
    try:
        return bytes.fromhex(text).decode("latin-1")
    except ValueError:  # an odd number of digits, blanks inside a pair, other characters
        digits = _BLANKS.sub("", text)
    digits += "0" * (len(digits) % 2)
    return "".join(_code(digits[at : at + 2]) for at in range(0, len(digits), 2))


def _code(pair: str) -> str:
    """A pair of digits as ECMAScript's ``parseInt`` reads it: sign and longest prefix count, nothing is zero."""
    found = _HEX_PREFIX.match(pair)
    value = int(found[2], 16) * (-1 if found[1] == "-" else 1) if found else 0
    return chr(value & 0xFFFF)


def _lite(document: pikepdf.Pdf, _data: bytes | Path, _password: str | None) -> Iterator[str]:
    return lite_pages(document)


def _pdfium(_document: pikepdf.Pdf, data: bytes | Path, password: str | None) -> Iterator[str]:
    """The text of each page by PDFium; a page it cannot read is empty."""
    import pypdfium2

    from pdf_extractor_ai.pdfium import opened

    raw = read_file(data) if isinstance(data, Path) else data
    with opened(raw, password) as document:
        for number in range(len(document)):
            try:
                page = document[number]
                words = page.get_textpage()
            except pypdfium2.PdfiumError:
                yield ""
                continue
            try:
                yield words.get_text_range()
            finally:
                words.close()
                page.close()


def _spaced(text: str) -> str:
    """One space for every line end: the way of those who join the pieces of a page with spaces."""
    return text.replace("\r\n", " ").replace("\n", " ")


_EXTRACTORS: dict[str, Callable[[Any, bytes | Path, str | None], Iterator[str]]] = {"lite": _lite, "pdfium": _pdfium}

PROFILES: dict[str, tuple[str, Callable[[str], str]]] = {
    LITE: ("lite", str),
    PDFIUM: ("pdfium", str),
    PDFIUM_SPACED: ("pdfium", _spaced),
}
"""The profiles a hash can be computed with, in the order in which a reader tries them: extractor, way of joining."""
