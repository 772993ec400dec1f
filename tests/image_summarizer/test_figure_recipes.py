"""Figures of real PDFs, from the page to the summary: drawings, captions, painted boxes, an image that is too large."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from docling_core.types.doc import DoclingDocument

from pdf_extractor_ai import PdfExtractor, summarize_images, to_markdown
from pdf_extractor_ai.aipdf import check, document_from_tree, serialize, tree_from_document
from pdf_extractor_ai.generated import generated_by
from pdf_extractor_ai.image_summarizer import FigureReport, describe_offline
from pdf_extractor_ai.models.prompt import context_text
from tests.image_summarizer.figures import Told
from tests.shared import DATA


@pytest.fixture(scope="module")
def extractor() -> Iterator[PdfExtractor]:
    with PdfExtractor() as made:
        yield made


def read(extractor: PdfExtractor, name: str) -> DoclingDocument:
    return extractor.extract((DATA / "recipes" / f"{name}.pdf").read_bytes(), name=name)


async def summarized(document: DoclingDocument, model: Told) -> tuple[DoclingDocument, FigureReport]:
    return await summarize_images(document, model, model_name="m", report=True)


def boxes(document: DoclingDocument) -> list[tuple[float, float]]:
    return [(picture.prov[0].bbox.width, picture.prov[0].bbox.height) for picture in document.pictures]


def prompts(model: Told) -> list[str]:
    return [context_text(call["title"], call["text"], call["visuals"]) for call in model.calls]


def test_a_drawing_is_one_picture_with_its_caption_and_labels(extractor: PdfExtractor) -> None:
    document = read(extractor, "vector_chart")
    assert boxes(document) == [pytest.approx((330, 200), abs=25)]
    markdown = to_markdown(document)
    assert markdown.count("Figure 4. Sand moved per year, kilotonnes.") == 1
    assert ("160" in markdown, "2020" in markdown) == (False, False)
    (seen,) = describe_offline(document).values()
    assert seen.caption == "Figure 4. Sand moved per year, kilotonnes."
    assert seen.kind == "chart-like"
    assert {"160", "2020", "2024"} <= set(" ".join(seen.labels).split())
    assert seen.colours == ("white", "blue")


async def test_the_model_is_told_caption_headings_and_neighbours(extractor: PdfExtractor) -> None:
    document = read(extractor, "vector_chart")
    heading = document.add_heading("Sand budget", level=1)
    document.body.children.insert(0, document.body.children.pop())
    for ref in document.body.children[1:]:
        ref.resolve(document).parent = heading.get_ref()
    heading.children, document.body.children = document.body.children[1:], document.body.children[:1]
    document.name = "dunes.pdf"
    model = Told()
    _, report = await summarized(document, model)
    assert report.done == 1
    (prompt,) = prompts(model)
    assert "Section: Sand budget\n" in prompt
    assert "Caption: Figure 4. Sand moved per year, kilotonnes.\n" in prompt
    assert "above-05" in prompt.split("Text before: ")[1].splitlines()[0]
    (visual,) = model.calls[0]["visuals"]
    assert visual.heading_path == ("Sand budget",)


async def test_a_summary_is_marked_in_every_face(extractor: PdfExtractor) -> None:
    document, _ = await summarized(read(extractor, "vector_chart"), Told("Sand moves less each year."))
    markdown = to_markdown(document)
    assert "[Summarized Image: m]\npage: 1\nbounding box: l=" in markdown
    assert markdown.count("Figure 4.") == 1
    assert ("160" in markdown, "2020" in markdown) == (False, False)
    (summary,) = [text for text in document.texts if generated_by(text)]
    assert generated_by(summary) == "m"
    xml = serialize(tree_from_document(document))
    assert 'role="annotation">[Summarized Image: m]' in xml
    again = document_from_tree(check(xml).root, name="again", sizes={1: (612, 792)})
    assert [generated_by(text) for text in again.texts if generated_by(text)] == ["m"]
    block = "[Summarized Image: m]\npage: 1\nbounding box: l=100.0, t=161.9, r=420.0, b=341.9 (TOPLEFT)\nSummary:\n"
    assert block + "Sand moves less each year.\n\n" in markdown
    assert block + "Sand moves less each year.\n\n" in to_markdown(again)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("", "empty_answer"),
        ("This", "useless_answer"),
        (RuntimeError("boom"), "model_error"),
        ("I'm sorry, but I can't help with that.", "refused"),
    ],
)
async def test_without_an_answer_figure_and_caption_stay(extractor: PdfExtractor, answer: Any, code: str) -> None:
    document = read(extractor, "vector_chart")
    result, report = await summarized(document, Told(answer))
    assert to_markdown(result) == to_markdown(document)
    assert [(failure.code, failure.page, bool(failure.message)) for failure in report.failed] == [(code, 1, True)]


async def test_each_figure_has_its_own_caption(extractor: PdfExtractor) -> None:
    document = read(extractor, "figures_captions")
    model = Told(lambda visual: f"About {visual.caption}")
    result, report = await summarized(document, model)
    assert (len(document.pictures), report.done, len(model.calls)) == (2, 2, 1)
    markdown = to_markdown(result)
    for number, caption in ((1, "Figure 1: the blue block."), (2, "Figure 2: the brown block.")):
        assert markdown.count(f"\n\n{caption}\n\n") == 1, number
        assert markdown.index(f"About {caption}") < markdown.index(f"\n\n{caption}\n\n")
    colours = [seen.colours for seen in describe_offline(document).values()]
    assert colours == [("blue",), ("brown",)]


async def test_painted_boxes_are_no_pictures_to_ask_about(extractor: PdfExtractor) -> None:
    document = read(extractor, "coloured_boxes")
    model = Told()
    result, report = await summarized(document, model)
    assert (model.calls, report.figures, len(document.tables)) == ([], 0, 0)
    markdown = to_markdown(result)
    assert all(f"Point {number}:" in markdown for number in (1, 2, 3, 4))


async def test_a_blank_page_and_an_empty_scan_cost_no_call(extractor: PdfExtractor) -> None:
    model = Told()
    _, report = await summarized(read(extractor, "mixed_scan"), model)
    pages = [visual.page for call in model.calls for visual in call["visuals"]]
    assert (pages, report.done) == ([2, 4], 2), "page 3 is the picture of an empty sheet"


async def test_an_image_bomb_becomes_one_bounded_picture(extractor: PdfExtractor) -> None:
    model = Told("White.")
    _, report = await summarized(read(extractor, "image_bomb"), model)
    assert report.done == 1
    (visual,) = model.calls[0]["visuals"]
    assert len(visual.png_bytes) < 1_000_000
