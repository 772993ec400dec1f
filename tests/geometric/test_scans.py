"""Which pages need OCR: pictures of text and rubbish layers do, good text, blank pages and photographs do not."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai.geometric.page import Bitmap, Line, Note, Page, Rule, Run, Shape, Style
from pdf_extractor_ai.geometric.scans import coverage, examine, is_scan, scan_status, text_quality

WIDTH, HEIGHT = 600.0, 800.0
FULL = Bitmap(0, 0, WIDTH, HEIGHT, (2480, 3508))
GOOD = "The dune moved nine metres in one year."
RUBBISH = "Tl1e d~ne rn0v&d n!ne mEt#es 1n 0ne yeAr_ §¶¶"
SHIFTED = "DSSHDOIURPWKHXQLWHGVWDWHV GLVWULFWFRXUWIRUWKHZHVWHUQ GLVWULFWRIPLFKLJDQ"


def line(text: str, y: float = 300.0) -> Line:
    xs = array("d", [60 + 6.0 * i for i in range(len(text) + 1)])
    return Line(text, xs[0], y, xs[-1], y + 12, y + 10, 11, xs, (Run(0, Style("Times", 11)),))


def page(*texts: str, bitmaps: tuple[Bitmap, ...] = ()) -> Page:
    lines = [line(text, 100 + 20 * i) for i, text in enumerate(texts)]
    count = sum(not char.isspace() for text in texts for char in text)
    return Page(1, WIDTH, HEIGHT, lines=lines, bitmaps=list(bitmaps), characters=count)


def test_a_page_that_is_one_image_is_a_scan() -> None:
    assert scan_status(page(bitmaps=(FULL,))) == "scan"
    assert is_scan(page(bitmaps=(FULL,)))


def test_tiles_and_strips_count_together() -> None:
    strips = tuple(Bitmap(0, 10.0 * i, WIDTH, 10.0 * i + 10) for i in range(80))
    assert scan_status(page(bitmaps=strips)) == "scan"
    assert coverage(strips, WIDTH, HEIGHT) == 1.0
    assert coverage((FULL, FULL), WIDTH, HEIGHT) == 1.0, "what is covered twice counts once"
    assert scan_status(page(GOOD, bitmaps=strips[:20])) == "text"


def test_a_good_ocr_layer_is_text_and_a_rubbish_one_is_not() -> None:
    assert scan_status(page(GOOD, bitmaps=(FULL,))) == "text"
    assert scan_status(page(RUBBISH, bitmaps=(FULL,))) == "bad_layer"


def test_a_stamp_at_the_edge_does_not_make_a_scan_text() -> None:
    stamped = page(bitmaps=(FULL,))
    stamped.lines.append(line("CONFIDENTIAL ABC-000123", y=780))
    assert scan_status(stamped) == "scan"


def test_text_on_a_full_page_background_stays_text() -> None:
    assert scan_status(page("Thank you for coming", bitmaps=(FULL,))) == "text"


def test_shifted_codes_are_a_bad_layer_even_without_an_image() -> None:
    assert scan_status(page(*SHIFTED.split())) == "bad_layer"


def test_glyphs_without_unicode_are_a_bad_layer() -> None:
    unmapped = page("ABCDE", "Readable line.")
    unmapped.unmapped = 5
    assert scan_status(unmapped) == "bad_layer"
    unmapped.unmapped = 1
    assert scan_status(unmapped) == "text"


def test_nothing_is_blank_and_a_photograph_is_no_scan() -> None:
    assert scan_status(page()) == "blank"
    assert scan_status(page(bitmaps=(Bitmap(100, 100, 300, 300),))) == "text"
    ruled = page()
    ruled.rules.append(Rule(0, 10, 600, 10))
    assert scan_status(ruled) == "text"
    noted = page()
    noted.notes.append(Note(0, 0, 10, 10, "freetext", "typed"))
    assert scan_status(noted) == "text"


def test_text_turned_into_outlines_is_a_scan() -> None:
    outlined = page()
    outlined.shapes.extend(Shape(i, 10, i + 1, 20, stroke=False) for i in range(200))
    assert scan_status(outlined) == "scan"


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        "Der Fluß fließt durch die größten Städte; Übergänge sind selten.",
        "Źdźbło trawy przetrwało szczególnie chłodną zimę na wzgórzu.",
        "Příliš žluťoučký kůň úpěl ďábelské ódy na rozhledně.",
        "Hyvää päivää, tervetuloa kaupunkiin kuuntelemaan musiikkia.",
        "Het vrachtschip kwam gisteren aan in IJmuiden bij slecht weer.",
        "Günaydın, bugün hava çok güzel ve yürüyüş için uygun.",
        "Tiếng Việt có nhiều dấu nhưng vẫn là chữ Latinh.",
        "Съешь же ещё этих мягких французских булок.",
        "吾輩は猫である。名前はまだ無い。",
        "الطقس جميل اليوم في المدينة",
        "12.4 13.9 00123 1e5 3,000.00 12345678901234567890 4.5%",
        "def read(self, path): return self._cache[path] or {'a': 1}",
        "https://www.example.org/a/b?c=d mail@example.org C:\\Windows\\system32",
        "R2-D2 COVID-19 H2O 2019-2020 3rd 5mm R&D e-mail",
        "",
    ],
)
def test_language_numbers_and_code_pass(text: str) -> None:
    quality = text_quality(text)
    assert quality is None or quality >= 0.7


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12.4 13.9 00123 1e5",
        "Съешь же ещё этих мягких французских булок.",
        "0x9f86d081884c7d659a2feaa0c55ad015 d41d8cd98f00b204e9800998ecf8427e",
        "550e8400-e29b-41d4-a716-446655440000",
        "U29tZSBieXRlcyBpbiBiYXNlNjQ9PQ5xN2Q3ZWFk/a+b4c5d6e7f8g9h0",
    ],
)
def test_what_cannot_be_judged_has_no_quality(text: str) -> None:
    assert text_quality(text) is None


def test_a_page_of_hashes_keeps_its_text() -> None:
    hashes = ["4c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c5"] * 30
    hashed = examine(page("Checksums of the files that were released", *hashes))
    assert hashed.status == "text"
    assert (hashed.quality or 0.0) > 0.9
    assert examine(page("rn0v&d d~ne w3nt t0 th8 s3a", *["w0rd&s br0k3n by a b#d r3ading"] * 30)).status == "bad_layer"


@pytest.mark.parametrize("text", [RUBBISH, SHIFTED, "\ue001\ue002\ue003 \ue004\ue005", "\ufffd\ufffd a \ufffd\x01\x02"])
def test_rubbish_does_not(text: str) -> None:
    quality = text_quality(text)
    assert quality is not None
    assert quality < 0.4


@given(st.integers(1, 25))
def test_no_shift_of_the_alphabet_passes(by: int) -> None:
    prose = "appeal from the united states district court for the western district of michigan and other places"
    moved = "".join(chr((ord(char) - 97 + by) % 26 + 97) if char != " " else " " for char in prose)
    assert (text_quality(prose) or 0.0) > 0.9
    quality = text_quality(moved)
    assert quality is not None
    assert quality < 0.6


@given(st.text())
def test_quality_is_a_share(text: str) -> None:
    quality = text_quality(text)
    assert quality is None or 0.0 <= quality <= 1.0
