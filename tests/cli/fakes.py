"""A stand-in for the worker processes: documents whose content says what shall become of them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any

from pdf_extractor_ai.cli.conversion import Failure, Outcome, Task
from pdf_extractor_ai.workers import Note

LOCKED = Failure("password_required", "the file is locked", "Give --password-file.")


def report(status: str, flags: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    return {"status": status, "page_count": 2, "flags": list(flags), "pages": []}


def flag(page: int) -> dict[str, Any]:
    return {"code": "image_only", "message": "only an image", "page": page, "box": None, "remedy": "Use --ocr."}


def outcome(task: Task) -> Outcome:
    data = task.data if task.data is not None else Path(task.path or "").read_bytes()
    if data == b"locked":
        return Outcome("failed", failure=LOCKED)
    if data == b"partial":
        return Outcome("partial", "half\n", report("partial", [flag(2), flag(4)]))
    return Outcome("complete", f"{task.name}: {data.decode()}\n", report("complete"))


def run(
    function: Callable[..., Any], tasks: Sequence[Task], jobs: int, *, timeout: float | None = None
) -> Generator[Note[Outcome], None, None]:
    """In the place of ``run_in_processes``; the last document is through first."""
    for index, task in reversed(list(enumerate(tasks))):
        yield Note(index, "started")
        yield Note(index, "message", ("read", 1, 2))
        if task.path and task.path.endswith("crash.pdf"):
            yield Note(index, "died", -9)
        elif task.path and task.path.endswith("slow.pdf"):
            yield Note(index, "timeout")
        else:
            yield Note(index, "done", outcome(task))
