"""Awaiting, cancelling, many callers at once, the limits of the queue."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from pdf_extractor_ai import PdfExtractor, to_markdown
from pdf_extractor_ai.extraction.queue import JobQueue, Ticket
from pdf_extractor_ai.extraction.request import Request
from pdf_extractor_ai.markdown import layout_from_markdown
from tests.extractor.fakes import Factory, FakeConverter, blank_pdf, place


class Gate:
    """Holds each conversion until it is opened."""

    def __init__(self) -> None:
        self.entered = threading.Event()
        self.opened = threading.Event()

    def __call__(self, pages: tuple[int, int]) -> None:
        self.entered.set()
        assert self.opened.wait(20)


async def until(check: Callable[[], bool]) -> None:
    """Wait for something that another thread brings about."""
    for _ in range(2000):
        if check():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not happen in time")


async def test_extract_async_gives_the_same_document() -> None:
    async with PdfExtractor(converter_factory=Factory()) as extractor:
        document = await extractor.extract_async(blank_pdf(2), name="a.pdf")
        result = await extractor.extract_result_async(blank_pdf(2), name="a.pdf")
        assert to_markdown(document) == to_markdown(result.document) == to_markdown(extractor.extract(blank_pdf(2)))
    with pytest.raises(RuntimeError, match="shut down"):
        await extractor.extract_async(blank_pdf(1))


async def test_text_alone_comes_with_the_headings_and_without_crops() -> None:
    class Illustrated(FakeConverter):
        def convert(self, source: Any, *, page_range: tuple[int, int]) -> Any:
            result = super().convert(source, page_range=page_range)
            page = page_range[0]
            for side, top in ((39, 300), (40, 400)):
                result.document.add_picture(prov=place(page, left=50, top=top, right=50 + side, bottom=top + 90))
            result.document.add_heading(f"Head {page}", level=page, prov=place(page, top=10, bottom=20))
            return result

    async with PdfExtractor(converter_factory=Factory(Illustrated)) as extractor:
        markdown, outline = await extractor._extract_markdown_async(blank_pdf(3), max_pages=2, name="n.pdf")
        full = await extractor.extract_async(blank_pdf(3), max_pages=2, name="n.pdf")
    assert markdown == to_markdown(full)
    assert markdown.count("<!-- image -->") == 2
    assert (outline.name, sorted(outline.pages), outline.pictures) == ("n.pdf", [1, 2], [])
    assert [item.text for item in outline.texts] == ["Head 1", "Head 2"]
    assert layout_from_markdown(markdown, outline) == layout_from_markdown(markdown, full)


async def test_the_event_loop_runs_on_meanwhile() -> None:
    gate = Gate()
    async with PdfExtractor(converter_factory=Factory(lambda: FakeConverter(before=gate))) as extractor:
        task = asyncio.create_task(extractor.extract_async(blank_pdf(1)))
        await until(gate.entered.is_set)
        assert not task.done()
        gate.opened.set()
        assert (await task).pages


async def test_errors_reach_the_awaiter() -> None:
    async with PdfExtractor(converter_factory=Factory()) as extractor:
        with pytest.raises(ValueError, match="no pages"):
            await extractor.extract_async(b"")
        with pytest.raises(TypeError):
            await extractor.extract_async("a.pdf")  # type: ignore[arg-type]


async def test_cancelling_a_running_job_stops_it_between_two_pages() -> None:
    gate = Gate()
    factory = Factory(lambda: FakeConverter(before=gate))
    async with PdfExtractor(converter_factory=factory) as extractor:
        task = asyncio.create_task(extractor.extract_async(blank_pdf(5)))
        await until(gate.entered.is_set)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        gate.opened.set()
        assert (await extractor.extract_async(blank_pdf(1))).pages
        assert extractor._queue.pending_bytes == 0
    assert factory.made[0].ranges == [(1, 1), (1, 1)]


async def test_a_cancelled_job_in_the_queue_is_never_converted() -> None:
    gate = Gate()
    factory = Factory(lambda: FakeConverter(before=gate))
    async with PdfExtractor(converter_factory=factory) as extractor:
        first = asyncio.create_task(extractor.extract_async(blank_pdf(1)))
        await until(gate.entered.is_set)
        pending = extractor._queue.pending_bytes
        others = [asyncio.create_task(extractor.extract_async(blank_pdf(2))) for _ in range(9)]
        await until(lambda: len(extractor._queue._door) == 5)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        assert extractor._queue.pending_bytes == pending
        gate.opened.set()
        await first
    assert extractor._queue.pending_bytes == 0
    assert factory.made[0].ranges == [(1, 1)]


def test_sixteen_threads_get_sixteen_times_twenty_equal_results() -> None:
    with PdfExtractor(4, converter_factory=Factory()) as extractor, ThreadPoolExecutor(16) as pool:
        expected = to_markdown(extractor.extract(blank_pdf(2)))
        found = set(pool.map(lambda _: to_markdown(extractor.extract(blank_pdf(2))), range(320)))
        assert extractor._queue.pending_bytes == 0
    assert found == {expected}


async def test_many_tasks_share_a_short_queue() -> None:
    async with PdfExtractor(2, converter_factory=Factory()) as extractor:
        documents = await asyncio.gather(*(extractor.extract_async(blank_pdf(1)) for _ in range(50)))
    assert len(documents) == 50


def ticket(size: int) -> Ticket:
    return Ticket(Request(b"x" * size))


def test_four_jobs_are_queued_and_the_rest_waits_at_the_door() -> None:
    queue = JobQueue()
    tickets = [ticket(1) for _ in range(7)]
    for item in tickets:
        queue.put(item)
    assert (len(queue._queued), len(queue._door), queue.pending_bytes) == (4, 3, 4)
    assert queue.take() is tickets[0]
    assert (len(queue._queued), len(queue._door), queue.pending_bytes) == (4, 2, 5)


def test_bytes_in_flight_are_bounded_and_a_giant_goes_alone() -> None:
    queue = JobQueue(max_bytes=100)
    small, giant, last = ticket(60), ticket(500), ticket(10)
    for item in (small, giant, last):
        queue.put(item)
    assert queue.pending_bytes == 60
    assert queue.take() is small
    assert queue.pending_bytes == 60
    queue.done(small)
    assert queue.pending_bytes == 500
    assert queue.take() is giant
    queue.done(giant)
    assert queue.take() is last
    queue.done(last)
    assert queue.pending_bytes == 0


def test_a_cancelled_giant_lets_the_others_in() -> None:
    queue = JobQueue(max_bytes=100)
    small, giant, last = ticket(60), ticket(500), ticket(10)
    for item in (small, giant, last):
        queue.put(item)
    queue.cancel(giant)
    assert (queue.pending_bytes, len(queue._queued)) == (70, 2)
    queue.cancel(small)
    assert queue.take() is last
    queue.close()
    queue.done(last)
    assert queue.take() is None
