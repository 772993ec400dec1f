"""PDFs made to cost time: how much is looked at is bounded, and a layer in its place is found all the same."""

from __future__ import annotations

import brotli
import pytest

from pdf_extractor_ai.aipdf import attach_layer, carrier, find_layer, inspect_pdf
from tests.aipdf.samples import XML, plain_pdf

NAME = b"(aipdf-semantic.xml.br)"
BOMB = brotli.compress(b" " * 20_000_000)
BAD = b"\x1b\xff" * 50


def raw_pdf(*objects: bytes, catalog: str = "") -> bytes:
    """A PDF of one page and these objects, which are numbered from 4; put together by hand, which is fast."""
    page = [
        f"<< /Type /Catalog /Pages 2 0 R {catalog} >>".encode(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>",
    ]
    out, offsets = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate([*page, *objects], start=1):
        offsets.append(b"%010d 00000 n \n" % len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    size, start = len(offsets) + 1, len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n%b" % (size, b"".join(offsets))
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, start)
    return bytes(out)


def embedded(data: bytes, subtype: str = "application#2Faipdf+xml+br") -> bytes:
    head = f"<< /Type /EmbeddedFile /Subtype /{subtype} /Length {len(data)} >>\nstream\n".encode()
    return head + data + b"\nendstream"


def filespec(number: int, name: bytes = NAME) -> bytes:
    return b"<< /Type /Filespec /F %b /EF << /F %d 0 R >> >>" % (name, number)


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of all streams that were unpacked."""
    sizes: list[int] = []
    unpack = carrier.unpack

    def counted(packed: bytes, *, name: str = "layer") -> str:
        sizes.append(len(packed))
        return unpack(packed, name=name)

    monkeypatch.setattr(carrier, "unpack", counted)
    return sizes


def test_of_many_competing_bombs_a_few_are_tried(unpacked: list[int]) -> None:
    data = raw_pdf(*(part for number in range(500) for part in (embedded(BOMB), filespec(4 + 2 * number))))
    assert inspect_pdf(data).code == "layer_too_large"
    assert len(unpacked) <= 16


def test_one_bomb_that_everything_points_at_is_tried_once(unpacked: list[int]) -> None:
    listed = raw_pdf(embedded(BOMB), catalog=f"/AF [{filespec(4).decode() * 5_000}]")
    assert inspect_pdf(listed).code == "layer_too_large"
    named = b" ".join(NAME + filespec(4) for _ in range(20_000))
    tree = raw_pdf(embedded(BOMB), b"<< /Names [%b] >>" % named, catalog="/Names << /EmbeddedFiles 5 0 R >>")
    assert inspect_pdf(tree).code == "layer_too_large"
    loose = raw_pdf(embedded(BOMB), *[filespec(4)] * 20_000)
    assert inspect_pdf(loose).code == "layer_too_large"
    assert len(unpacked) == 3


def test_markers_in_a_broken_file_are_tried_up_to_a_bound(unpacked: list[int]) -> None:
    broken = (b"/Subtype /application#2Faipdf+xml+br stream\n" + BAD + b"\nendstream\n") * 2_000
    assert inspect_pdf(b"%PDF-1.7\n" + broken).code == "layer_data"
    assert len(unpacked) <= 32


def test_among_very_many_objects_the_last_ones_are_searched() -> None:
    layer = carrier.pack(XML)
    filler = [b"null"] * 60_000
    late = raw_pdf(*filler, embedded(layer), filespec(4 + len(filler)))
    assert find_layer(late).where == "filespec"
    reachable = raw_pdf(embedded(layer), filespec(4), *filler, catalog="/AF [5 0 R]")
    assert find_layer(reachable).where == "catalog"


@pytest.mark.parametrize(
    "catalog",
    ["/Names << /EmbeddedFiles 4 0 R >>", "/AcroForm << /Fields [4 0 R] >>", "/AF 4 0 R", "/Names 4 0 R"],
)
def test_a_chain_that_never_ends_is_left(catalog: str) -> None:
    links = [b"<< /T (a) /Kids [%d 0 R %d 0 R] >>" % (5 + n, 4 + n) for n in range(10_000)]
    data = raw_pdf(*links, b"<< /Kids [4 0 R] >>", catalog=catalog)
    assert inspect_pdf(data).code == "layer_not_found"
    assert find_layer(attach_layer(data, XML)).xml == XML


def test_a_size_in_the_trailer_that_lies_changes_nothing() -> None:
    whole = attach_layer(plain_pdf(), XML)
    for size in (b"1", b"2147483647", b"-5", b"(x)"):
        lying = _with_size(whole, size)
        assert find_layer(lying).xml == XML
        assert not inspect_pdf(_with_size(plain_pdf(), size)).has_semantic_layer


def _with_size(data: bytes, size: bytes) -> bytes:
    start, _, rest = data.rpartition(b"/Size ")
    return start + b"/Size " + size + rest[len(rest) - len(rest.lstrip(b"0123456789")) :]
