"""Crops out of pages that are turned, cropped, printed in other colours or masked, and of images beyond all measure."""

from __future__ import annotations

import subprocess
import sys
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from pdf_extractor_ai import PdfExtractor
from pdf_extractor_ai.image_summarizer.pictures import PictureSource, bounded, png_of

BLUE, RED, WHITE = (0, 0, 255), (255, 0, 0), (255, 255, 255)
PAGE = (600, 800)  # points
PLACE = (100, 500, 200, 120)  # left, bottom, width, height of the picture in PDF's own coordinates

Change = Callable[[pikepdf.Pdf, pikepdf.Page, pikepdf.Stream], None]


def halves() -> bytes:
    """An RGB image of 100 x 60 pixels: left half blue, right half red."""
    return (bytes(BLUE) * 50 + bytes(RED) * 50) * 60


def page_with_image(change: Change | None = None, **attributes: Any) -> bytes:
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=PAGE)
        entries = {
            "Type": pikepdf.Name.XObject, "Subtype": pikepdf.Name.Image, "Width": 100, "Height": 60,
            "ColorSpace": pikepdf.Name.DeviceRGB, "BitsPerComponent": 8,
        }  # fmt: skip
        image = pdf.make_stream(halves(), **{**entries, **attributes})
        page.obj["/Resources"] = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Im=image))
        left, bottom, width, height = PLACE
        page.obj["/Contents"] = pdf.make_stream(f"q {width} 0 0 {height} {left} {bottom} cm /Im Do Q".encode())
        if change is not None:
            change(pdf, page, image)
        buffer = BytesIO()
        pdf.save(buffer)
        return buffer.getvalue()


def crops(data: bytes) -> list[Image.Image]:
    with PdfExtractor() as extractor:
        document = extractor.extract(data)
    source = PictureSource(document)
    images = [source.image(picture) for picture in document.pictures]
    assert all(image is not None for image in images)
    return [image.convert("RGB") for image in images if image is not None]


def colours(image: Image.Image, *places: tuple[float, float]) -> list[tuple[int, ...]]:
    """The colours at places given as shares of width and height, each channel rounded to 0, 128 or 255."""
    found = [image.getpixel((round(x * (image.width - 1)), round(y * (image.height - 1)))) for x, y in places]
    return [tuple(round(round(value / 127.5) * 127.5) for value in pixel) for pixel in found]  # type: ignore[union-attr]


LEFT_RIGHT = ((0.1, 0.5), (0.9, 0.5))


def test_the_box_and_nothing_else_at_144_dpi() -> None:
    (crop,) = crops(page_with_image())
    assert crop.size == (400, 240)
    assert colours(crop, (0, 0), (0.1, 0.9), (0.9, 0.1), (1, 1)) == [BLUE, BLUE, RED, RED]


@pytest.mark.parametrize(
    ("turn", "size", "left_right"),
    [(90, (240, 400), (RED, RED)), (180, (400, 240), (RED, BLUE)), (270, (240, 400), (RED, RED))],
)
def test_a_turned_page(turn: int, size: tuple[int, int], left_right: tuple[tuple[int, ...], ...]) -> None:
    def rotate(_pdf: pikepdf.Pdf, page: pikepdf.Page, _image: pikepdf.Stream) -> None:
        page.obj["/Rotate"] = turn

    (crop,) = crops(page_with_image(rotate))
    assert crop.size == size
    ends = ((0.5, 0.1), (0.5, 0.9)) if size[1] > size[0] else LEFT_RIGHT
    expected = {90: [BLUE, RED], 180: list(left_right), 270: [RED, BLUE]}[turn]
    assert colours(crop, *ends) == expected


def test_a_crop_box_that_does_not_begin_at_zero() -> None:
    def cut(_pdf: pikepdf.Pdf, page: pikepdf.Page, _image: pikepdf.Stream) -> None:
        page.obj["/CropBox"] = pikepdf.Array([50, 450, 500, 700])

    (crop,) = crops(page_with_image(cut))
    assert crop.size == (400, 240)
    assert colours(crop, (0, 0), *LEFT_RIGHT, (1, 1)) == [BLUE, BLUE, RED, RED]


def test_a_picture_that_the_crop_box_cuts() -> None:
    def cut(_pdf: pikepdf.Pdf, page: pikepdf.Page, _image: pikepdf.Stream) -> None:
        page.obj["/CropBox"] = pikepdf.Array([200, 400, 600, 700])

    (crop,) = crops(page_with_image(cut))
    assert crop.size == (200, 240)
    assert colours(crop, *LEFT_RIGHT) == [RED, RED]


def test_cmyk() -> None:
    cyan, black = b"\xff\x00\x00\x00", b"\x00\x00\x00\xff"
    (crop,) = crops(
        page_with_image(
            lambda _pdf, _page, image: image.write((cyan * 50 + black * 50) * 60),
            ColorSpace=pikepdf.Name.DeviceCMYK,
        )
    )
    left, right = (crop.getpixel((round(x * 399), 120)) for x in (0.1, 0.9))
    assert isinstance(left, tuple)
    assert isinstance(right, tuple)
    assert (left[0] < 60, left[1] > 120, left[2] > 180) == (True, True, True)
    assert max(right) < 60


def _mask(pdf: pikepdf.Pdf, data: bytes, **attributes: Any) -> pikepdf.Stream:
    entries = {"Type": pikepdf.Name.XObject, "Subtype": pikepdf.Name.Image, "Width": 100, "Height": 60}
    return pdf.make_stream(data, **{**entries, **attributes})


def test_a_soft_mask_lets_the_paper_through() -> None:
    def soften(pdf: pikepdf.Pdf, _page: pikepdf.Page, image: pikepdf.Stream) -> None:
        grey = (b"\xff" * 50 + b"\x00" * 50) * 60
        image["/SMask"] = _mask(pdf, grey, ColorSpace=pikepdf.Name.DeviceGray, BitsPerComponent=8)

    (crop,) = crops(page_with_image(soften))
    assert colours(crop, *LEFT_RIGHT) == [BLUE, WHITE]


def test_a_stencil_mask_lets_the_paper_through() -> None:
    def stencil(pdf: pikepdf.Pdf, _page: pikepdf.Page, image: pikepdf.Stream) -> None:
        row = bytes([0] * 6 + [0x3F] + [0xFF] * 6)  # 0 paints, 1 does not; 50 pixels of each
        image["/Mask"] = _mask(pdf, row * 60, ImageMask=True, BitsPerComponent=1)

    (crop,) = crops(page_with_image(stencil))
    assert colours(crop, *LEFT_RIGHT) == [BLUE, WHITE]


def test_a_colour_key_lets_the_paper_through() -> None:
    (crop,) = crops(page_with_image(Mask=pikepdf.Array([250, 255, 0, 5, 0, 5])))
    assert colours(crop, *LEFT_RIGHT) == [BLUE, WHITE]


def test_a_black_and_white_image_the_right_way_round() -> None:
    def two_tone(_pdf: pikepdf.Pdf, _page: pikepdf.Page, image: pikepdf.Stream) -> None:
        image.write(bytes([0] * 6 + [0x3F] + [0xFF] * 6) * 60)

    plain, inverse = (
        crops(page_with_image(two_tone, ColorSpace=pikepdf.Name.DeviceGray, BitsPerComponent=1, **more))
        for more in ({}, {"Decode": pikepdf.Array([1, 0])})
    )
    assert colours(plain[0], *LEFT_RIGHT) == [(0, 0, 0), WHITE]
    assert colours(inverse[0], *LEFT_RIGHT) == [WHITE, (0, 0, 0)]


def test_one_page_is_rendered_once_for_all_its_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    import pypdfium2

    def three(pdf: pikepdf.Pdf, page: pikepdf.Page, _image: pikepdf.Stream) -> None:
        page.obj["/Contents"] = pdf.make_stream(
            b"".join(b"q 200 0 0 120 %d %d cm /Im Do Q " % place for place in ((50, 600), (320, 600), (50, 100)))
        )

    renders: list[int] = []
    render = pypdfium2.PdfPage.render

    def counted(self: Any, **options: Any) -> Any:
        renders.append(1)
        return render(self, **options)

    monkeypatch.setattr(pypdfium2.PdfPage, "render", counted)
    assert len(crops(page_with_image(three))) == 3
    assert len(renders) == 1


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is read from /proc")
def test_an_image_of_400_megapixels_does_not_fill_the_memory() -> None:
    """Unpacked it is 400 MB; a process of its own, of which interpreter and Docling are 180, must stay below 350."""
    side = 20_000
    runs = zlib.compress(b"\x81\x20" * (side * side // 128) + b"\x80")  # RunLengthDecode: 128 times grey 32, and so on

    def huge(_pdf: pikepdf.Pdf, _page: pikepdf.Page, image: pikepdf.Stream) -> None:
        image.write(runs, filter=pikepdf.Array([pikepdf.Name.FlateDecode, pikepdf.Name.RunLengthDecode]))
        image["/Width"] = image["/Height"] = side
        image["/ColorSpace"] = pikepdf.Name.DeviceGray

    data = page_with_image(huge)
    script = (
        "import re, sys\n"
        "from pdf_extractor_ai import PdfExtractor\n"
        "from pdf_extractor_ai.image_summarizer import describe_offline\n"
        "with PdfExtractor() as extractor:\n"
        "    document = extractor.extract(sys.stdin.buffer.read())\n"
        "(seen,) = describe_offline(document).values()\n"
        "assert seen.colours == ('black',)\n"
        "print(re.search(r'VmHWM:\\s+(\\d+) kB', open('/proc/self/status').read())[1])"
    )
    done = subprocess.run([sys.executable, "-c", script], input=data, capture_output=True, check=True)
    assert int(done.stdout) < 350 * 1024


def test_a_users_own_huge_image_is_made_smaller() -> None:
    image = Image.new("L", (9000, 30))
    assert bounded(image).size == (4096, 14)
    assert bounded(Image.new("L", (40, 30))).size == (40, 30)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16", "F", "YCbCr", "LAB"])
def test_any_mode_becomes_a_png(mode: str) -> None:
    with Image.open(BytesIO(png_of(Image.new(mode, (8, 8))))) as image:
        assert (image.format, image.mode in ("1", "L", "RGB", "RGBA"), image.size) == ("PNG", True, (8, 8))
        assert image.info == {}
