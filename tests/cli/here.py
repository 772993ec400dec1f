"""The work of the command line done in the test's own process: no start of a process, errors with their trace."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from pdf_extractor_ai.cli.conversion import Outcome, Task
from pdf_extractor_ai.workers import Note


def in_this_process(
    function: Callable[..., Outcome], tasks: Sequence[Task], jobs: int, *, timeout: float | None = None
) -> Generator[Note[Outcome], None, None]:
    """In the place of ``run_in_processes``; messages of the task are swallowed."""

    def swallow(message: Any) -> None:
        pass

    for index, task in enumerate(tasks):
        yield Note(index, "started")
        yield Note(index, "done", function(task, swallow))
