"""Build the sample PDFs in tests/data/samples, byte for byte the same at every run.

    uv run python scripts/make_samples.py [FOLDER]

Typst sets the report and the page that becomes the scan, reportlab the two-page report. Texts and drawings are
ours; the fonts are those that the typesetters bring.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pikepdf
import typst
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

SOURCES = Path(__file__).parent / "samples"
TARGET = Path(__file__).parents[1] / "tests" / "data" / "samples"
POINTS_PER_INCH = 72
SCAN_DPI = 300

CROP_PAGES = (
    ("Crop prospects", 20, 0, "Global cereal production is expected to rise."),
    ("Regional outlook", 15, 1, "West Africa faces a rainfall deficit."),
)


def report() -> bytes:
    """Four pages in two columns by Typst: headings, table, lists, drawing, footnote, running heads."""
    return pdf_of("report.typ")


def crop_prospects() -> bytes:
    """Two pages by reportlab, one heading and one sentence each, with an outline of two levels."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.setTitle("Crop prospects")
    for heading, size, level, sentence in CROP_PAGES:
        canvas.setFont("Helvetica-Bold", size)
        canvas.drawString(72, 760, heading)
        canvas.bookmarkPage(heading)
        canvas.addOutlineEntry(heading, heading, level)
        canvas.setFont("Helvetica", 11)
        canvas.drawString(72, 724, sentence)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def scan() -> bytes:
    """One page of English at 300 dpi, black and white, an image and nothing else."""
    png = typst.compile(str(SOURCES / "scan.typ"), format="png", ppi=SCAN_DPI, ignore_system_fonts=True)
    image = Image.open(io.BytesIO(png)).convert("L").point(lambda value: 255 if value > 150 else 0).convert("1")
    pdf = pikepdf.new()
    width, height = (side * POINTS_PER_INCH / SCAN_DPI for side in image.size)
    picture = pikepdf.Stream(
        pdf,
        image.tobytes(),
        Type=pikepdf.Name.XObject,
        Subtype=pikepdf.Name.Image,
        Width=image.width,
        Height=image.height,
        ColorSpace=pikepdf.Name.DeviceGray,
        BitsPerComponent=1,
    )
    page = pdf.add_blank_page(page_size=(width, height))
    page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Page=picture))
    page.Contents = pikepdf.Stream(pdf, f"q {width:.2f} 0 0 {height:.2f} 0 0 cm /Page Do Q".encode())
    out = io.BytesIO()
    pdf.save(out, deterministic_id=True, recompress_flate=True)
    return out.getvalue()


def pdf_of(source: str) -> bytes:
    """The PDF that Typst makes with its own fonts; without tags: the layout must be found on the page."""
    return typst.compile(str(SOURCES / source), format="pdf", ignore_system_fonts=True, pdf_tags=False, timestamp=0)


SAMPLES = {"report.pdf": report, "crop-prospects.pdf": crop_prospects, "scan.pdf": scan}


def main() -> None:
    """Write every sample into the folder named on the command line."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    target.mkdir(parents=True, exist_ok=True)
    for name, build in SAMPLES.items():
        data = build()
        (target / name).write_bytes(data)
        print(f"{name}: {len(data)} bytes")


if __name__ == "__main__":
    main()
