"""Ligatures that only a font's glyph names tell."""

from __future__ import annotations

from io import BytesIO

import pikepdf
from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai.geometric.reader import read_pages
from pdf_extractor_ai.geometric.reader.ligatures import Ligature, LigatureMender, read_ligatures

WIDTHS = {"space": 250, "f": 300, "e": 450, "n": 500, "a": 450, "c": 430, "o": 500, "r": 380, "s": 390, "f_i": 560}


def pdf_of(code: int, *, name: str = "/f_i", to_unicode: bytes = b"") -> bytes:
    """One line `<code>nance of fors` in a font whose encoding calls ``code`` by ``name``."""
    pdf = pikepdf.new()
    letters = {ord(letter): letter for letter in "fenacors"}
    names = {32: "space", **letters, code: name[1:]}
    first, last = min(names), max(names)
    differences = pikepdf.Array()
    for place, glyph in sorted(names.items()):
        differences.append(place)
        differences.append(pikepdf.Name("/" + glyph))
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.Type1,
        BaseFont=pikepdf.Name("/ABCDEF+LinLibertineT"),
        FirstChar=first,
        LastChar=last,
        Widths=pikepdf.Array([WIDTHS.get(names.get(place, ""), 0) for place in range(first, last + 1)]),
        Encoding=pikepdf.Dictionary(Type=pikepdf.Name.Encoding, Differences=differences),
        FontDescriptor=pdf.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.FontDescriptor,
                FontName=pikepdf.Name("/ABCDEF+LinLibertineT"),
                Flags=4,
                FontBBox=pikepdf.Array([0, -200, 1000, 800]),
                ItalicAngle=0,
                Ascent=800,
                Descent=-200,
                CapHeight=700,
                StemV=80,
            )
        ),
    )
    if to_unicode:
        font.ToUnicode = pdf.make_stream(to_unicode)
    text = bytes([code]) + b"nance of fors"
    page = pdf.add_blank_page(page_size=(400, 200))
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=pdf.make_indirect(font)))
    page.Contents = pdf.make_stream(b"BT /F1 12 Tf 50 100 Td <" + text.hex().encode() + b"> Tj ET")
    out = BytesIO()
    pdf.save(out)
    return out.getvalue()


FIRST_LETTER_ONLY = b"""/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /X def /CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange
1 beginbfchar <1b> <0066> endbfchar 2 beginbfrange <20> <20> <0020> <61> <7a> <0061> endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end"""


def text_of(data: bytes) -> str:
    (page,) = read_pages(data)
    return " ".join(line.text for line in page.lines)


def test_the_names_of_its_letters_make_a_ligature() -> None:
    assert text_of(pdf_of(27)) == "finance of fors"


def test_a_map_that_holds_the_first_letter_only_is_mended() -> None:
    assert text_of(pdf_of(27, to_unicode=FIRST_LETTER_ONLY)) == "finance of fors"


def test_a_map_that_holds_all_letters_is_left_alone() -> None:
    assert text_of(pdf_of(27, to_unicode=FIRST_LETTER_ONLY.replace(b"<0066>", b"<00660069>"))) == "finance of fors"


def test_a_glyph_with_another_name_stays_unknown() -> None:
    assert text_of(pdf_of(27, name="/g27")) == "\ufffdnance of fors"


def test_the_table_holds_codes_widths_and_letters() -> None:
    assert read_ligatures(pdf_of(27)) == {"LinLibertineT": [Ligature(27, 0.56, "fi")]}
    assert read_ligatures(b"no PDF") == {}


def test_the_fonts_are_read_once_and_only_on_suspicion() -> None:
    calls = []

    def load() -> dict[str, list[Ligature]]:
        calls.append(1)
        return {"Serif": [Ligature(27, 0.56, "fi"), Ligature(30, 0.6, "fl")]}

    mender = LigatureMender(load)
    mender.see([("Serif", 0.56), ("Serif", 0.3)])
    assert mender.wide("Serif", "f", 0.3) == ""
    assert calls == []
    assert mender.wide("Serif", "f", 0.56) == "fi"
    assert mender.wide("Serif", "f", 0.61) == "fl"
    assert mender.wide("Serif", "f", 0.9) == ""
    assert mender.unmapped("Serif", 27) == "fi"
    assert mender.unmapped("Other", 27) == ""
    assert calls == [1]


@given(st.lists(st.floats(0.1, 2.0), min_size=1, max_size=20))
def test_without_ligatures_every_f_is_an_f(widths: list[float]) -> None:
    mender = LigatureMender(dict)
    mender.see(("Serif", width) for width in widths)
    assert [mender.wide("Serif", "f", width) for width in widths] == [""] * len(widths)
