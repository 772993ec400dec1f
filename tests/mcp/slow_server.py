"""A server whose engine takes its time for each page and notes in a file what it is at.

Arguments: folder, log, seconds a page, seconds an answer may take, ``http`` for HTTP and an engine that idles.
"""

from __future__ import annotations

import asyncio
import socket
import sys
import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from pdf_extractor_ai.extractor import PdfExtractor
from pdf_extractor_ai.job import Progress
from pdf_extractor_ai.mcp.http import build_app
from pdf_extractor_ai.mcp.run import serve_stdio
from pdf_extractor_ai.mcp.server import build_server
from pdf_extractor_ai.mcp.settings import Settings

if TYPE_CHECKING:
    from pdf_extractor_ai.extraction.result import ExtractionResult
    from pdf_extractor_ai.job import ProgressCallback


class SlowExtractor:
    """The real one, slowed down."""

    def __init__(self, log: Path, seconds: float) -> None:
        self._log = log
        self._seconds = seconds
        self._inner = PdfExtractor()

    async def extract_result_async(
        self,
        pdf_bytes: bytes,
        *,
        do_ocr: bool,
        name: str,
        password: str | None,
        progress: ProgressCallback | None,
    ) -> ExtractionResult:
        def step(at: Progress) -> None:
            with self._log.open("a") as log:
                log.write(f"{at.stage} {at.page}\n")
            if progress is not None:
                progress(at)
            if at.stage == "read":
                time.sleep(self._seconds)

        return await self._inner.extract_result_async(
            pdf_bytes, do_ocr=do_ocr, name=name, password=password, progress=step
        )

    def shutdown(self) -> None:
        self._inner.shutdown()


class IdleExtractor(SlowExtractor):
    """One that never comes to an end and needs no engine, whose import alone takes seconds."""

    def __init__(self, log: Path, seconds: float) -> None:
        self._log = log
        self._seconds = seconds

    async def extract_result_async(
        self,
        pdf_bytes: bytes,
        *,
        do_ocr: bool,
        name: str,
        password: str | None,
        progress: ProgressCallback | None,
    ) -> ExtractionResult:
        for page in count(1):
            with self._log.open("a") as log:
                log.write(f"read {page}\n")
            await asyncio.sleep(self._seconds)
        raise AssertionError

    def shutdown(self) -> None:
        return


def main() -> None:
    root, log, seconds, answer_seconds = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])
    settings = Settings(roots=(root.resolve(),), cache=None, answer_seconds=answer_seconds)
    http = len(sys.argv) > 5
    server = build_server(settings, extractor=lambda: (IdleExtractor if http else SlowExtractor)(log, seconds))
    if not http:
        asyncio.run(serve_stdio(server))
        return
    import uvicorn

    with socket.create_server(("127.0.0.1", 0)) as listening:
        print(f"http://127.0.0.1:{listening.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
        config = uvicorn.Config(build_app(server, host="127.0.0.1"), log_level="warning", timeout_graceful_shutdown=1)
        asyncio.run(uvicorn.Server(config).serve([listening]))


if __name__ == "__main__":
    main()
