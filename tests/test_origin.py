"""Figures are cut out of the PDF when somebody asks, without being handed the PDF again."""

from __future__ import annotations

import gc
import weakref
from copy import deepcopy

from docling_core.types.doc import DoclingDocument

from pdf_extractor_ai import PdfExtractor, summarize_images
from pdf_extractor_ai.image_summarizer import FigureReport, SectionVisual, with_alt_texts
from pdf_extractor_ai.origin import _origins, origin_of
from tests.image_summarizer.figures import Told
from tests.shared import DATA

CAPTIONS = (DATA / "recipes" / "figures_captions.pdf").read_bytes()


def extracted(**options: bool) -> DoclingDocument:
    with PdfExtractor() as extractor:
        return extractor.extract(CAPTIONS, **options)  # type: ignore[arg-type]


async def summarized(document: DoclingDocument, **options: object) -> tuple[DoclingDocument, FigureReport, Told]:
    model = Told("A block of one colour.")
    result, report = await summarize_images(document, model, model_name="m", report=True, **options)  # type: ignore[call-overload]
    return result, report, model


async def test_an_extracted_document_is_summarised_as_it_is() -> None:
    document = extracted()
    assert all(picture.image is None for picture in document.pictures)
    result, report, model = await summarized(document)
    assert (report.done, result.pictures) == (2, [])
    visuals: list[SectionVisual] = [visual for call in model.calls for visual in call["visuals"]]
    assert [visual.caption for visual in visuals] == ["Figure 1: the blue block.", "Figure 2: the brown block."]


async def test_what_was_left_over_can_be_asked_for_again() -> None:
    alone, report, _ = await summarized(with_alt_texts(extracted()))
    assert (report.done, len(alone.texts) > 0) == (2, True)


async def test_a_document_from_elsewhere_needs_the_pdf() -> None:
    copied = deepcopy(extracted())
    assert origin_of(copied) is None
    assert [failure.code for failure in (await summarized(copied))[1].failed] == ["no_image", "no_image"]
    assert (await summarized(copied, pdf=CAPTIONS))[1].done == 2


async def test_images_in_the_tree_on_request() -> None:
    document = extracted(picture_images=True)
    sizes = [picture.image.size for picture in document.pictures if picture.image is not None]
    assert [(size.width, size.height) for size in sizes] == [(400, 240), (400, 240)]
    assert origin_of(document) is None
    assert (await summarized(deepcopy(document)))[1].done == 2


def test_the_pdf_goes_when_the_document_goes() -> None:
    document = extracted()
    key = id(document)
    gone = weakref.ref(document)
    assert origin_of(document) == CAPTIONS
    del document
    gc.collect()
    assert gone() is None
    assert key not in _origins


def test_a_document_without_pictures_keeps_no_pdf() -> None:
    with PdfExtractor() as extractor:
        document = extractor.extract((DATA / "recipes" / "lists.pdf").read_bytes())
    assert origin_of(document) is None
