"""Clients of the SDK against the real server, and what is asked of every answer."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp_types import TextContent

from mcp import Client, StdioServerParameters
from pdf_extractor_ai.mcp.tokens import count_tokens, dumped

ROOT = Path(__file__).resolve().parents[2]


def stdio_server(*arguments: str | Path, module: str = "pdf_extractor_ai.mcp") -> StdioServerParameters:
    """How to start a server on standard input and output."""
    return StdioServerParameters(
        command=sys.executable, args=["-m", module, *map(str, arguments)], cwd=str(ROOT), env={"PYTHONPATH": str(ROOT)}
    )


@contextmanager
def http_server(*arguments: str | Path, token: str = "") -> Iterator[str]:
    """The address of a server on HTTP, on a port that was free."""
    with listening("pdf_extractor_ai.mcp", "--transport", "http", "--port", "0", *arguments, token=token) as address:
        yield address


@contextmanager
def listening(module: str, *arguments: str | Path, token: str = "") -> Iterator[str]:
    """The address that a server tells on standard error."""
    process = subprocess.Popen(
        [sys.executable, "-m", module, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "PDF_EXTRACTOR_MCP_TOKEN": token},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        for line in process.stderr:
            if match := re.search(r"(http://\S+)/mcp", line):
                yield match[1]
                break
        else:
            raise AssertionError(f"the server ended with {process.wait()}")
    finally:
        process.terminate()
        process.wait(20)
        if process.stderr is not None:
            process.stderr.close()


@dataclass(frozen=True)
class Reply:
    """An answer: its text and structure; ``data`` is what stands in the envelope of the text."""

    text: str
    structured: dict[str, Any]
    is_error: bool

    @property
    def tokens(self) -> int:
        return count_tokens(self.text) + count_tokens(dumped(self.structured))

    @property
    def data(self) -> str:
        match = re.search(r"(?s)<untrusted-([a-z]{16})>\n(.*)\n</untrusted-\1>", self.text)
        assert match, self.text
        return match[2]

    @property
    def outside(self) -> str:
        """Everything of the text and the structure that stands outside the envelopes."""
        text = re.sub(r"(?s)<untrusted-([a-z]{16})>.*</untrusted-\1>", "", self.text)
        structure = re.sub(r"(?s)<untrusted-([a-z]{16})>.*</untrusted-\1>", "", dumped(self.structured))
        return text + structure


async def ask(client: Client, tool: str, **arguments: Any) -> Reply:
    """The answer to a call, waiting for its job if it becomes one; within its budget in any case."""
    result = await client.call_tool(tool, arguments)
    (content,) = result.content
    assert isinstance(content, TextContent)
    reply = Reply(content.text, result.structured_content, result.is_error)
    assert reply.tokens <= arguments.get("max_tokens", 8000)
    while "job" in reply.structured and "next" in reply.structured and tool != "get_job":
        reply = await follow(client, reply)  # to `get_job`, at last to the call that gives the answer
    return reply


async def follow(client: Client, reply: Reply) -> Reply:
    """The answer to the call that ``reply`` names as the next one."""
    following = reply.structured["next"]
    assert f"NEXT CALL: {following['tool']}" in reply.text
    return await ask(client, following["tool"], **following["arguments"])
