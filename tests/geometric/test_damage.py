"""A page whose content breaks off is read as far as it goes, and the report says that the rest may be missing."""

from __future__ import annotations

import zlib
from io import BytesIO

import pikepdf
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
