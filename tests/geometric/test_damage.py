"""A page whose content breaks off is read as far as it goes, and the report says that the rest may be missing."""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Callable
from io import BytesIO

import pikepdf
import pytest
import typst

from tests.geometric.paper import PROSE, Text, read, typeset


def cut(keep: float, checksum: bool = True) -> bytes:
    """Three pages; of the deflated content of the second this share is kept."""
    pages = [[Text(80 + 12 * row, f"p{page}-{row:02d} {PROSE[row:80]}") for row in range(40)] for page in (1, 2, 3)]
    out = BytesIO()
    with pikepdf.open(BytesIO(typeset(pages))) as pdf:
        contents = pdf.pages[1].Contents
        data = zlib.compress(contents.read_bytes() if isinstance(contents, pikepdf.Stream) else b"")
        kept = data[: int(len(data) * keep)] if keep < 1 else data if checksum else data[:-4] + b"\0\0\0\0"
        stream = pdf.make_stream(b"")
        stream.write(kept, filter=pikepdf.Name.FlateDecode)
        pdf.pages[1].Contents = stream
        pdf.save(out)
    return out.getvalue()


def test_content_that_breaks_off_is_told() -> None:
    text, report = read(cut(0.5))
    assert [(flag.code, flag.page) for flag in report.flags] == [("page_incomplete", 2)]
    assert report.status == "partial"
    assert "p2-01" in text
    assert "p2-39" not in text
    assert "p3-39" in text


def test_whole_content_is_not() -> None:
    for checksum in (True, False):
        text, report = read(cut(1.0, checksum))
        assert report.flags == ()
        assert report.status == "complete"
        assert "p2-39" in text


def test_a_page_of_no_content_at_all_is_blank() -> None:
    _, report = read(typst.compile(f"{PROSE}\n#pagebreak()\n#pagebreak()\n{PROSE}".encode()))
    assert [page.status for page in report.pages] == ["ok", "blank", "ok"]
    assert report.flags == ()


def spoilt(spoil: Callable[[pikepdf.Pdf, pikepdf.Object], None]) -> bytes:
    """Three pages, something done to the second."""
    pages = [[Text(80 + 12 * row, f"p{page}-{row:02d} {PROSE[row:80]}") for row in range(9)] for page in (1, 2, 3)]
    out = BytesIO()
    with pikepdf.open(BytesIO(typeset(pages))) as pdf:
        spoil(pdf, pdf.pages[1].obj)
        pdf.save(out, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.none)
    return out.getvalue()


def stored(data: bytes, name: str = "") -> Callable[[pikepdf.Pdf, pikepdf.Object], None]:
    """Gives the page this content, said to be packed by the filter ``name``."""

    def spoil(pdf: pikepdf.Pdf, page: pikepdf.Object) -> None:
        stream = pdf.make_stream(b"")
        stream.write(data, filter=pikepdf.Name(name) if name else None)
        page.Contents = stream

    return spoil


NOISE = random.Random(5).randbytes(300)
GONE = {
    "deflated noise": stored(NOISE, "/FlateDecode"),
    "plain noise": stored(NOISE),
    "noise that unpacks": stored(zlib.compress(NOISE), "/FlateDecode"),
    "noise for LZW": stored(NOISE, "/LZWDecode"),
    "a filter that nobody knows": stored(NOISE, "/Foo"),
    "the first bytes of much": stored(zlib.compress(b"q Q " * 9 + NOISE)[:40], "/FlateDecode"),
    "a number": lambda _, page: page.__setitem__("/Contents", 5),
}
BLANK = {
    "no content": lambda _, page: page.__delitem__("/Contents"),
    "no bytes": stored(b""),
    "a string of bytes in no mode that shows": stored(
        b"BT 3 Tr /F1 9 Tf (" + bytes(range(128, 250)) + b") Tj ET\n" * 3
    ),
    "a comment and an empty picture": stored(b"% \xe2\xe3\xcf\xd3 made by somebody\nq 0 0 m 0 0 l n Q\n" * 2),
}


@pytest.mark.parametrize("how", GONE)
def test_a_page_whose_content_is_gone_is_no_blank_one(how: str) -> None:
    text, report = read(spoilt(GONE[how]))
    assert [page.status for page in report.pages] == ["ok", "failed", "ok"]
    assert [(flag.code, flag.page) for flag in report.flags] == [("page_failed", 2)]
    assert "p3-08" in text


@pytest.mark.parametrize("how", BLANK)
def test_a_page_that_shows_nothing_is_blank(how: str) -> None:
    _, report = read(spoilt(BLANK[how]))
    assert [page.status for page in report.pages] == ["ok", "blank", "ok"]
    assert "page_failed" not in {flag.code for flag in report.flags}


def test_a_page_whose_content_is_lost_in_a_broken_file_is_told() -> None:
    data = spoilt(lambda pdf, page: None)
    number = re.findall(rb"/Contents (\d+) 0 R", data)[1]
    _, report = read(data.replace(b"\n%s 0 obj" % number, b"\n%s 0 xxx" % number))
    assert [page.status for page in report.pages] == ["ok", "failed", "ok"]
