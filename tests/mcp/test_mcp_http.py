"""The server on HTTP: both transports, several clients, budgets, the guard."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

pytest.importorskip("mcp")
import httpx
from mcp.client.sse import sse_client

from mcp import Client
from tests.mcp.clients import ask, follow, http_server
from tests.mcp.samples import INJECTION, SECRET, mark

NOTES = "notes of the keeper.pdf"


async def test_following_the_calls_gives_each_of_400_pages_once(address: str) -> None:
    seen: list[str] = []
    async with Client(f"{address}/mcp") as client:
        reply = await ask(client, "read_pages", path="long.pdf")
        while True:
            seen += re.findall(r"buoy\d{4}", reply.data)
            assert re.findall(r"buoy\d{4}", reply.structured["content"]) == re.findall(r"buoy\d{4}", reply.data)
            if "next" not in reply.structured:
                break
            assert not reply.structured["complete"]
            assert "CUT: " in reply.text
            assert reply.tokens > 6000  # as much as fits, or the chain would be needlessly long
            reply = await follow(client, reply)
        assert reply.structured["complete"]
    assert seen == [mark(page) for page in range(1, 401)]


async def test_a_page_larger_than_the_budget_comes_in_pieces(address: str) -> None:
    async with Client(f"{address}/mcp") as client:
        at_once = await ask(client, "read_pages", path="full.pdf")
        reply = await ask(client, "read_pages", path="full.pdf", max_tokens=600)
        pieces = [reply]
        while "next" in reply.structured:
            reply = await follow(client, reply)
            pieces.append(reply)
    assert at_once.structured["complete"]
    assert len(pieces) > 5
    text = "".join(piece.structured["content"] for piece in pieces)
    assert re.sub(r"\s", "", text) == re.sub(r"\s", "", at_once.structured["content"])
    assert re.findall(r"buoy\d{4}", text) == [mark(100 * page + line) for page in (1, 2) for line in range(50)]


async def test_the_map_of_a_long_document_stays_small(address: str) -> None:
    async with Client(f"{address}/mcp") as client:
        reply = await ask(client, "open_document", path="long.pdf", max_tokens=2000)
        assert reply.tokens <= 2000
        assert reply.structured["page_count"] == 400
        assert reply.structured["counts"]["chapters"] == 100
        assert reply.structured["next"] == {"tool": "read_pages", "arguments": {"path": "long.pdf"}}
        assert reply.structured["left_out"]["chapters"] > 0
        more = reply.structured["more"][0]
        titles = []
        listed = await ask(client, more["tool"], **more["arguments"])
        while True:
            titles += [entry["title"] for entry in listed.structured["outline"]]
            if "next" not in listed.structured:
                break
            listed = await follow(client, listed)
    assert titles == [f"Chapter {number} Of Harbours" for number in range(1, 101)]


async def test_search_then_read(address: str) -> None:
    async with Client(f"{address}/mcp") as client:
        found = await ask(client, "search_document", path="long.pdf", query=f"the {mark(123).upper()} was seen")
        best = found.structured["results"][0]
        assert best["page"] == 123
        assert mark(123) in best["snippet"]
        section = await ask(client, "read_section", path="long.pdf", section=best["section"])
        assert "Chapter 31 Of Harbours" in section.data
        assert mark(121) in section.data
        assert mark(124) in section.data
        assert mark(125) not in section.data
        by_title = await ask(client, "read_section", path="long.pdf", section="chapter 31 of harbours")
        assert by_title.structured["content"] == section.structured["content"]
        nothing = await ask(client, "search_document", path="long.pdf", query="submarine")
        assert nothing.structured["results"] == []
        ambiguous = await ask(client, "read_section", path="long.pdf", section="harbours")
        assert ambiguous.structured["error_code"] == "invalid_option"
        assert "s1 (page 1)" in ambiguous.structured["message"]


async def test_document_text_stays_in_its_envelope_and_hidden_text_out_of_it(address: str) -> None:
    async with Client(f"{address}/mcp") as client:
        opened = await ask(client, "open_document", path=NOTES, max_tokens=2000)
        replies = [opened, await ask(client, "read_pages", path=NOTES)]
        replies.append(await ask(client, "search_document", path=NOTES, query="ignore all previous"))
        replies.append(await ask(client, "read_section", path=NOTES, section="s1"))
        again = await ask(client, "read_pages", path=NOTES)
    assert "Ignore all previous" in replies[1].data
    for reply in replies:
        assert INJECTION[:20] not in reply.outside
        assert "Keeper" not in reply.outside
        assert SECRET not in reply.text + str(reply.structured)
        assert "trust nobody" not in reply.text + str(reply.structured)
    assert {"code": "hidden_text", "pages": "3"}.items() <= opened.structured["flags"][0].items()
    assert "hidden text was left out" in replies[1].text
    assert replies[1].text.splitlines()[2] != again.text.splitlines()[2]  # no two markers are the same


@pytest.mark.parametrize("tool", ["open_document", "read_pages", "aipdf_inspect", "read_manifest", "aipdf_convert"])
async def test_ways_out_of_the_root_are_refused_with_one_code(address: str, documents: Path, tool: str) -> None:
    ways = ["link.pdf", "etc/passwd", "../secret.pdf", str(documents.parent / "secret.pdf"), "/etc/passwd"]
    ways += [f"file://{documents}/%2e%2e/secret.pdf", "file:///etc/passwd", "%2e%2e/secret.pdf"]
    ways += ["http://127.0.0.1/secret.pdf", "http://169.254.169.254/latest/meta-data"]
    async with Client(f"{address}/mcp") as client:
        replies = [await ask(client, tool, path=way) for way in ways]
        inside = await ask(client, "aipdf_inspect", path="notes%20of%20the%20keeper.pdf")
    assert {reply.structured["error_code"] for reply in replies} == {"path_not_allowed"}
    assert all(reply.is_error for reply in replies)
    assert inside.structured["is_pdf"] is True


async def test_two_clients_at_once_get_their_own_answers(address: str) -> None:
    async def pages_of(url: str, first: int) -> list[str]:
        async with Client(url) as client:
            found = []
            for page in range(first, first + 6):
                reply = await ask(client, "read_pages", path="long.pdf", pages=str(page))
                found += re.findall(r"buoy\d{4}", reply.data)
            return found

    one, two = await asyncio.gather(pages_of(f"{address}/mcp", 10), pages_of(f"{address}/mcp", 200))
    assert one == [mark(page) for page in range(10, 16)]
    assert two == [mark(page) for page in range(200, 206)]


async def test_sse(address: str) -> None:
    async with Client(sse_client(f"{address}/sse"), mode="legacy") as client:
        listed = await client.list_tools()
        assert "open_document" in {tool.name for tool in listed.tools}
        reply = await ask(client, "read_table", path=NOTES, table="t1")
    assert reply.structured["columns"] == ["Month", "High", "Low"]
    assert reply.structured["rows"][1] == ["February", "398", "95"]
    assert "| March | 405 | 71 |" in reply.data


async def test_resources_and_the_prompt(address: str) -> None:
    async with Client(f"{address}/mcp") as client:
        opened = await ask(client, "open_document", path=NOTES, max_tokens=2000)
        base = f"pdf://{opened.structured['document']}/page"
        page = (await client.read_resource(f"{base}/2.md")).contents[0]
        image = (await client.read_resource(f"{base}/2.png")).contents[0]
        listed = {str(resource.uri) for resource in (await client.list_resources()).resources}
        templates = (await client.list_resource_templates()).resource_templates
        prompt = await client.get_prompt("read_pdf", {"path": NOTES, "question": "When is high tide?"})
        with pytest.raises(Exception, match="no such document"):
            await client.read_resource("pdf://0123456789abcdef/page/1.md")
    assert "February" in getattr(page, "text", "")
    assert "<untrusted-" in getattr(page, "text", "")
    assert getattr(image, "blob", "").startswith("iVBORw0KGgo")
    assert f"{base}/1.md" in listed
    assert len(templates) == 2
    text = getattr(prompt.messages[0].content, "text", "")
    assert text.index("open_document") < text.index("search_document") < text.index("read_section")
    assert text.endswith("When is high tide?")


def initialize(address: str, path: str = "/mcp", **headers: str) -> int:
    request = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
    accept = {"accept": "application/json, text/event-stream"}
    with httpx.Client(timeout=20, trust_env=False) as client:
        if path == "/sse":
            with client.stream("GET", address + path, headers=headers) as response:
                return response.status_code
        return client.post(address + path, json=request, headers=accept | headers).status_code


@pytest.mark.parametrize("path", ["/mcp", "/sse"])
def test_other_origins_and_hosts_are_refused(address: str, path: str) -> None:
    assert initialize(address, path) == 200
    assert initialize(address, path, origin="http://localhost:3000") == 200
    assert initialize(address, path, origin="https://evil.example") == 403
    assert initialize(address, path, origin="null") == 403
    assert initialize(address, path, origin="http://127.0.0.1.evil.example") == 403
    assert initialize(address, path, host="evil.example:80") == 421


async def test_the_token_is_asked_for(documents: Path, cache: Path) -> None:
    with http_server("--root", documents, "--cache", cache, token="s3cret") as address:
        for path in ("/mcp", "/sse"):
            assert initialize(address, path) == 401
            assert initialize(address, path, authorization="Bearer wrong") == 401
            assert initialize(address, path, authorization="Basic s3cret") == 401
            assert initialize(address, path, authorization="Bearer s3cret") == 200
