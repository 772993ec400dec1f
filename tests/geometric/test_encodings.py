"""What a font's map makes of its codes: letters with their accents, symbols, and codes that stand for nothing."""

from __future__ import annotations

from io import BytesIO

import pikepdf
from pikepdf import Array, Dictionary, Name

from pdf_extractor_ai import ExtractionReport
from tests.geometric.paper import read

_ASCII = {code: chr(code) for code in range(32, 127)}


def mapped(pdf: pikepdf.Pdf, pairs: dict[int, str]) -> Dictionary:
    """Helvetica whose codes mean what ``pairs`` say."""
    rows = "\n".join(f"<{code:02X}> <{text.encode('utf-16-be').hex()}>" for code, text in pairs.items())
    body = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def\n"
        f"1 begincodespacerange <00> <FF> endcodespacerange\n{len(pairs)} beginbfchar\n{rows}\nendbfchar\n"
        "endcmap CMapName currentdict /CMap defineresource pop end end"
    )
    return Dictionary(
        Type=Name.Font,
        Subtype=Name.Type1,
        BaseFont=Name.Helvetica,
        Encoding=Name.WinAnsiEncoding,
        ToUnicode=pdf.make_stream(body.encode()),
    )


def shown(content: bytes, pairs: dict[int, str]) -> tuple[str, ExtractionReport]:
    """A page in two fonts: /F1 with this map, /F2 with none."""
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(612, 792))
    plain = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    fonts = Dictionary(F1=pdf.make_indirect(mapped(pdf, pairs)), F2=pdf.make_indirect(plain))
    page.Resources = Dictionary(Font=fonts)
    page.Contents = Array([pdf.make_stream(content)])
    out = BytesIO()
    pdf.save(out)
    return read(out.getvalue())


def test_a_letter_and_its_accent_are_one_character() -> None:
    pairs = _ASCII | {0xC5: "A\u030a", 0xF6: "o\u0308", 0xE9: "e\u0301"}
    text, report = shown(b"BT /F1 12 Tf 72 700 Td (\\305ngstr\\366m in the caf\\351) Tj ET", pairs)
    assert "\u00c5ngstr\u00f6m in the caf\u00e9" in text
    assert report.flags == ()


def test_codes_that_mean_nothing_are_flagged_and_what_is_readable_stays() -> None:
    private = {code: chr(0xE000 + code) for code in range(65, 91)}
    content = b"BT /F1 12 Tf 72 700 Td (WITHOUTMEANING) Tj /F2 12 Tf 0 -30 Td (Readable line.) Tj ET"
    text, report = shown(content, private)
    assert "Readable line." in text
    assert not any("\ue000" <= char <= "\uf8ff" for char in text)
    assert "unmapped_glyphs" in {flag.code for flag in report.flags}


def test_the_bullet_of_a_symbol_font_is_a_bullet() -> None:
    rows = b"".join(
        b"BT /F1 12 Tf 72 %d Td (\\267) Tj /F2 12 Tf 18 0 Td (item %d) Tj ET\n" % (700 - 16 * row, row)
        for row in range(3)
    )
    text, report = shown(rows, {0xB7: "\uf0b7"})
    assert text.count("- item") == 3
    assert report.flags == ()


def test_a_negative_size_and_a_matrix_that_undoes_it() -> None:
    text, _ = shown(b"BT /F2 -12 Tf -1 0 0 -1 72 700 Tm (read from the left) Tj ET", _ASCII)
    assert "read from the left" in text
    text, _ = shown(b"BT /F2 12 Tf -1 0 0 -1 300 700 Tm (upside down) Tj ET", _ASCII)
    assert "upside down" in text
