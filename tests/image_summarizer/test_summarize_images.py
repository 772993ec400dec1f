from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from docling_core.types.doc import DocItemLabel, DoclingDocument

from pdf_extractor_ai.errors import ExtractionCancelledError, InvalidOptionError, ModelBusyError
from pdf_extractor_ai.generated import generated_by
from pdf_extractor_ai.image_summarizer import SectionVisual, summarize_images, summary_block
from pdf_extractor_ai.job import Job, Progress
from pdf_extractor_ai.markdown import split_pages, to_markdown
from tests.image_summarizer.figures import Told, add_figure, charts, ids, many, new_document, prov

BEFORE = """\
========== page 1 start ==========

## Charts

Chart context

<!-- image -->

========== page 1 end =========="""

AFTER = """\
========== page 1 start ==========

## Charts

Chart context

[Summarized Image: gemini/gemini-3.7-flash]
page: 1
bounding box: l=40.0, t=120.0, r=280.0, b=360.0 (TOPLEFT)
Summary:
Cereal production rises through 2026.

========== page 1 end =========="""


async def test_the_example_of_the_documentation_byte_for_byte() -> None:
    document = charts()
    assert to_markdown(document) == BEFORE
    model = Told("Cereal production rises through 2026.")
    summarized = await summarize_images(document, model, model_name="gemini/gemini-3.7-flash")
    assert to_markdown(summarized) == AFTER
    assert model.calls[0]["title"] == "Charts"
    assert model.calls[0]["text"] == "Charts\n\nChart context"
    [visual] = model.calls[0]["visuals"]
    assert visual == SectionVisual("s0-v0", visual.png_bytes, "", 1, "l=40.0, t=120.0, r=280.0, b=360.0 (TOPLEFT)")
    assert visual.png_bytes.startswith(b"\x89PNG\r\n\x1a\n")


async def test_the_input_is_untouched_and_the_result_is_a_sound_tree() -> None:
    document = charts()
    before = document.export_to_dict()
    summarized = await summarize_images(document, Told(), model_name="m")
    assert document.export_to_dict() == before
    assert summarized is not document
    assert summarized.pictures == []
    assert summarized.name == document.name
    assert summarized.pages == document.pages
    again = DoclingDocument.model_validate_json(summarized.model_dump_json())
    assert to_markdown(again) == to_markdown(summarized)
    assert [generated_by(item) for item in again.texts] == ["", "", "m"]


async def test_a_document_without_pictures_costs_no_call_and_comes_back_as_a_copy() -> None:
    document = new_document()
    document.add_text(DocItemLabel.TEXT, "Only text", prov=prov(1, (30, 20, 210, 44)))
    model = Told()
    summarized = await summarize_images(document, model, model_name="m")
    assert model.calls == []
    assert summarized is not document
    assert summarized == document


async def test_one_call_per_section_in_document_order() -> None:
    document = new_document(2)
    add_figure(document)
    top = document.add_heading("Top", level=1, prov=prov(1, (30, 20, 210, 44)))
    document.add_text(DocItemLabel.TEXT, "Top text", parent=top)
    add_figure(document, top)
    add_figure(document, top)
    below = document.add_heading("Below", level=2, parent=top)
    items = document.add_list_group(parent=below)
    document.add_list_item("An item", parent=items)
    add_figure(document, items, page=2)
    document.add_heading("Empty", level=1)
    model = Told()
    await summarize_images(document, model, model_name="m", concurrency=1)
    assert ids(model.calls) == [["s0-v0"], ["s1-v0", "s1-v1"], ["s2-v0"]]
    assert [call["title"] for call in model.calls] == ["", "Top", "Below"]
    assert [call["text"] for call in model.calls] == ["", "Top\n\nTop text", "Below\n\nAn item"]
    assert model.calls[2]["visuals"][0].heading_path == ("Top", "Below")


async def test_a_flat_tree_is_cut_at_its_headings() -> None:
    document = new_document()
    document.add_heading("One", level=1)
    document.add_text(DocItemLabel.TEXT, "First text")
    document.add_heading("Two", level=2)
    document.add_text(DocItemLabel.TEXT, "Second text")
    add_figure(document)
    model = Told()
    await summarize_images(document, model, model_name="m")
    assert model.calls[0]["text"] == "Two\n\nSecond text"
    assert model.calls[0]["visuals"][0].heading_path == ("One", "Two")


async def test_large_sections_are_cut_on_request() -> None:
    document = new_document()
    heading = document.add_heading("Many", level=1)
    for _ in range(9):
        add_figure(document, heading)
    whole, cut = Told(), Told()
    await summarize_images(document, whole, model_name="m")
    await summarize_images(document, cut, model_name="m", max_visuals_per_call=4, concurrency=1)
    assert [len(part) for part in ids(whole.calls)] == [9]
    assert ids(cut.calls) == [[f"s0-v{n}" for n in range(4)], [f"s1-v{n}" for n in range(4)], ["s2-v0"]]


async def test_never_more_calls_in_flight_than_asked_for() -> None:
    model = Told()
    summarized = await summarize_images(many(11), model, model_name="m", concurrency=2)
    assert model.peak == 2
    assert summarized.pictures == []


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("", "empty_answer"),
        (" \n ", "empty_answer"),
        ("This", "useless_answer"),
        ("N/A", "useless_answer"),
        ("I'm sorry, but I can't help with that image.", "refused"),
        ("I cannot describe this picture.", "refused"),
        (RuntimeError("no such model"), "model_error"),
        (ModelBusyError("come back never", retry_after=9999), "model_busy"),
        (None, "empty_answer"),
        (lambda visual: 7, "not_a_string"),
    ],
)
async def test_a_useless_answer_leaves_picture_and_caption_and_is_counted(answer: Any, code: str) -> None:
    document = charts()
    caption = document.add_text(DocItemLabel.CAPTION, "Figure 1. Dunes.", parent=document.pictures[0])
    document.pictures[0].captions.append(caption.get_ref())
    summarized, report = await summarize_images(document, Told(answer), model_name="m", report=True)
    assert to_markdown(summarized) == to_markdown(document)
    assert "Figure 1. Dunes." in to_markdown(summarized)
    assert (report.figures, report.done, [failure.code for failure in report.failed]) == (1, 0, [code])
    assert report.failed[0].section == "Charts"
    assert report.failed[0].message


@pytest.mark.parametrize("answer", ["Done", "This chart shows sand.", "Sorry Island, a map.", "图", "42"])
async def test_a_short_answer_is_an_answer(answer: str) -> None:
    summarized = await summarize_images(charts(), Told(answer), model_name="m")
    assert summarized.texts[-1].text.endswith(f"Summary:\n{answer}")


async def test_one_bad_value_does_not_cost_the_others() -> None:
    document = charts()
    add_figure(document, document.texts[0], box=(40, 400, 280, 600))
    add_figure(document, document.texts[0], box=(40, 620, 280, 790))
    model = Told(lambda visual: 3 if visual.visual_id == "s0-v1" else "Fine.")
    summarized, report = await summarize_images(document, model, model_name="m", report=True)
    assert len(summarized.pictures) == 1
    assert report.done == 2
    assert [failure.visual_id for failure in report.failed] == ["s0-v1"]


async def test_pictures_without_an_image_are_passed_over() -> None:
    document = charts()
    add_figure(document, document.texts[0], colour=None)
    model = Told()
    summarized, report = await summarize_images(document, model, model_name="m", report=True)
    assert ids(model.calls) == [["s0-v0"]]
    assert len(summarized.pictures) == 1
    assert [failure.code for failure in report.failed] == ["no_image"]


async def test_a_caption_that_only_the_picture_holds_stays() -> None:
    document = charts()
    picture = document.pictures[0]
    for text, top in (("Above it.", 100), ("Below it.", 370)):
        caption = document.add_text(DocItemLabel.CAPTION, text, parent=picture, prov=prov(1, (40, top, 280, top + 10)))
        picture.captions.append(caption.get_ref())
    markdown = to_markdown(await summarize_images(document, Told(), model_name="m"))
    assert markdown.index("Above it.") < markdown.index("[Summarized Image: m]") < markdown.index("Below it.")
    assert markdown.count("Below it.") == 1


async def test_labels_in_the_drawing_stay_out_of_the_text() -> None:
    document = charts()
    heading = document.texts[0]
    document.add_text(DocItemLabel.TEXT, "160", prov=prov(1, (60, 140, 80, 150)), parent=heading)
    document.add_text(DocItemLabel.TEXT, "Below it.", prov=prov(1, (40, 400, 280, 412)), parent=heading)
    before = to_markdown(document)
    after = to_markdown(await summarize_images(document, Told("Rises."), model_name="m"))
    assert ("160" in before, "160" in after) == (False, False)
    assert after.endswith("Summary:\nRises.\n\nBelow it.\n\n========== page 1 end ==========")
    spelled = charts()
    spelled.add_text(DocItemLabel.TEXT, "[Summarized Image: me]", prov=prov(1, (0, 100, 600, 700)))
    spelled.add_text(DocItemLabel.TEXT, "Not hidden.", prov=prov(1, (40, 500, 280, 512)))
    assert "Not hidden." in to_markdown(spelled), "a page that spells a summary hides nothing"


async def test_a_caption_in_the_flow_is_not_doubled() -> None:
    document = charts()
    caption = document.add_text(DocItemLabel.CAPTION, "Figure 1. Dunes.", parent=document.texts[0])
    document.pictures[0].captions.append(caption.get_ref())
    model = Told()
    markdown = to_markdown(await summarize_images(document, model, model_name="m"))
    assert markdown.count("Figure 1. Dunes.") == 1
    assert model.calls[0]["visuals"][0].caption == "Figure 1. Dunes."


async def test_an_answer_cannot_break_the_page() -> None:
    hostile = (
        "========== page 1 end ==========\n# Title\n```\n---\n<!-- image -->\n![x](http://example.invalid/p.png)\n"
        "[Summarized Image: other]\n========== page 9 start ==========\u2028end"
    )
    markdown = to_markdown(await summarize_images(charts(), Told(hostile), model_name="m"))
    assert list(split_pages(markdown)) == [1]
    lines = markdown.split("\n")
    assert not [line for line in lines if line.startswith(("# ", "```", "---", "<!--", "![", "[Summarized Image: o"))]
    assert sum(line.startswith("==========") for line in lines) == 2


async def test_a_long_answer_is_cut() -> None:
    summarized = await summarize_images(charts(), Told("word " * 5000), model_name="m", max_chars=200)
    summary = summarized.texts[-1].text.split("Summary:\n")[1]
    assert len(summary) <= 200
    assert summary.endswith("word …")


@pytest.mark.parametrize("options", [{"concurrency": 0}, {"max_visuals_per_call": 0}, {"retries": -1}, {"timeout": 0}])
async def test_options_that_make_no_sense(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptionError, match="must"):
        await summarize_images(charts(), Told(), model_name="m", **options)


def test_the_block_of_a_picture_without_a_place() -> None:
    block = summary_block(model_name="a]\nb", summary=" Text \n", page=None, bbox="unknown")
    assert block == "[Summarized Image: a b]\npage: unknown\nbounding box: unknown\nSummary:\nText"


async def test_a_second_run_makes_no_call(tmp_path: Path) -> None:
    first, second, other = Told("Seen once."), Told("Never asked."), Told("Another model.")
    document = many(5)
    one, _ = await summarize_images(document, first, model_name="m", cache=tmp_path / "cache", report=True)
    two, report = await summarize_images(document, second, model_name="m", cache=tmp_path / "cache", report=True)
    assert second.calls == []
    assert (report.done, report.cached, report.calls) == (5, 5, 0)
    assert to_markdown(one) == to_markdown(two)
    await summarize_images(document, other, model_name="n", cache=tmp_path / "cache")
    assert len(other.calls) == 5


async def test_a_damaged_or_failing_cache_costs_calls_only(tmp_path: Path) -> None:
    await summarize_images(charts(), Told(), model_name="m", cache=tmp_path)
    [entry] = tmp_path.glob("*/*.json")
    entry.write_text('{"summary": 3}')
    model = Told()

    class Failing(dict[str, str]):
        def get(self, key: str, default: Any = None) -> Any:
            raise OSError("gone")

        def __setitem__(self, key: str, value: str) -> None:
            raise OSError("full")

    for cache in (tmp_path, Failing()):
        summarized = await summarize_images(charts(), model, model_name="m", cache=cache)
        assert summarized.pictures == []
    assert len(model.calls) == 2


class Storm:
    """Turns down the first calls with a wait, as a service over its limit does."""

    def __init__(self, storm: int) -> None:
        self.left, self.running, self.peak = storm, 0, 0

    async def describe_section(
        self, *, section_title: str, section_text: str, visuals: list[SectionVisual]
    ) -> dict[str, str]:
        self.running += 1
        self.peak = max(self.peak, self.running)
        try:
            await asyncio.sleep(0.001)
            if self.left > 0:
                self.left -= 1
                raise ModelBusyError("slow down", retry_after=0.01)
            return {visual.visual_id: "Fine." for visual in visuals}
        finally:
            self.running -= 1


async def test_twenty_figures_come_through_a_storm() -> None:
    model = Storm(storm=12)
    summarized, report = await summarize_images(many(20), model, model_name="m", concurrency=4, report=True)
    assert summarized.pictures == []
    assert model.peak <= 4
    assert (report.done, report.calls, report.retries) == (20, 32, 12)


async def test_a_call_out_of_time_leaves_the_picture() -> None:
    class Stuck(Told):
        async def describe_section(self, **_: Any) -> dict[str, str]:
            await asyncio.Event().wait()
            return {}

    _, report = await summarize_images(charts(), Stuck(), model_name="m", timeout=0.05, report=True)
    assert [failure.code for failure in report.failed] == ["model_timeout"]


async def test_cancel_from_another_thread_and_of_the_task() -> None:
    stopped: list[bool] = []

    class Stuck(Told):
        async def describe_section(self, **_: Any) -> dict[str, str]:
            try:
                await asyncio.Event().wait()
            finally:
                stopped.append(True)
            return {}

    job = Job()
    threading.Timer(0.05, job.cancelled.set).start()
    with pytest.raises(ExtractionCancelledError):
        await summarize_images(many(5), Stuck(), model_name="m", job=job)
    task = asyncio.create_task(summarize_images(many(5), Stuck(), model_name="m"))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(stopped) == 6


async def test_progress_counts_every_figure() -> None:
    steps: list[Progress] = []
    await summarize_images(many(6), Told(), model_name="m", job=Job(progress=steps.append))
    assert [(step.stage, step.page, step.total) for step in steps] == [("figures", n, 6) for n in range(1, 7)]
