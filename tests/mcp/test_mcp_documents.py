"""Documents asked for by several calls at once: read once, never lost, a fault of one call is none of another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pdf_extractor_ai.job import Progress
from pdf_extractor_ai.mcp.documents import Documents, Reading
from pdf_extractor_ai.mcp.engine import Engine
from pdf_extractor_ai.mcp.jobs import Job, Jobs
from pdf_extractor_ai.mcp.record import BlockRecord, DocumentRecord, PageRecord
from pdf_extractor_ai.mcp.settings import Settings
from pdf_extractor_ai.mcp.tasks import ReadTask, Task


class QuickEngine(Engine):
    """Makes a record of a document's name."""

    def __init__(self) -> None:
        super().__init__(1, 5)
        self.read: list[str] = []

    async def run(self, task: Task, see: Callable[[Progress], None]) -> Any:
        assert isinstance(task, ReadTask)
        self.read.append(task.name)
        await asyncio.sleep(0)
        pages, blocks = (PageRecord(number=1, status="ok"),), (BlockRecord(page=1, text=task.name),)
        return DocumentRecord(id=task.name, title=task.name, status="complete", pages=pages, blocks=blocks, sections=())


async def found(documents: Documents, path: Path) -> str:
    got = await documents.find(path, Reading())
    record = await got.task if isinstance(got, Job) else got[0]
    title: str = record.title
    return title


async def test_calls_at_once_for_a_document_that_was_forgotten(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.pdf", "b.pdf")]
    for path in paths:
        path.write_bytes(path.name.encode())
    engine = QuickEngine()
    documents = Documents(Settings(roots=(tmp_path,), cache=None, memory_bytes=1), Jobs(), engine)
    for _ in range(3):  # memory holds the last one only
        for path in paths:
            assert await asyncio.gather(*(found(documents, path) for _ in range(8))) == [path.name] * 8
    assert engine.read == ["a.pdf", "b.pdf"] * 3
    await engine.close()


async def test_a_file_that_changes_is_read_again_and_one_that_goes_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    engine = QuickEngine()
    documents = Documents(Settings(roots=(tmp_path,), cache=None), Jobs(), engine)
    for text in (b"one", b"two", b"two"):
        other = tmp_path / "new"
        other.write_bytes(text)
        other.replace(path)
        assert await found(documents, path) == "a.pdf"
    assert len(engine.read) == 2
    await engine.close()


async def test_nobody_is_given_a_job_that_is_about_to_be_cancelled() -> None:
    jobs = Jobs()
    begun: list[int] = []

    async def work(see: Callable[[Progress], None]) -> int:
        begun.append(len(begun))
        try:
            await asyncio.sleep(0.05)
        except asyncio.CancelledError:
            await asyncio.sleep(0.05)  # a process takes its time to end
            raise
        return begun[-1]

    async def silent(share: float, note: str) -> None:
        return None

    first = jobs.start("k", "x", work)
    caller = asyncio.create_task(jobs.wait(first, 5, silent))
    await asyncio.sleep(0.01)
    caller.cancel()
    await asyncio.sleep(0.01)
    assert not first.task.done()
    assert await jobs.wait(jobs.start("k", "x", work), 5, silent) == 1
    await asyncio.gather(caller, return_exceptions=True)
    await jobs.close()
