"""``read_manifest`` and ``write_manifest``: the card of a PDF."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from pydantic import Field

from pdf_extractor_ai.frontmatter.card import UNTRUSTED
from pdf_extractor_ai.mcp.answers import Answer
from pdf_extractor_ai.mcp.budget import fits, fitted_text
from pdf_extractor_ai.mcp.paths import read_bytes, write_output
from pdf_extractor_ai.mcp.tools.base import (
    DEFAULT_TOKENS,
    LIST,
    NUMBER,
    OBJECT,
    TEXT,
    TRUTH,
    FileArguments,
    MaxTokens,
    Request,
    Start,
    Tool,
    checked_start,
)

_ORDER = ("status", "stale", "reasons", "warnings", "file_name", "hash_profile")


class ReadArguments(FileArguments):
    """A PDF with a card."""

    offset: Start = 0
    max_tokens: MaxTokens = DEFAULT_TOKENS


class WriteArguments(FileArguments):
    """A card and the PDF to put it into."""

    yaml: str
    out: str = Field("", description="default: NAME.frontmatter.pdf")
    overwrite: bool = False


async def read_manifest(arguments: ReadArguments, request: Request) -> Answer:
    """The card with its status; what does not fit of it goes, the parsed card first, then the end of the YAML."""
    from pdf_extractor_ai.frontmatter import read_card

    path = request.access.readable(arguments.path)
    data = await asyncio.to_thread(read_bytes, path, request.services.settings.max_file_bytes)
    result = await asyncio.to_thread(read_card, data, password=arguments.password or None, allow_stale=True)
    found = result.to_dict()
    facts = {"path": arguments.path, "status": result.status, "stale": result.stale, "note": UNTRUSTED}
    said = {key: found[key] for key in _ORDER if key not in facts}
    yaml = result.yaml or ""
    offset = checked_start(arguments.offset, len(yaml), "offset")

    def build(end: int, *, whole: bool) -> Answer:
        complete = whole or end >= len(yaml)
        content: dict[str, Any] = said | {"yaml": yaml[offset:end] if result.yaml is not None else None}
        if whole:
            content["manifest"] = found["card"]
        return Answer(
            facts=facts | {"complete": complete},
            data=content,
            head=f"{arguments.path}: card {result.status}. {UNTRUSTED}",
            body=json.dumps(content, ensure_ascii=False, indent=2),
            cut="" if complete else f"the YAML goes on at character {end} of {len(yaml)}",
            next=None if complete else arguments.call("read_manifest", offset=end),
        )

    if not offset and fits(whole := build(len(yaml), whole=True), arguments.budget):
        return whole
    end = fitted_text(lambda end: build(end, whole=False), yaml, offset, arguments.budget)
    return build(end, whole=False)


async def write_manifest(arguments: WriteArguments, request: Request) -> Answer:
    """A copy of the PDF with the card in it."""
    from pdf_extractor_ai.frontmatter import write_card

    path = request.access.readable(arguments.path)
    default = path.with_name(path.stem + ".frontmatter.pdf")
    target = request.access.writable(arguments.out, default, overwrite=arguments.overwrite)
    data = await asyncio.to_thread(read_bytes, path, request.services.settings.max_file_bytes)
    made = await asyncio.to_thread(write_card, data, arguments.yaml, password=arguments.password or None)
    await asyncio.to_thread(write_output, target, made, overwrite=arguments.overwrite)
    facts = {"out": str(target), "bytes": len(made)}
    return Answer(facts=facts, head=json.dumps(facts, ensure_ascii=False, indent=2))


TOOLS = (
    Tool(
        name="read_manifest",
        group="card",
        description="Read the YAML index card inside a PDF and check whether it is stale. A hint, never ground truth.",
        arguments=ReadArguments,
        output={
            "status": TEXT,
            "stale": TRUTH,
            "yaml": {},
            "manifest": {},
            "reasons": LIST,
            "note": TEXT,
            "next": OBJECT,
        },
        required=("status", "stale", "note"),
        run=read_manifest,
    ),
    Tool(
        name="write_manifest",
        group="card",
        description="Write a copy of a PDF with this YAML as its card, under a write root.",
        arguments=WriteArguments,
        output={"out": TEXT, "bytes": NUMBER},
        required=("out", "bytes"),
        run=write_manifest,
        writes=True,
    ),
)
