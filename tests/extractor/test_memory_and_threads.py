"""Memory that grows with the text and no faster, and workers that do not get in each other's way."""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from io import BytesIO
from multiprocessing import get_context

import pikepdf
import pytest
from docling_core.types.doc import DocItemLabel, DoclingDocument

from pdf_extractor_ai import PdfExtractor, to_markdown
from pdf_extractor_ai.geometric.thrift import Thrift
from tests.shared import DATA

REPORT = DATA / "samples" / "report.pdf"
PROSPECTS = DATA / "samples" / "crop-prospects.pdf"
_BLOCKS = 3000
"""Objects that one more page may cost at the peak; 1000 are usual, its characters alone would be 15,000."""


def repeated(times: int) -> bytes:
    """The sample report, bound together ``times`` times."""
    out = BytesIO()
    with pikepdf.open(REPORT) as report, pikepdf.new() as book:
        for _ in range(times):
            book.pages.extend(report.pages)
        book.save(out)
    return out.getvalue()


def held(data: bytes) -> tuple[int, int]:
    """Pages read, and the highest number of Python's blocks of memory in use between two of its pages or steps."""
    counts = [0]
    gc.collect()
    before = sys.getallocatedblocks()
    with PdfExtractor() as extractor:
        result = extractor.extract_result(data, progress=lambda _: counts.append(sys.getallocatedblocks()))
    return result.report.page_count, max(counts) - before


def test_a_page_more_costs_its_lines_not_its_characters() -> None:
    held(repeated(1))  # what is imported and cached on the way is not counted
    pages, start = held(repeated(2))
    more, whole = held(repeated(8))
    assert more == 4 * pages
    assert (whole - start) / (more - pages) < _BLOCKS


def test_one_document_after_the_other_leaves_nothing_behind() -> None:
    data = PROSPECTS.read_bytes()
    counts = []
    with PdfExtractor() as extractor:
        for number in range(41):
            extractor.extract(data)
            if number in (10, 40):
                gc.collect()
                counts.append(sys.getallocatedblocks())
    assert counts[1] - counts[0] < 30 * 50, "objects that each document leaves"


def test_what_items_share_is_not_their_content() -> None:
    thrifty, plain = DoclingDocument(name="d"), DoclingDocument(name="d")
    thrift = Thrift(thrifty)
    for document in (thrifty, plain):
        group = document.add_inline_group()
        for number in range(3):
            document.add_text(DocItemLabel.TEXT, f"run {number}", parent=group)
        document.add_code("x = 1", parent=group)
        if document is thrifty:
            thrift.settle()
    assert thrifty.texts[0].model_fields_set is thrifty.texts[1].model_fields_set
    assert thrifty == plain
    assert thrifty.model_dump_json(exclude_unset=True) == plain.model_dump_json(exclude_unset=True)
    for document in (thrifty, plain):
        document.texts[0].text = "changed"
        document.texts[1].children = []
    assert [item.text for item in thrifty.texts] == ["changed", "run 1", "run 2", "x = 1"]
    assert thrifty.export_to_dict() == plain.export_to_dict()


def test_workers_of_one_extractor_give_what_one_alone_gives() -> None:
    samples = [REPORT.read_bytes(), PROSPECTS.read_bytes()]
    with PdfExtractor(1) as alone:
        wanted = [alone.extract(data).export_to_dict() for data in samples]
    with PdfExtractor(4) as extractor, ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda data: extractor.extract(data).export_to_dict(), samples * 4))
    assert found == wanted * 4


def markdown_in_child(data: bytes) -> str:
    with PdfExtractor() as extractor:
        return to_markdown(extractor.extract(data))


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_a_process_of_its_own(method: str) -> None:
    data = PROSPECTS.read_bytes()
    with ProcessPoolExecutor(1, mp_context=get_context(method)) as pool:
        assert pool.submit(markdown_in_child, data).result() == markdown_in_child(data)


async def test_the_event_loop_goes_on_while_a_document_is_read() -> None:
    beats = 0

    async def heartbeat() -> None:
        nonlocal beats
        while True:
            await asyncio.sleep(0.01)
            beats += 1

    async with PdfExtractor() as extractor:
        await extractor.extract_async(PROSPECTS.read_bytes())
        heart = asyncio.create_task(heartbeat())
        start = time.monotonic()
        await extractor.extract_async(repeated(4))
        took = time.monotonic() - start
        heart.cancel()
    # A share, no limit of time: a loop that waits for the worker would not beat at all.
    assert beats > 0.2 * took / 0.01


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_of_a_process_that_has_extracted() -> None:
    script = (
        "import multiprocessing, sys\nfrom pathlib import Path\n"
        "from pdf_extractor_ai import PdfExtractor, to_markdown\n"
        "data = Path(sys.argv[1]).read_bytes()\n"
        "def child(_):\n    with PdfExtractor() as extractor:\n        return to_markdown(extractor.extract(data))\n"
        "with PdfExtractor() as extractor:\n"
        "    mine = to_markdown(extractor.extract(data))\n"
        "    with multiprocessing.get_context('fork').Pool(1) as pool:\n"
        "        theirs = pool.map(child, range(2))\n"
        "sys.exit(0 if theirs == [mine, mine] else 1)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(PROSPECTS)], check=False, timeout=120)
    assert done.returncode == 0
