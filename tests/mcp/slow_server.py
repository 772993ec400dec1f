"""A server whose engine takes its time for each page and notes in a file what it is at.

Arguments: folder, log, seconds a page, seconds an answer may take, ``idle`` for an engine that
never ends, ``http`` for one on HTTP.
"""

from __future__ import annotations

import asyncio
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from pdf_extractor_ai.job import Progress
from pdf_extractor_ai.mcp.engine import Engine
from pdf_extractor_ai.mcp.http import build_app
from pdf_extractor_ai.mcp.run import serve_stdio
from pdf_extractor_ai.mcp.server import build_server
from pdf_extractor_ai.mcp.settings import Settings
from pdf_extractor_ai.mcp.tasks import Task


@dataclass(frozen=True)
class SlowTask:
    """Another task, slowed down."""

    inner: Task
    log: Path
    seconds: float

    def run(self, tell: Callable[[Progress], None]) -> Any:
        def step(at: Progress) -> None:
            self.note(f"{at.stage} {at.page}")
            tell(at)
            if at.stage == "read":
                time.sleep(self.seconds)

        return self.inner.run(step)

    def note(self, line: str) -> None:
        with self.log.open("a") as log:
            log.write(line + "\n")


class IdleTask(SlowTask):
    """One that never comes to an end and needs no engine, whose import alone takes seconds."""

    def run(self, tell: Callable[[Progress], None]) -> Any:
        for page in count(1):
            self.note(f"read {page}")
            tell(Progress("read", page, page + 10))
            time.sleep(self.seconds)


class SlowEngine(Engine):
    """Puts its tasks into slow ones."""

    kind: type[SlowTask] = SlowTask
    log = Path()
    seconds_a_page = 0.0

    async def run(self, task: Task, see: Callable[[Progress], None]) -> Any:
        return await super().run(self.kind(task, self.log, self.seconds_a_page), see)


def main() -> None:
    root, log, seconds, answer_seconds = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])
    way = sys.argv[5] if len(sys.argv) > 5 else ""
    SlowEngine.log, SlowEngine.seconds_a_page, SlowEngine.kind = log, seconds, IdleTask if way else SlowTask
    settings = Settings(roots=(root.resolve(),), cache=None, answer_seconds=answer_seconds)
    server = build_server(settings, engine=SlowEngine)
    if way != "http":
        asyncio.run(serve_stdio(server))
        return
    import uvicorn

    with socket.create_server(("127.0.0.1", 0)) as listening:
        print(f"http://127.0.0.1:{listening.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
        config = uvicorn.Config(build_app(server), log_level="warning", timeout_graceful_shutdown=1)
        asyncio.run(uvicorn.Server(config).serve([listening]))


if __name__ == "__main__":
    from tests.mcp.slow_server import main as importable  # its tasks travel by the name of their module

    importable()
