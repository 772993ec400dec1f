"""From files to folders: bookmarks, figures, summaries, faults, and the shared books where they are at hand."""

from __future__ import annotations

import io
import json
import warnings
from collections import Counter
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from pdf_extractor_ai.book import BookOptions, book_from_pdf, read_chapter_file, read_manifest
from pdf_extractor_ai.book.kinds import bare_key
from pdf_extractor_ai.errors import InvalidPdfError, NoTextError, PasswordRequiredError
from pdf_extractor_ai.image_summarizer import SectionVisual
from pdf_extractor_ai.job import Progress
from tests.book.typeset import FILLER, Line, typeset
from tests.shared import DATA, SHARED, needs_shared

PAGES: list[list[Line]] = [
    [("h1", "The Coast"), ("body", "by Jane Doe")],
    [("h1", "Sand"), ("body", f"Sand is told of here. {FILLER}")],
    [("body", f"The dunes go on. {FILLER}")],
    [("h1", "Water"), ("body", f"See Sand for it. {FILLER}")],
    [("h1", "Index"), ("body", "dune, 2; wave, 4")],
]
OUTLINE = [(0, "Sand", 2), (0, "Water", 4), (0, "Index", 5)]


@pytest.fixture
def coast(tmp_path: Path) -> Path:
    path = tmp_path / "coast.pdf"
    path.write_bytes(typeset(PAGES, outline=OUTLINE, picture=3))
    return path


def test_a_pdf_becomes_a_folder(coast: Path, tmp_path: Path) -> None:
    steps: list[Progress] = []
    folder, book = book_from_pdf(coast, tmp_path / "out", progress=steps.append)
    assert folder == tmp_path / "out" / "coast"
    assert [(chapter.title, chapter.start_page, chapter.end_page) for chapter in book.chapters] == [
        ("Sand", 2, 3),
        ("Water", 4, 4),
    ]
    assert [(part.title, part.pages) for part in book.left_out] == [("Index", (5,))]
    assert "by Jane Doe" in (folder / "README.md").read_text(encoding="utf-8")
    assert read_manifest(folder)["chapter_evidence"] == "outline"
    assert steps[-1] == Progress("write", 1, 1)
    assert {step.stage for step in steps} >= {"read", "assemble", "write"}


def test_figures_are_files_with_their_captions(coast: Path, tmp_path: Path) -> None:
    folder, book = book_from_pdf(coast, tmp_path / "out")
    assert "](./images/p0003-1.png)" in book.chapters[0].body
    assert "Figure 1: A gradient of colours" in book.chapters[0].body
    with Image.open(folder / "images" / "p0003-1.png") as image:
        assert min(image.size) > 150
    assert [path.name for path in (folder / "images").iterdir()] == ["p0003-1.png"]
    bare, _ = book_from_pdf(coast, tmp_path / "bare", BookOptions(images="placeholders"))
    assert not (bare / "images").exists()
    assert "<!-- image -->" in (bare / "01_sand.md").read_text(encoding="utf-8")


class Model:
    """Describes every figure in the same words."""

    async def describe_section(
        self, *, section_title: str, section_text: str, visuals: list[SectionVisual]
    ) -> dict[str, str]:
        return {visual.visual_id: "A gradient from dark to light." for visual in visuals}


def test_summaries_of_a_model_stand_in_the_text(coast: Path, tmp_path: Path) -> None:
    _, book = book_from_pdf(coast, tmp_path / "out", model=Model(), model_name="fake")
    assert "A gradient from dark to light." in book.chapters[0].body
    assert "written by a model" in book.chapters[0].instructions


def test_two_runs_give_the_same_bytes(coast: Path, tmp_path: Path) -> None:
    folders = [book_from_pdf(coast, tmp_path / name)[0] for name in ("a", "b")]
    one, two = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in folders
    )
    assert one == two


def test_chosen_pages_are_all_there_is(coast: Path, tmp_path: Path) -> None:
    _, book = book_from_pdf(coast, tmp_path / "out", BookOptions(pages="4-5", keep_back_matter=True))
    assert book.page_count == 2
    assert [(chapter.title, chapter.pages) for chapter in book.chapters] == [("Water", (4,)), ("Index", (5,))]


def test_page_labels_are_told(coast: Path, tmp_path: Path) -> None:
    with pikepdf.open(coast, allow_overwriting_input=True) as pdf:
        pdf.Root.PageLabels = pikepdf.Dictionary(
            Nums=pikepdf.Array([0, pikepdf.Dictionary(S=pikepdf.Name.r), 1, pikepdf.Dictionary(S=pikepdf.Name.D)])
        )
        pdf.save(coast)
    folder, book = book_from_pdf(coast, tmp_path / "out")
    assert [chapter.labels for chapter in book.chapters] == [("1", "2"), ("3", "3")]
    meta, _ = read_chapter_file((folder / "02_water.md").read_text(encoding="utf-8"))
    assert (meta["start_label"], meta["end_label"]) == ("3", "3")


def test_links_of_the_pdf_become_links_of_the_folder(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    for page, title in ((1, "Sand"), (2, "Water")):
        canvas.bookmarkPage(title)
        canvas.addOutlineEntry(title, title)
        canvas.setFont("Helvetica-Bold", 17)
        canvas.drawString(72, 700, title)
        canvas.setFont("Helvetica", 10)
        canvas.drawString(72, 660, "More is told in the deep blue sea below.")
        if page == 1:
            left = 72 + canvas.stringWidth("More is told in ", "Helvetica", 10)
            width = canvas.stringWidth("the deep blue sea", "Helvetica", 10)
            canvas.linkRect("", "Water", (left, 657, left + width, 670), relative=0)
        canvas.showPage()
    canvas.save()
    path = tmp_path / "links.pdf"
    path.write_bytes(buffer.getvalue())
    _, book = book_from_pdf(path, tmp_path / "out")
    assert "told in [the deep blue sea](./02_water.md) below" in book.chapters[0].body
    assert "(./" not in book.chapters[1].body


def test_a_locked_file_needs_its_password(coast: Path, tmp_path: Path) -> None:
    locked = tmp_path / "locked.pdf"
    with pikepdf.open(coast) as pdf:
        pdf.save(locked, encryption=pikepdf.Encryption(owner="o", user="u"))
    with pytest.raises(PasswordRequiredError, match=r"locked\.pdf"):
        book_from_pdf(locked, tmp_path / "out")
    folder, _ = book_from_pdf(locked, tmp_path / "out", BookOptions(password="u"))
    assert (folder / "images" / "p0003-1.png").is_file()
    assert "u" not in str(BookOptions(password="u")).split("password")[-1][:3]


@pytest.mark.parametrize("data", [b"", b"no pdf", b"%PDF-1.7\nbroken"])
def test_a_broken_file_leaves_nothing(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "broken.pdf"
    path.write_bytes(data)
    with pytest.raises(InvalidPdfError, match=r"broken\.pdf"):
        book_from_pdf(path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_pdf_without_text_asks_for_ocr(tmp_path: Path) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(typeset([[]]))
    with pytest.raises(NoTextError) as caught:
        book_from_pdf(path, tmp_path / "out")
    assert "OCR" in caught.value.remedy


def without_outline(path: Path) -> bytes:
    with pikepdf.open(path) as pdf:
        del pdf.Root.Outlines
        buffer = io.BytesIO()
        pdf.save(buffer)
    return buffer.getvalue()


def test_outline_and_labels_as_the_acceptance_list_has_it(tmp_path: Path) -> None:
    options = BookOptions(keep_back_matter=True)
    source = DATA / "recipes" / "outline_and_labels.pdf"
    folder, book = book_from_pdf(source, tmp_path / "with", options)
    wanted = [("Preface", 2), ("1 Wind", 4), ("2 Water", 4), ("Index", 2)]
    assert [(chapter.title, len(chapter.pages)) for chapter in book.chapters] == wanted
    assert [section.title for section in book.chapters[1].sections] == ["1.1 Gusts"]
    assert book.chapters[0].labels == ("i", "ii")
    texts = [(folder / chapter.file).read_text(encoding="utf-8") for chapter in book.chapters]
    for page in range(12):
        assert sum(f"pg{page}-" in text for text in texts) == 1
    bare = tmp_path / "outline_and_labels.pdf"
    bare.write_bytes(without_outline(source))
    _, again = book_from_pdf(bare, tmp_path / "without", options)
    assert again.evidence == "headings"
    assert [(chapter.title, len(chapter.pages)) for chapter in again.chapters] == wanted


def test_a_contents_page_is_data(tmp_path: Path) -> None:
    folder, book = book_from_pdf(DATA / "recipes" / "toc_leaders.pdf", tmp_path)
    assert ("1.1 Threshold speed", "4") in [(entry.title, entry.label) for entry in book.contents]
    for path in folder.glob("*.md"):
        assert "......" not in path.read_text(encoding="utf-8")


@needs_shared
def test_the_sample_of_the_contract(tmp_path: Path) -> None:
    _, book = book_from_pdf(SHARED / "fixtures" / "books" / "sample_document_rebuilt.pdf", tmp_path)
    assert [(chapter.file, chapter.start_page, chapter.words) for chapter in book.chapters] == [
        ("01_introduction_to_kubernetes.md", 2, 57),
        ("02_continuous_integration.md", 3, 24),
    ]
    assert [(part.kind, part.pages) for part in book.left_out] == [("appendix", (4,))]
    upstream = SHARED / "fixtures" / "books" / "upstream_examples" / "sample_document.single.md"
    whole = "\n\n".join(chapter.body for chapter in book.chapters)
    assert whole == upstream.read_text(encoding="utf-8").strip()


@needs_shared
@pytest.mark.parametrize("name", ["stow", "krb5-user", "debian-history-es"])
def test_real_manuals_are_cut_where_they_should_be(tmp_path: Path, name: str) -> None:
    corpus = SHARED / "corpus" / "books"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _, book = book_from_pdf(corpus / f"{name}.pdf", tmp_path, BookOptions(images="placeholders"))
    truth = json.loads((corpus / f"{name}.truth.json").read_text(encoding="utf-8"))["headings"]
    wanted = Counter((bare_key(row["text"]), row["page"]) for row in truth if row["level"] <= 2)
    said = Counter((bare_key(section.title), section.page) for section in book.sections if section.level <= 2)
    assert 2 * (said & wanted).total() / (said.total() + wanted.total()) >= 0.9
    pages = [page for chapter in book.chapters for page in chapter.pages] + list(book.front_pages)
    pages += [page for part in book.left_out for page in part.pages]
    assert sorted(pages) == list(range(1, book.page_count + 1))
    assert max(chapter.tokens for chapter in book.chapters) <= 20_000


def test_a_page_that_cannot_be_loaded_takes_nothing_along(tmp_path: Path) -> None:
    path = tmp_path / "holes.pdf"
    path.write_bytes(typeset([[("body", f"{FILLER} {page}")] for page in range(3)]))
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.Root.Pages.Kids[1] = pikepdf.Dictionary(Type=pikepdf.Name.Nothing)
        pdf.save(path)
    folder, book = book_from_pdf(path, tmp_path / "out")
    assert (folder / book.chapters[0].file).is_file()
    assert FILLER in book.chapters[0].body
