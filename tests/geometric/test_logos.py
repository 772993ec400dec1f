"""A logo on every page is one picture; pictures that only look alike in size and place all stay."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pytest

from pdf_extractor_ai import PdfExtractor, to_markdown
from pdf_extractor_ai.geometric.logos import take_logos
from pdf_extractor_ai.geometric.page import Bitmap, Page


def letters(pages: int, place: tuple[int, int] = (480, 720)) -> bytes:
    """Pages of text with the same image of 100 x 60 points at ``place``."""
    with pikepdf.new() as pdf:
        image = pdf.make_stream(
            bytes((30, 60, 200)) * 6000, Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=100, Height=60,
            ColorSpace=pikepdf.Name.DeviceRGB, BitsPerComponent=8,
        )  # fmt: skip
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        for number in range(1, pages + 1):
            page = pdf.add_blank_page(page_size=(600, 800))
            page.obj["/Resources"] = pikepdf.Dictionary(
                XObject=pikepdf.Dictionary(Im=image), Font=pikepdf.Dictionary(F=font)
            )
            lines = "".join(
                f"BT /F 11 Tf 60 {600 - 30 * line} Td (Line {line} of letter {number} tells of dunes and wind.) Tj ET "
                for line in range(10)
            )
            page.obj["/Contents"] = pdf.make_stream(f"q 100 0 0 60 {place[0]} {place[1]} cm /Im Do Q {lines}".encode())
        buffer = BytesIO()
        pdf.save(buffer)
        return buffer.getvalue()


@pytest.mark.parametrize(
    ("pages", "place", "pictures"),
    [(1, (480, 720), 1), (2, (480, 720), 2), (5, (480, 720), 1), (5, (60, 20), 1), (5, (480, 400), 5)],
)
def test_a_logo_is_written_once(pages: int, place: tuple[int, int], pictures: int) -> None:
    with PdfExtractor() as extractor:
        document = extractor.extract(letters(pages, place))
    assert to_markdown(document).count("<!-- image -->") == pictures
    assert document.pictures[0].prov[0].page_no == 1


def test_images_of_other_size_or_place_stay() -> None:
    pages = [Page(number, 600, 800) for number in range(1, 6)]
    for page in pages:
        page.bitmaps = [
            Bitmap(10, 10, 110, 70, (100, 60)),
            Bitmap(300, 10, 400, 70, (90 + page.number, 60)),
            Bitmap(10, 700 + 5 * page.number, 110, 760, (100, 60)),
        ]
    pages[3].bitmaps[0] = Bitmap(490, 10, 590, 70, (100, 60))
    take_logos(pages)
    assert [len(page.bitmaps) for page in pages] == [3, 2, 2, 2, 2]
