"""Figures without a model: what the page says of them, as alt text and as files."""

from __future__ import annotations

from pathlib import Path

import pytest
from docling_core.types.doc import DescriptionMetaField, DocItemLabel, DoclingDocument, PictureMeta
from PIL import Image

from pdf_extractor_ai import to_markdown
from pdf_extractor_ai.aipdf import serialize, tree_from_document
from pdf_extractor_ai.generated import generated_by
from pdf_extractor_ai.image_summarizer import FigureDescription, describe_offline, save_pictures, with_alt_texts
from pdf_extractor_ai.image_summarizer.offline import CREATED_BY, MAX_ALT_CHARS
from tests.image_summarizer.figures import add_figure, charts, new_document, prov


def chart() -> DoclingDocument:
    """A figure of 240 x 240 points with numbers in it, and a caption under it."""
    document = new_document()
    caption = document.add_text(DocItemLabel.CAPTION, "Figure 1. Yield per year.", prov=prov(1, (40, 364, 280, 376)))
    add_figure(document, caption=caption)
    for text, box in (("2025", (200, 340, 220, 350)), ("2024", (60, 340, 80, 350)), ("3.5", (44, 130, 60, 140))):
        document.add_text(DocItemLabel.TEXT, text, prov=prov(1, box))
    document.add_text(DocItemLabel.TEXT, "After the figure.", prov=prov(1, (40, 400, 280, 412)))
    return document


def test_caption_labels_size_colours_and_kind() -> None:
    (seen,) = describe_offline(chart()).values()
    assert seen == FigureDescription(
        "Figure 1. Yield per year.", ("3.5", "2024", "2025"), (240.0, 240.0), ("blue",), "chart-like"
    )
    assert seen.alt_text == (
        "Figure 1. Yield per year. Chart-like figure, 240 x 240 pt, mostly blue. Labels: 3.5; 2024; 2025."
    )


def test_a_picture_without_image_and_place_is_told_of_all_the_same() -> None:
    document = new_document()
    document.add_picture()
    (seen,) = describe_offline(document).values()
    assert seen == FigureDescription("", (), None, (), "unknown")
    assert seen.alt_text == "Figure."


def test_a_photo_looks_like_one() -> None:
    document = new_document()
    picture = add_figure(document)
    assert picture.image is not None
    across = Image.linear_gradient("L").resize((96, 96))
    waves = Image.radial_gradient("L").point(lambda level: level * 5 % 256).resize((96, 96))
    sky = Image.merge("RGB", (across, across.rotate(90), waves))
    picture.image = picture.image.from_pil(sky, 144)
    assert [seen.kind for seen in describe_offline(document).values()] == ["photo-like"]


def test_a_see_through_picture_stands_on_white() -> None:
    document = new_document()
    picture = add_figure(document)
    assert picture.image is not None
    picture.image = picture.image.from_pil(Image.new("RGBA", (100, 100), (255, 0, 0, 0)), 144)
    assert [seen.colours for seen in describe_offline(document).values()] == [("white",)]


def test_alt_texts_are_metadata_and_no_summary() -> None:
    document = chart()
    before = document.export_to_dict()
    described = with_alt_texts(document)
    assert document.export_to_dict() == before
    assert to_markdown(described) == to_markdown(document)
    (picture,) = described.pictures
    assert picture.meta is not None
    assert picture.meta.description is not None
    assert picture.meta.description.created_by == CREATED_BY
    assert not any(generated_by(item) for item in (*described.texts, picture))
    assert 'alt="Figure 1. Yield per year. Chart-like figure' in serialize(tree_from_document(described))


def test_a_description_that_is_there_stays() -> None:
    document = chart()
    document.pictures[0].meta = PictureMeta(description=DescriptionMetaField(text="By hand."))
    (picture,) = with_alt_texts(document).pictures
    assert picture.meta is not None
    assert picture.meta.description is not None
    assert picture.meta.description.text == "By hand."


def test_a_long_alt_text_ends_at_a_word() -> None:
    text = FigureDescription("word " * 300, (), None, (), "drawing").alt_text
    assert len(text) <= MAX_ALT_CHARS
    assert text.endswith("word …")


def test_files_have_stable_names_and_are_linked_on_request(tmp_path: Path) -> None:
    document = new_document(pages=2)
    for page in (1, 1, 2):
        add_figure(document, page=page)
    paths = save_pictures(document, tmp_path / "img", stem="My report/..", links_from=tmp_path / "out")
    assert [path.name for path in paths] == [
        "My_report-p0001-1.png", "My_report-p0001-2.png", "My_report-p0002-1.png",
    ]  # fmt: skip
    assert {path.parent for path in paths} == {tmp_path / "img"}
    first = [path.read_bytes() for path in paths]
    assert all(data.startswith(b"\x89PNG") for data in first)
    assert to_markdown(document).count("<!-- image -->") == 3
    linked = to_markdown(document, link_images=True)
    assert "![](../img/My_report-p0001-1.png)" in linked
    assert "<!-- image -->" not in linked
    again = save_pictures(document, tmp_path / "img", stem="My report/..")
    assert (again, [path.read_bytes() for path in again]) == (paths, first)
    assert sorted((tmp_path / "img").iterdir()) == paths


def test_a_picture_without_an_image_keeps_its_number_and_its_mark(tmp_path: Path) -> None:
    document = new_document()
    add_figure(document, colour=None)
    add_figure(document)
    assert [path.name for path in save_pictures(document, tmp_path, stem="x")] == ["x-p0001-2.png"]
    linked = to_markdown(document, link_images=True)
    assert linked.index("<!-- image -->") < linked.index("x-p0001-2.png")


@pytest.mark.parametrize("stem", ["", "...", "/", "\x00"])
def test_a_stem_of_no_use_gets_another(tmp_path: Path, stem: str) -> None:
    (path,) = save_pictures(charts(), tmp_path, stem=stem)
    assert path.name == "figure-p0001-1.png"


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(OSError, match="file"):
        save_pictures(charts(), tmp_path / "file", stem="x")
