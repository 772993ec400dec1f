"""How long an agent waits: the server's start, its first answer about a PDF, the ones after it, after a restart.

    python benchmarks/mcp_answers.py [FILE.pdf]

Without a file a PDF of 100 pages is made. Each server is a process of its own on standard input and output.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from pdf_extractor_ai.mcp.tokens import count_tokens, dumped

PAGES = 100
REPEATS = 20
WARM_SECONDS = 15
LINE = "The harbour keeps a record of every tide since the old lighthouse was built on the rock, and reads it."


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else sample(Path(folder, "sample.pdf"))
        print("| what | seconds |\n|---|---|")
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "pdf_extractor_ai.mcp", "--root", str(file.parent), "--cache", str(Path(folder, "cache"))],
        )
        asyncio.run(first_session(server, file.name))
        asyncio.run(later_session(server, file.name, "first answer after a restart, from the cache on disk"))
        warm = server.model_copy(update={"args": [*server.args, "--no-cache", "--warm"]})
        asyncio.run(
            later_session(warm, file.name, f"first answer, cold, of a server that had {WARM_SECONDS} s to load")
        )


def sample(path: Path) -> Path:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(path), invariant=True)
    for page in range(1, PAGES + 1):
        canvas.setFont("Helvetica-Bold", 16)
        canvas.drawString(70, 780, f"{page} Tides of the harbour")
        canvas.setFont("Helvetica", 10)
        for line in range(40):
            canvas.drawString(70, 740 - 16 * line, f"{line} {LINE}")
        canvas.showPage()
    canvas.save()
    return path


async def first_session(server: StdioServerParameters, name: str) -> None:
    began = time.perf_counter()
    async with Client(server) as client:
        tools = (await client.list_tools()).model_dump(by_alias=True, exclude_none=True, mode="json")["tools"]
        row("start of the server and tools/list", time.perf_counter() - began)
        row("first answer (open_document), cold", await timed(client, "open_document", path=name))
        for tool, arguments in questions(name):
            times = [await timed(client, tool, **arguments) for _ in range(REPEATS)]
            row(f"{tool}, warm, median of {REPEATS}", statistics.median(times))
    print(f"\ntools/list: {len(tools)} tools, {count_tokens(dumped(tools))} tokens (estimate)\n")


async def later_session(server: StdioServerParameters, name: str, what: str) -> None:
    async with Client(server) as client:
        if "--warm" in server.args:
            await asyncio.sleep(WARM_SECONDS)
        row(what, await timed(client, "open_document", path=name))


def questions(name: str) -> list[tuple[str, dict[str, Any]]]:
    return [
        ("open_document", {"path": name}),
        ("read_pages", {"path": name}),
        ("search_document", {"path": name, "query": "lighthouse on the rock"}),
        ("read_section", {"path": name, "section": "s1"}),
    ]


async def timed(client: Client, tool: str, **arguments: Any) -> float:
    began = time.perf_counter()
    result = await client.call_tool(tool, arguments)
    while "job" in result.structured_content:
        following = result.structured_content["next"]
        result = await client.call_tool(following["tool"], following["arguments"])
    assert not result.is_error, result
    return time.perf_counter() - began


def row(what: str, seconds: float) -> None:
    print(f"| {what} | {seconds:.3f} |", flush=True)


if __name__ == "__main__":
    main()
