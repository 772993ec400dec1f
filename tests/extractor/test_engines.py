"""``PdfExtractor`` with real engines on real files: ours, and a pipeline of Docling's that needs no model."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from docling.datamodel.base_models import DocumentStream, InputFormat
from docling.datamodel.pipeline_options import NativePdfPipelineOptions
from docling.document_converter import DocumentConverter, PdfFormatOption
from docling.pipeline.native_pdf_pipeline import NativePdfPipeline

from pdf_extractor_ai import PdfExtractor, document_title, split_pages, to_markdown
from pdf_extractor_ai.errors import PasswordRequiredError, WrongPasswordError
from pdf_extractor_ai.extractor import build_converter
from pdf_extractor_ai.job import Job, Progress, running
from tests.shared import DATA, SHARED, needs_shared

# ``DoclingDocument.furniture`` is deprecated, and still where running heads are looked for.

PROSPECTS = DATA / "samples" / "crop-prospects.pdf"
REPORT = DATA / "samples" / "report.pdf"
RECIPES = SHARED / "recipes"


def recipe(name: str) -> bytes:
    return (RECIPES / f"{name}.pdf").read_bytes()


def native(do_ocr: bool) -> DocumentConverter:
    option = PdfFormatOption(pipeline_cls=NativePdfPipeline, pipeline_options=NativePdfPipelineOptions())
    return DocumentConverter(allowed_formats=[InputFormat.PDF], format_options={InputFormat.PDF: option})


def test_the_two_page_report() -> None:
    with PdfExtractor() as extractor:
        result = extractor.extract_result(PROSPECTS.read_bytes(), name="report.pdf")
    assert document_title(result.document) == "Crop prospects"
    pages = split_pages(to_markdown(result.document))
    assert pages[1].endswith("Global cereal production is expected to rise.")
    assert pages[2].endswith("West Africa faces a rainfall deficit.")
    assert (result.report.engine, result.report.status, result.report.name) == ("geometric", "complete", "report.pdf")
    assert [page.page for page in result.report.pages] == [1, 2]
    assert all(page.characters.unaccounted == 0 for page in result.report.pages)


@pytest.mark.parametrize("path", [PROSPECTS, REPORT], ids=lambda path: path.stem)
def test_our_engines_tree_passes_the_gate_unchanged(path: Path) -> None:
    data = path.read_bytes()
    alone = build_converter(False).convert(DocumentStream(name=path.name, stream=BytesIO(data))).document
    with (
        PdfExtractor() as extractor,
        PdfExtractor(converter_factory=lambda do_ocr: build_converter(do_ocr)) as given,
    ):
        for found in (extractor.extract(data, name=alone.name), given.extract(data, name=alone.name)):
            assert found.export_to_dict() == alone.export_to_dict()


def test_chosen_pages_of_our_engine() -> None:
    with PdfExtractor() as extractor:
        last = extractor.extract_result(REPORT.read_bytes(), pages="2-")
        count = len(extractor.extract(REPORT.read_bytes()).pages)
        first_and_last = extractor.extract_result(REPORT.read_bytes(), pages=f"1,{count}")
    assert [page.page for page in last.report.pages] == list(range(2, count + 1)) == sorted(last.document.pages)
    assert [page.page for page in first_and_last.report.pages] == [1, count]
    assert sorted(first_and_last.document.pages) == [1, count]


def test_progress_of_our_engine() -> None:
    steps: list[Progress] = []
    with PdfExtractor() as extractor:
        extractor.extract(PROSPECTS.read_bytes(), progress=steps.append)
    assert steps[-1] == Progress("done", 2, 2)
    assert [step.stage for step in steps].count("done") == 1
    for stage in {step.stage for step in steps}:
        pages = [step.page for step in steps if step.stage == stage]
        assert pages == sorted(pages)
    assert {step.total for step in steps} == {2}


async def test_cancelling_our_engine_leaves_the_worker_free() -> None:
    started = asyncio.Event()
    loop = asyncio.get_running_loop()

    def tell(step: Progress) -> None:
        loop.call_soon_threadsafe(started.set)

    async with PdfExtractor() as extractor:
        task = asyncio.create_task(extractor.extract_async(REPORT.read_bytes(), progress=tell))
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await extractor.extract_async(PROSPECTS.read_bytes())).pages
        assert extractor._queue.pending_bytes == 0


def test_a_cancelled_job_says_so() -> None:
    from pdf_extractor_ai.errors import ExtractionCancelledError
    from pdf_extractor_ai.extraction.request import Request
    from pdf_extractor_ai.extraction.worker import _Worker

    job = Job()

    def cancel(step: Progress) -> None:
        job.cancelled.set()

    job.progress = cancel
    with pytest.raises(ExtractionCancelledError):
        _Worker(build_converter, "geometric").run(Request(PROSPECTS.read_bytes(), job=job))


def test_what_the_callback_raises_reaches_the_caller() -> None:
    def complain(step: Progress) -> None:
        raise LookupError(step.stage)

    with PdfExtractor() as extractor, pytest.raises(LookupError):
        extractor.extract(PROSPECTS.read_bytes(), progress=complain)


def test_the_job_of_a_block_ends_with_it() -> None:
    from pdf_extractor_ai.job import current_job

    with running(Job()) as job:
        assert current_job() is job
    assert current_job() is not job


def test_sixteen_threads_get_equal_results() -> None:
    data = PROSPECTS.read_bytes()
    with PdfExtractor(2) as extractor, ThreadPoolExecutor(16) as pool:
        found = set(pool.map(lambda _: to_markdown(extractor.extract(data)), range(320)))
    assert len(found) == 1


def test_a_pipeline_of_doclings_page_by_page() -> None:
    with PdfExtractor(converter_factory=native) as extractor:
        result = extractor.extract_result(PROSPECTS.read_bytes(), name="n.pdf")
        again = extractor.extract(PROSPECTS.read_bytes(), name="n.pdf")
    assert split_pages(to_markdown(result.document)) == {
        1: "Crop prospects\n\nGlobal cereal production is expected to rise.",
        2: "Regional outlook\n\nWest Africa faces a rainfall deficit.",
    }
    assert again.export_to_dict() == result.document.export_to_dict()
    assert [(page.page, page.status) for page in result.report.pages] == [(1, "ok"), (2, "ok")]


def test_nothing_is_left_open() -> None:
    script = (
        "import sys, gc\n"
        "from pdf_extractor_ai import PdfExtractor, to_markdown\n"
        "with PdfExtractor(2) as extractor:\n"
        "    for path in sys.argv[1:]:\n"
        "        to_markdown(extractor.extract_file(path))\n"
        "gc.collect()\n"
    )
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "error", "-c", script, str(PROSPECTS), str(PROSPECTS)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@needs_shared
def test_a_locked_file() -> None:
    with PdfExtractor() as extractor:
        with pytest.raises(PasswordRequiredError, match=r"encrypted\.pdf") as missing:
            extractor.extract(recipe("encrypted"), name="encrypted.pdf")
        with pytest.raises(WrongPasswordError) as wrong:
            extractor.extract(recipe("encrypted"), name="encrypted.pdf", password="not-this")
        opened = extractor.extract_result(recipe("encrypted"), password="open-me")
    assert isinstance(missing.value, ValueError)
    assert "not-this" not in f"{wrong.value!r}{wrong.value.__cause__!r}"
    assert to_markdown(opened.document)
    assert "open-me" not in str(opened.report.to_dict())


@needs_shared
@pytest.mark.parametrize(
    ("name", "code"),
    [("owner_locked", "extraction_restricted"), ("truncated", "repaired"), ("xfa_shell", "xfa_form")],
)
def test_notes_on_the_file_are_in_the_report(name: str, code: str) -> None:
    with PdfExtractor() as extractor:
        report = extractor.extract_result(recipe(name)).report
    assert code in [flag.code for flag in report.flags]


@needs_shared
@pytest.mark.parametrize("factory", [None, native], ids=["geometric", "native"])
def test_an_xfa_form_is_partial_and_says_so_in_the_text(factory: Any) -> None:
    with PdfExtractor(converter_factory=factory) as extractor:
        result = extractor.extract_result(recipe("xfa_shell"))
    assert result.report.status == "partial"
    assert "XFA" in split_pages(to_markdown(result.document))[1]


@needs_shared
def test_running_heads_come_back_on_request() -> None:
    with PdfExtractor() as extractor:
        document = extractor.extract(recipe("running_heads"))
    assert "Confidential" not in split_pages(to_markdown(document)).get(3, "")
    assert "Confidential" in split_pages(to_markdown(document, keep_furniture=True))[3]
