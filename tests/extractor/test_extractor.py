"""``PdfExtractor`` with fake converters: options, errors, converters per thread, chunks, end of work."""

from __future__ import annotations

import gc
import threading
import weakref
from pathlib import Path
from typing import Any

import pytest

from pdf_extractor_ai import ExtractionResult, PdfExtractor, to_markdown
from pdf_extractor_ai.errors import InvalidPdfError
from pdf_extractor_ai.extractor import build_converter
from pdf_extractor_ai.job import Progress
from tests.extractor.fakes import ChunkingConverter, Factory, FakeConverter, blank_pdf


def _ignored(value: object) -> None:
    """Nothing, whatever was given."""


def test_one_page_per_call_on_a_worker_thread() -> None:
    factory = Factory()
    with PdfExtractor(converter_factory=factory) as extractor:
        document = extractor.extract(blank_pdf(3), name="n.pdf")
    made = factory.made[0]
    assert made.ranges == [(1, 1), (2, 2), (3, 3)]
    assert set(made.threads) == set(factory.threads) == {"pdf-extract-0"}
    assert factory.flags == [False]
    assert set(made.names) == {"n.pdf"}
    assert document.name == "n.pdf"
    assert {number: (page.size.width, page.size.height) for number, page in document.pages.items()} == {
        1: (600, 800),
        2: (600, 800),
        3: (600, 800),
    }
    assert "page 2" in to_markdown(document)


def test_all_chunks_share_one_stream_that_ends_closed() -> None:
    factory = Factory()
    with PdfExtractor(converter_factory=factory) as extractor:
        extractor.extract(blank_pdf(3))
    streams = factory.made[0].streams
    assert len({id(stream) for stream in streams}) == 1
    assert streams[0].closed


@pytest.mark.parametrize(
    ("value", "pages", "max_pages", "expected"),
    [
        (None, 2, None, [(1, 1), (2, 2)]),
        ("0", 2, None, [(1, 1), (2, 2)]),
        ("9", 10, None, [(1, 8), (9, 10)]),
        ("4", 12, 9, [(1, 4), (5, 8), (9, 9)]),
    ],
)
def test_chunk_size(
    monkeypatch: pytest.MonkeyPatch,
    value: str | None,
    pages: int,
    max_pages: int | None,
    expected: list[tuple[int, int]],
) -> None:
    if value is None:
        monkeypatch.delenv("PDF_EXTRACTOR_PAGE_CHUNK_SIZE", raising=False)
    else:
        monkeypatch.setenv("PDF_EXTRACTOR_PAGE_CHUNK_SIZE", value)
    factory = Factory(ChunkingConverter)
    with PdfExtractor(converter_factory=factory) as extractor:
        document = extractor.extract(blank_pdf(pages), max_pages=max_pages)
    assert factory.made[0].ranges == expected
    assert sorted(document.pages) == list(range(1, expected[-1][1] + 1))


def test_a_converter_that_is_not_doclings_gets_single_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PDF_EXTRACTOR_PAGE_CHUNK_SIZE", "4")
    factory = Factory()
    with PdfExtractor(converter_factory=factory) as extractor:
        extractor.extract(blank_pdf(3))
    assert factory.made[0].ranges == [(1, 1), (2, 2), (3, 3)]


def test_a_senseless_chunk_size_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PDF_EXTRACTOR_PAGE_CHUNK_SIZE", "many")
    with pytest.raises(ValueError, match="PDF_EXTRACTOR_PAGE_CHUNK_SIZE='many'"):
        PdfExtractor(converter_factory=Factory())


def test_a_thread_keeps_one_converter_for_each_ocr_flag() -> None:
    factory = Factory()
    with PdfExtractor(converter_factory=factory) as extractor:
        for do_ocr in (False, True, False):
            extractor.extract(blank_pdf(1), do_ocr=do_ocr)
    assert factory.flags == [False, True]
    assert [len(made.ranges) for made in factory.made] == [2, 1]


def test_two_workers_have_two_converters_and_run_at_once() -> None:
    barrier = threading.Barrier(2, timeout=20)
    factory = Factory(lambda: FakeConverter(before=lambda _: _ignored(barrier.wait())))
    with PdfExtractor(2, converter_factory=factory) as extractor:
        callers = [threading.Thread(target=extractor.extract, args=(blank_pdf(1),)) for _ in range(2)]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join(20)
    assert not barrier.broken
    assert sorted(factory.threads) == ["pdf-extract-0", "pdf-extract-1"]


def test_a_failed_job_leaves_the_worker_alive() -> None:
    def fail_once(pages: tuple[int, int]) -> None:
        if not failed:
            failed.append(pages)
            raise RuntimeError("the converter broke")

    failed: list[tuple[int, int]] = []
    factory = Factory(lambda: FakeConverter(before=fail_once))
    with PdfExtractor(converter_factory=factory) as extractor:
        with pytest.raises(RuntimeError, match="the converter broke"):
            extractor.extract(blank_pdf(1))
        assert extractor.extract(blank_pdf(1)).pages
    assert len(factory.made) == 1


def test_a_factory_that_fails_is_tried_again() -> None:
    calls: list[bool] = []

    def factory(do_ocr: bool) -> FakeConverter:
        calls.append(do_ocr)
        if len(calls) == 1:
            raise OSError("no room")
        return FakeConverter()

    with PdfExtractor(converter_factory=factory) as extractor:
        with pytest.raises(OSError, match="no room"):
            extractor.extract(blank_pdf(1))
        assert extractor.extract(blank_pdf(1)).pages


def test_no_converter_before_the_first_job() -> None:
    factory = Factory()
    with PdfExtractor(3, converter_factory=factory):
        names = {thread.name for thread in threading.enumerate()}
        assert {"pdf-extract-0", "pdf-extract-1", "pdf-extract-2"} <= names
        assert all(thread.daemon for thread in threading.enumerate() if thread.name.startswith("pdf-extract"))
    assert factory.flags == []


@pytest.mark.parametrize("data", [b"", b"garbage", b"%PDF-1.4\n%%EOF", b"x" * 1100 + blank_pdf(1)])
def test_no_pages(data: bytes) -> None:
    with PdfExtractor(converter_factory=Factory()) as extractor, pytest.raises(ValueError, match=r"n\.pdf") as caught:
        extractor.extract(data, name="n.pdf")
    assert str(caught.value).startswith("PDF has no pages: n.pdf")
    assert isinstance(caught.value, InvalidPdfError)


def test_junk_before_the_header_is_forgiven() -> None:
    class Lenient(FakeConverter):
        def convert(self, source: Any, *, page_range: tuple[int, int]) -> Any:
            source.stream = type(source.stream)(blank_pdf(1))
            return super().convert(source, page_range=page_range)

    with PdfExtractor(converter_factory=Factory(Lenient)) as extractor:
        assert len(extractor.extract(b"j" * 500 + blank_pdf(1)).pages) == 1


@pytest.mark.parametrize("make", [bytes, bytearray, memoryview])
def test_any_bytes_will_do(make: Any) -> None:
    with PdfExtractor(converter_factory=Factory()) as extractor:
        assert len(extractor.extract(make(blank_pdf(1))).pages) == 1


@pytest.mark.parametrize("wrong", ["report.pdf", Path("report.pdf"), None, 7])
def test_a_path_is_no_pdf(wrong: Any) -> None:
    with (
        PdfExtractor(converter_factory=Factory()) as extractor,
        pytest.raises(TypeError, match=r"bytes.*extract_file"),
    ):
        extractor.extract(wrong)


def test_extract_file_reads_the_path_and_takes_its_name(tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(blank_pdf(1))
    with PdfExtractor(converter_factory=Factory()) as extractor:
        assert extractor.extract_file(path).name == "report.pdf"
        assert extractor.extract_file(str(path), name="other.pdf").name == "other.pdf"


def test_max_pages_limits_the_conversion_itself() -> None:
    factory = Factory()
    with PdfExtractor(converter_factory=factory) as extractor:
        document = extractor.extract(blank_pdf(3), max_pages=1)
        assert sorted(document.pages) == [1]
        assert factory.made[0].ranges == [(1, 1)]
        assert len(extractor.extract(blank_pdf(3), max_pages=99).pages) == 3


@pytest.mark.parametrize("max_pages", [0, -1])
def test_no_pages_wanted(max_pages: int) -> None:
    with (
        PdfExtractor(converter_factory=Factory()) as extractor,
        pytest.raises(ValueError, match=r"^PDF has no pages: n\.pdf"),
    ):
        extractor.extract(blank_pdf(1), max_pages=max_pages, name="n.pdf")


@pytest.mark.parametrize(
    ("pages", "max_pages", "expected"),
    [
        ("1-3,8", None, [1, 2, 3, 8]),
        ("8,1-3", None, [1, 2, 3, 8]),
        (" 2 , 4 - 5 ", None, [2, 4, 5]),
        ("7-", None, [7, 8, 9]),
        ("2-99", 3, [2, 3, 4]),
        ("1-3,8", 9, [1, 2, 3, 8]),
    ],
)
def test_chosen_pages(pages: str, max_pages: int | None, expected: list[int]) -> None:
    factory = Factory()
    with PdfExtractor(converter_factory=factory) as extractor:
        document = extractor.extract(blank_pdf(9), pages=pages, max_pages=max_pages)
    assert sorted(document.pages) == expected
    assert factory.made[0].ranges == [(page, page) for page in expected]


@pytest.mark.parametrize("pages", ["", "a", "0", "3-1", "1,,2", "1-2-3", "-3", "1.5", "١"])
def test_senseless_pages(pages: str) -> None:
    with PdfExtractor(converter_factory=Factory()) as extractor, pytest.raises(ValueError, match="page"):
        extractor.extract(blank_pdf(3), pages=pages)


def test_pages_beyond_the_end() -> None:
    with (
        PdfExtractor(converter_factory=Factory()) as extractor,
        pytest.raises(ValueError, match=r"no pages 7-9: n\.pdf has 3"),
    ):
        extractor.extract(blank_pdf(3), pages="7-9", name="n.pdf")


def test_shutdown_is_final_and_repeatable() -> None:
    extractor = PdfExtractor(converter_factory=Factory())
    extractor.shutdown()
    extractor.shutdown()
    with pytest.raises(RuntimeError, match="PdfExtractor is shut down"):
        extractor.extract(blank_pdf(1))
    assert "shut down" in repr(extractor)


def test_shutdown_lets_queued_jobs_finish() -> None:
    go = threading.Event()
    factory = Factory(lambda: FakeConverter(before=lambda _: _ignored(go.wait(20))))
    results: list[Any] = []
    with PdfExtractor(converter_factory=factory) as extractor:
        callers = [threading.Thread(target=lambda: results.append(extractor.extract(blank_pdf(1)))) for _ in range(9)]
        for caller in callers:
            caller.start()
        while len(extractor._queue._door) + len(extractor._queue._queued) < 8:
            threading.Event().wait(0.01)
        ending = threading.Thread(target=extractor.shutdown)
        ending.start()
        go.set()
        for thread in (*callers, ending):
            thread.join(20)
    assert len(results) == 9


@pytest.mark.parametrize("workers", [0, -2])
def test_at_least_one_worker(workers: int) -> None:
    with pytest.raises(ValueError, match="num_workers must be at least 1"):
        PdfExtractor(workers)


def test_an_unknown_engine_is_told_at_once() -> None:
    with pytest.raises(ValueError, match="no engine is called 'magic'"):
        PdfExtractor(engine="magic")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no engine is called 'magic'"):
        build_converter(False, engine="magic")  # type: ignore[arg-type]


def test_an_extractor_left_lying_about_ends_its_threads() -> None:
    extractor = PdfExtractor(converter_factory=Factory())
    threads = list(extractor._threads)
    gone = weakref.ref(extractor)
    del extractor
    gc.collect()
    assert gone() is None
    for thread in threads:
        thread.join(20)
    assert not any(thread.is_alive() for thread in threads)


def test_result_and_report_of_a_foreign_converter() -> None:
    with PdfExtractor(converter_factory=Factory()) as extractor:
        result = extractor.extract_result(blank_pdf(2), name="n.pdf")
    assert isinstance(result, ExtractionResult)
    assert (result.report.name, result.report.engine, result.report.status) == ("n.pdf", "custom", "complete")
    assert [(page.page, page.status, page.characters.body) for page in result.report.pages] == [
        (1, "ok", 5),
        (2, "ok", 5),
    ]
    assert all(page.characters.unaccounted == 0 for page in result.report.pages)
    assert [flag.code for flag in result.report.flags] == ["not_assessed"]
    with pytest.raises(AttributeError):
        result.report = result.report  # type: ignore[misc]


def test_progress_counts_up_and_ends_with_done() -> None:
    steps: list[Progress] = []
    with PdfExtractor(converter_factory=Factory()) as extractor:
        extractor.extract(blank_pdf(3), progress=steps.append)
    assert [(step.stage, step.page, step.total) for step in steps] == [
        ("read", 1, 3),
        ("read", 2, 3),
        ("read", 3, 3),
        ("done", 3, 3),
    ]


def test_progress_ends_with_done_after_a_failure_too() -> None:
    def fail(pages: tuple[int, int]) -> None:
        if pages[0] == 2:
            raise RuntimeError("broken page")

    steps: list[Progress] = []
    with (
        PdfExtractor(converter_factory=Factory(lambda: FakeConverter(before=fail))) as extractor,
        pytest.raises(RuntimeError, match="broken page"),
    ):
        extractor.extract(blank_pdf(3), progress=steps.append)
    assert [step.stage for step in steps] == ["read", "done"]


def test_a_progress_callback_that_fails_fails_its_job_only() -> None:
    def complain(step: Progress) -> None:
        raise LookupError(step.stage)

    with PdfExtractor(converter_factory=Factory()) as extractor:
        with pytest.raises(LookupError, match="read"):
            extractor.extract(blank_pdf(1), progress=complain)
        assert extractor.extract(blank_pdf(1)).pages


def test_the_password_is_in_no_repr() -> None:
    from pdf_extractor_ai.extractor import _request

    assert "open-me" not in repr(_request(b"%PDF", password="open-me"))
