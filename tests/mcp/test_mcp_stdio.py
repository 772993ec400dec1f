"""The server on standard input and output: every tool, roots, progress, cancel, jobs, a kill."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")
import mcp_types as types

from mcp import Client
from pdf_extractor_ai.mcp.settings import GROUPS
from pdf_extractor_ai.mcp.tokens import count_tokens, dumped
from tests.book.shelf import WATER, WIND, write_book_folder
from tests.mcp.clients import ask, follow, http_server, listening, stdio_server
from tests.mcp.samples import long_pdf

CARD = "spec: pdf-frontmatter/0.1\ntitle: Tides of a harbour\npages: 400\n"
TOOLS = {
    "open_document",
    "read_pages",
    "read_section",
    "read_table",
    "search_document",
    "aipdf_inspect",
    "aipdf_extract",
    "aipdf_reading_order",
    "aipdf_validate",
    "aipdf_build",
    "aipdf_convert",
    "read_manifest",
    "write_manifest",
    "search_chapters",
    "read_chapter",
    "get_agent_manifest",
    "get_job",
}


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder to read from and write into."""
    folder = tmp_path / "desk"
    folder.mkdir()
    long_pdf(folder / "short.pdf", 3)
    (folder / "story.md").write_text("# Story\n\nOnce upon a time.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", "utf-8")
    write_book_folder(folder / "shelf" / "Coast", [("Wind", 3, 7, WIND), ("Water", 7, 9, WATER)])
    return folder.resolve()


@pytest.mark.parametrize("transport", ["stdio", "http"])
async def test_every_tool(desk: Path, cache: Path, transport: str) -> None:
    options = ("--root", desk, "--write-root", desk, "--library", desk / "shelf", "--cache", cache)
    with ExitStack() as stack:
        server: Any = stdio_server(*options)
        if transport == "http":
            server = stack.enter_context(http_server(*options)) + "/mcp"
        await _every_tool(server, desk)


async def _every_tool(server: Any, desk: Path) -> None:
    async with Client(server) as client:
        listed = (await client.list_tools()).tools
        assert {tool.name for tool in listed} == TOOLS
        await _layers(client, desk)
        await _cards(client, desk)
        await _books(client, desk)
        unknown = await ask(client, "aipdf_bench")
        assert unknown.structured["error_code"] == "unknown_tool"
        wrong = await ask(client, "read_pages", path="short.pdf", pagse="1")
        assert wrong.structured["error_code"] == "invalid_arguments"
        assert "pagse" in wrong.text


async def _layers(client: Client, desk: Path) -> None:
    built = await ask(client, "aipdf_build", path="story.md")
    assert built.structured == {"output": str(desk / "story.ai.pdf"), "message": "build successful"}
    looked = await ask(client, "aipdf_inspect", path="story.ai.pdf")
    assert looked.structured["has_semantic_layer"] is True
    assert looked.structured["semantic_xml_bytes"] > 100
    assert json.loads(looked.text) == looked.structured
    assert (await ask(client, "aipdf_validate", path="story.ai.pdf")).structured["valid"] is True
    assert "Once upon a time." in (await ask(client, "aipdf_extract", path="story.ai.pdf", format="markdown")).data
    blocks = (await ask(client, "aipdf_reading_order", path="story.ai.pdf")).structured["blocks"]
    assert [block["kind"] for block in blocks][:2] == ["title", "paragraph"]
    none = await ask(client, "aipdf_extract", path="short.pdf")
    assert none.is_error
    assert none.structured["error_code"] == "layer_not_found"
    again = await ask(client, "aipdf_build", path="story.md")
    assert again.structured["error_code"] == "file_exists"
    assert not (await ask(client, "aipdf_build", path="story.md", overwrite=True)).is_error
    done = await ask(client, "aipdf_convert", path="short.pdf", output="copy.ai.pdf", ocr="never")
    assert done.structured["message"] == "conversion successful"
    assert "buoy0003" in (await ask(client, "aipdf_extract", path="copy.ai.pdf")).data
    mapped = await ask(client, "open_document", path="story.ai.pdf", max_tokens=2000)
    assert mapped.structured["has_semantic_layer"] is True
    assert mapped.structured["quality"] == 1.0
    assert "quality 1.0" in mapped.text
    assert "aipdf_extract" in mapped.text


async def _cards(client: Client, desk: Path) -> None:
    assert (await ask(client, "read_manifest", path="short.pdf")).structured["status"] == "missing"
    wrote = await ask(client, "write_manifest", path="short.pdf", yaml=CARD)
    assert wrote.structured["out"] == str(desk / "short.frontmatter.pdf")
    assert wrote.structured["bytes"] == (desk / "short.frontmatter.pdf").stat().st_size
    read = await ask(client, "read_manifest", path="short.frontmatter.pdf")
    assert read.structured["status"] == "ok"
    assert read.structured["stale"] is False
    assert read.structured["manifest"]["title"] == "Tides of a harbour"
    assert read.structured["yaml"] == CARD
    assert "Untrusted data" in read.structured["note"]
    bad = await ask(client, "write_manifest", path="short.pdf", yaml="title: ''", out="bad.pdf")
    assert bad.is_error
    assert not (desk / "bad.pdf").exists()


async def _books(client: Client, desk: Path) -> None:
    found = await ask(client, "search_chapters", query="threshold gust")
    assert found.structured["results"][0]["title"] == "Wind"
    chapter = await ask(client, "read_chapter", book="Coast", chapter_id=2)
    assert "étude of currents" in chapter.data
    assert chapter.structured["complete"]
    manifest = await ask(client, "get_agent_manifest", book="Coast")
    assert [entry["title"] for entry in manifest.structured["chapters"]] == ["Wind", "Water"]
    assert manifest.structured["token_budget"]["total"] > 0
    missing = await ask(client, "read_chapter", book="Sea", chapter_id=1)
    assert missing.is_error
    assert "Coast" in missing.text
    assert list((desk / "shelf").iterdir()) == [desk / "shelf" / "Coast"]  # no index is left in what is only read


async def test_the_list_of_tools_is_short_and_says_what_they_do(desk: Path) -> None:
    async with Client(stdio_server("--root", desk, "--no-cache")) as client:
        listed = await client.list_tools()
    wire = listed.model_dump(by_alias=True, exclude_none=True, mode="json")["tools"]
    assert count_tokens(dumped(wire)) < 6000
    for tool in listed.tools:
        assert tool.description
        assert tool.output_schema is not None
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint is (tool.name not in {"aipdf_build", "aipdf_convert", "write_manifest"})
        assert tool.annotations.destructive_hint is not tool.annotations.read_only_hint
        assert tool.annotations.open_world_hint is False


async def test_groups_are_switched_off(desk: Path) -> None:
    async with Client(stdio_server("--root", desk, "--without", "book", "--without", "aipdf", "--no-cache")) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        refused = await ask(client, "aipdf_inspect", path="short.pdf")
        nowhere = await ask(client, "write_manifest", path="short.pdf", yaml=CARD)
    assert names == {name for name in TOOLS if not name.startswith("aipdf") and "chapter" not in name} - {
        "get_agent_manifest"
    }
    assert refused.structured["error_code"] == "unknown_tool"
    assert nowhere.structured["error_code"] == "write_not_allowed"
    assert len(GROUPS) == 4


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_roots_of_the_client(desk: Path, documents: Path, mode: Any) -> None:
    async def roots(context: Any) -> types.ListRootsResult:
        return types.ListRootsResult(roots=[types.Root(uri=desk.as_uri())])  # type: ignore[arg-type]

    (desk / "other.pdf").write_bytes(b"%PDF-1.4")
    async with Client(stdio_server("--no-cache"), mode=mode, list_roots_callback=roots) as client:
        listed = await ask(client, "open_document", max_tokens=2000)
        outside = await ask(client, "aipdf_inspect", path=str(documents / "long.pdf"))
        inside = await ask(client, "aipdf_inspect", path=str(desk / "short.pdf"))
    assert [entry["path"] for entry in listed.structured["files"]] == ["other.pdf", "short.pdf"]
    assert outside.structured["error_code"] == "path_not_allowed"
    assert inside.structured["is_pdf"] is True


async def test_without_roots_nothing_can_be_read(desk: Path) -> None:
    async with Client(stdio_server("--no-cache")) as client:
        reply = await ask(client, "aipdf_inspect", path=str(desk / "short.pdf"))
    assert reply.structured["error_code"] == "path_not_allowed"
    assert "--root" in reply.structured["remedy"]


async def test_progress_grows_and_a_long_call_becomes_a_job(desk: Path, tmp_path: Path) -> None:
    steps: list[float] = []

    async def step(progress: float, total: float | None, message: str | None) -> None:
        steps.append(progress)
        assert total == 100
        assert message

    server = stdio_server(desk, tmp_path / "log", "0.4", "0.5", module="tests.mcp.slow_server")
    async with Client(server) as client:
        first = await client.call_tool("read_pages", {"path": "short.pdf"}, progress_callback=step)
        assert first.structured_content["job"]["state"] == "running"
        following = first.structured_content["next"]
        assert following["tool"] == "get_job"
        reply = await ask(client, "get_job", **following["arguments"])
        while reply.structured["job"]["state"] == "running":
            reply = await follow(client, reply)
        assert reply.structured["job"] == {"id": following["arguments"]["job_id"], "state": "done", "percent": 100}
        assert reply.structured["next"] == {"tool": "read_pages", "arguments": {"path": "short.pdf"}}
        assert "buoy0003" in (await follow(client, reply)).data
    assert steps == sorted(set(steps))


@contextmanager
def _slow(transport: str, root: Path, log: Path) -> Iterator[Any]:
    if transport == "stdio":
        yield stdio_server(root, log, "0.3", "60", module="tests.mcp.slow_server")
        return
    with listening("tests.mcp.slow_server", root, log, "0.3", "60", "http") as address:
        yield f"{address}/mcp"


@pytest.mark.parametrize(("transport", "mode"), [("stdio", "auto"), ("http", "auto"), ("http", "legacy")])
async def test_a_call_tells_its_progress_and_a_cancel_stops_it(tmp_path: Path, transport: str, mode: Any) -> None:
    steps: list[float] = []

    async def step(progress: float, total: float | None, message: str | None) -> None:
        steps.append(progress)

    long_pdf(tmp_path / "slow.pdf", 60)
    log = tmp_path / "log"
    with _slow(transport, tmp_path, log) as server:
        async with Client(server, mode=mode) as client:
            reading = client.call_tool("read_pages", {"path": "slow.pdf"}, progress_callback=step)
            call = asyncio.create_task(reading)
            while len(steps) < 3:
                await asyncio.sleep(0.1)
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)
            await asyncio.sleep(1.2)
            stopped = log.read_text()
            await asyncio.sleep(0.8)
            assert log.read_text() == stopped
            assert "read 60" not in stopped
            other = await ask(client, "get_job", job_id="job-unknown")  # the server is well
    assert other.structured["error_code"] == "not_found"
    assert steps == sorted(set(steps))


async def test_a_job_can_be_cancelled(tmp_path: Path) -> None:
    long_pdf(tmp_path / "slow.pdf", 60)
    log = tmp_path / "log"
    async with Client(stdio_server(tmp_path, log, "0.3", "0.3", module="tests.mcp.slow_server")) as client:
        first = await client.call_tool("open_document", {"path": "slow.pdf"})
        job = first.structured_content["job"]["id"]
        ended = await ask(client, "get_job", job_id=job, cancel=True)
        assert ended.structured["job"]["state"] == "cancelled"
        after = await ask(client, "get_job", job_id=job)
        assert after.structured["error_code"] == "cancelled"


async def test_a_killed_server_starts_again_with_its_cache(desk: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    server = stdio_server("--root", desk, "--cache", cache)
    async with Client(server) as client:
        opened = await ask(client, "open_document", max_tokens=2000)
        assert opened.structured["path"] == "short.pdf"  # the only PDF there is opens by itself
        assert opened.structured["cached"] is False
        first = await ask(client, "read_pages", path="short.pdf")
        assert first.structured["cached"] is True
        _kill_children()
    async with Client(server) as client:
        second = await ask(client, "read_pages", path="short.pdf")
        assert second.structured["cached"] is True
        assert second.structured["content"] == first.structured["content"]
        changed = long_pdf(desk / "short.pdf", 4)
        assert changed.exists()
        third = await ask(client, "read_pages", path="short.pdf")
        assert third.structured["cached"] is False
        assert "buoy0004" in third.data


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
async def test_a_signal_ends_the_server_and_its_work(tmp_path: Path, number: signal.Signals) -> None:
    long_pdf(tmp_path / "slow.pdf", 1)
    log = tmp_path / "log"
    server = stdio_server(tmp_path, log, "0.1", "60", "idle", module="tests.mcp.slow_server")
    async with Client(server) as client:
        call = asyncio.create_task(client.call_tool("read_pages", {"path": "slow.pdf"}))
        while not log.exists():
            await asyncio.sleep(0.1)
        _kill_children(number)
        with pytest.raises(Exception, match="Connection closed"):
            await call
    await asyncio.sleep(0.5)
    stopped = log.read_text()
    await asyncio.sleep(0.5)
    assert log.read_text() == stopped


def _kill_children(number: signal.Signals = signal.SIGKILL) -> None:
    """Send the servers that this process started a signal."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            command = (process / "cmdline").read_bytes()
        except (OSError, ValueError, IndexError):
            continue
        if parent == os.getpid() and (b"pdf_extractor_ai.mcp" in command or b"slow_server" in command):
            os.kill(int(process.name), number)
