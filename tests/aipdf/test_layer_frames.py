"""Boxes of cropped and turned pages: user space in the layer, the page as shown in the document."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai import PdfExtractor
from pdf_extractor_ai.aipdf import AIPDF, document_from_layer, ingest_pdf, page_frames
from pdf_extractor_ai.aipdf.frames import Frame
from tests.aipdf.samples import saved

WORDS = "The dune moved nine metres in one year, says the survey."
AT = (150, 500)  # where the words begin in user space

sides = st.floats(1, 2000)
places = st.floats(-500, 2500)


def page_with(*, media: list[int], crop: list[int] | None = None, turn: int = 0, inherited: bool = False) -> bytes:
    """One page with ``WORDS`` at ``AT``."""
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page()
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        page.obj["/Resources"] = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
        page.obj["/Contents"] = pdf.make_stream(f"BT /F1 12 Tf {AT[0]} {AT[1]} Td ({WORDS}) Tj ET".encode())
        page.obj["/MediaBox"] = pikepdf.Array(media)
        if crop:
            page.obj["/CropBox"] = pikepdf.Array(crop)
        if turn:
            page.obj["/Rotate"] = turn
        if inherited:
            for key in ("/MediaBox", "/CropBox", "/Rotate"):
                if key in page.obj:
                    pdf.Root.Pages[key] = page.obj[key]
                    del page.obj[key]
        return saved(pdf)


PAGES = {
    "plain": page_with(media=[0, 0, 612, 792]),
    "cropped": page_with(media=[0, 0, 612, 792], crop=[100, 300, 600, 700]),
    "crop box beyond the paper": page_with(media=[0, 0, 612, 792], crop=[-50, 300, 900, 700]),
    "media box elsewhere": page_with(media=[-100, -200, 612, 792]),
    "corners the wrong way round": page_with(media=[612, 792, 0, 0]),
    "turned": page_with(media=[0, 0, 612, 792], turn=90),
    "upside down": page_with(media=[0, 0, 612, 792], turn=180),
    "turned left and cropped": page_with(media=[0, 0, 612, 792], crop=[100, 300, 600, 700], turn=-90),
    "all boxes inherited": page_with(media=[0, 0, 595, 842], inherited=True),
    "cropped and turned by its parent": page_with(
        media=[0, 0, 595, 842], crop=[100, 300, 500, 700], turn=450, inherited=True
    ),
}


@pytest.mark.parametrize("name", PAGES)
def test_the_layer_says_where_the_words_are_in_the_pdf(name: str) -> None:
    layered = ingest_pdf(PAGES[name], ocr="never")
    (block,) = [block for block in AIPDF.from_bytes(layered).get_reading_order() if "dune" in block.text]
    assert block.bbox is not None
    x0, y0, x1, y1 = map(float, block.bbox.split(","))
    assert x0 == pytest.approx(AT[0], abs=2)
    assert y0 < AT[1] + 4 < y1
    assert (x1 - x0 > 250, y1 - y0 < 25) == (True, True)


@pytest.mark.parametrize("name", PAGES)
def test_a_document_from_the_layer_is_that_of_the_page(name: str) -> None:
    layered = ingest_pdf(PAGES[name], ocr="never")
    with PdfExtractor() as extractor:
        shown = extractor.extract(PAGES[name])
        assert extractor.extract_result(layered).report.engine == "layer"
    read = document_from_layer(layered, name="x")
    assert read is not None
    sizes = [(page.size.width, page.size.height) for page in (read.pages[1], shown.pages[1])]
    assert sizes[0] == pytest.approx(sizes[1], abs=0.01)
    assert read.texts[0].prov[0].bbox.as_tuple() == pytest.approx(shown.texts[0].prov[0].bbox.as_tuple(), abs=0.11)


def test_a_page_that_makes_no_sense_is_taken_as_shown() -> None:
    with pikepdf.open(BytesIO(PAGES["plain"])) as pdf:
        pdf.pages[0].obj["/CropBox"] = pikepdf.Array([5, 5, 5, 5])
        pdf.pages[0].obj["/Rotate"] = 45
        frame = page_frames(saved(pdf), name="x")[1]
    assert (frame.left, frame.bottom, frame.turn) == (0, 0, 0)
    assert frame.width > 0


@given(places, places, sides, sides, st.sampled_from([0, 90, 180, 270]), st.tuples(places, places, places, places))
def test_there_and_back(
    left: float, bottom: float, width: float, height: float, turn: int, box: tuple[float, float, float, float]
) -> None:
    frame = Frame(left, bottom, width, height, turn)
    box = (min(box[0], box[2]), min(box[1], box[3]), max(box[0], box[2]), max(box[1], box[3]))
    assert frame.to_shown(frame.to_user(box)) == pytest.approx(box, abs=1e-6)
    assert frame.to_user((0, 0, *frame.size)) == pytest.approx((left, bottom, left + width, bottom + height), abs=1e-6)
