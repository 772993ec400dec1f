"""``aipdf_*``: the semantic layer of an `.ai.pdf`: look, read, check, build, convert."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from pdf_extractor_ai.errors import LayerNotFoundError
from pdf_extractor_ai.mcp.answers import Answer
from pdf_extractor_ai.mcp.budget import fits, fitted_text, largest
from pdf_extractor_ai.mcp.paths import read_bytes, write_output
from pdf_extractor_ai.mcp.tasks import BuildTask, IngestTask
from pdf_extractor_ai.mcp.tools.base import (
    DEFAULT_TOKENS,
    ITEMS,
    NUMBER,
    OBJECT,
    TEXT,
    TRUTH,
    Arguments,
    FileArguments,
    MaxTokens,
    Request,
    Start,
    Tool,
    checked_start,
)

if TYPE_CHECKING:
    from pdf_extractor_ai.aipdf import AIPDFDocument
    from pdf_extractor_ai.job import ProgressCallback

_GROUP = "aipdf"


class ExtractArguments(FileArguments):
    """An `.ai.pdf` and how to write its layer out."""

    format: Literal["onto", "markdown", "markdown-ast", "xml"] = "onto"
    offset: Start = 0
    max_tokens: MaxTokens = DEFAULT_TOKENS


class OrderArguments(FileArguments):
    """An `.ai.pdf` and where to begin."""

    start: Start = Field(0, description="blocks to skip")
    offset: Start = Field(0, description="characters of the first block to skip")
    max_tokens: MaxTokens = DEFAULT_TOKENS


class BuildArguments(Arguments):
    """A source file and how its pages are made."""

    path: str = Field(description=".xml .md .html .typ file in the roots")
    output: str = Field("", description="default: NAME.ai.pdf")
    render: Literal["minimal", "full"] = "minimal"
    page_size: Literal["letter", "a4"] = "letter"
    font: str = ""
    title: str = ""
    overwrite: bool = False


class ConvertArguments(FileArguments):
    """A PDF to give a layer."""

    output: str = Field("", description="default: NAME.ai.pdf")
    ocr: Literal["auto", "never", "force"] = "auto"
    lang: str = Field("", description="as eng+deu")
    overwrite: bool = False


async def _opened(arguments: FileArguments, request: Request) -> tuple[AIPDFDocument, str]:
    from pdf_extractor_ai.aipdf import AIPDF

    path = request.access.readable(arguments.path)
    data = await asyncio.to_thread(read_bytes, path, request.services.settings.max_file_bytes)
    document = await asyncio.to_thread(
        AIPDF.from_bytes, data, name=path.name, path=path, password=arguments.password or None
    )
    return document, path.name


async def aipdf_inspect(arguments: FileArguments, request: Request) -> Answer:
    """What the file is and carries."""
    document, _ = await _opened(arguments, request)
    report = asdict(await asyncio.to_thread(document.inspect))
    said = {key: report.pop(key) for key in ("warnings", "problem")}
    del report["version"]  # the document's word, and validate tells what is wrong with it
    if report["code"] == LayerNotFoundError.code:
        said.clear()  # to carry no layer is no problem
    facts = {"path": arguments.path, **report}
    said = {key: list(value)[:20] if key == "warnings" else value for key, value in said.items() if value}
    body = json.dumps(said, ensure_ascii=False) if said else ""
    return Answer(facts=facts, data=said, head=json.dumps(facts, ensure_ascii=False), body=body)


async def aipdf_extract(arguments: ExtractArguments, request: Request) -> Answer:
    """The layer as text, in pieces that follow each other without a gap."""
    document, _ = await _opened(arguments, request)
    writers = {
        "onto": document.to_onto,
        "markdown": document.to_markdown,
        "markdown-ast": document.to_markdown_ast,
        "xml": document.to_xml,
    }
    text = await asyncio.to_thread(writers[arguments.format])
    offset = checked_start(arguments.offset, len(text), "offset")

    def build(end: int) -> Answer:
        complete = end >= len(text)
        return Answer(
            facts={"path": arguments.path, "format": arguments.format, "complete": complete},
            data={"content": text[offset:end]},
            head=f"{arguments.path}: semantic layer as {arguments.format}",
            body=text[offset:end],
            cut="" if complete else f"it goes on at character {end} of {len(text)}",
            next=None if complete else arguments.call("aipdf_extract", offset=end),
        )

    return build(fitted_text(build, text, offset, arguments.budget))


async def aipdf_reading_order(arguments: OrderArguments, request: Request) -> Answer:
    """The text blocks in order; a block that does not fit alone is cut."""
    document, _ = await _opened(arguments, request)
    blocks = [asdict(block) for block in await asyncio.to_thread(document.get_reading_order)]
    start = checked_start(arguments.start, len(blocks), "start")
    first = str(blocks[start]["text"]) if start < len(blocks) else ""
    offset = checked_start(arguments.offset, len(first), "offset")

    def build(count: int, end: int | None = None) -> Answer:
        shown = blocks[start : start + count]
        if shown:
            shown = [shown[0] | {"text": first[offset:end]}, *shown[1:]]
        following = start + count if end is None else start
        left = len(blocks) - following
        return Answer(
            facts={"path": arguments.path, "total": len(blocks), "first": start, "complete": not left},
            data={"blocks": shown},
            head=f"{arguments.path}: {len(shown)} of {len(blocks)} blocks from {start}",
            body=json.dumps(shown, ensure_ascii=False, separators=(",", ":")),
            cut=f"{left} blocks are left" if left else "",
            next=arguments.call("aipdf_reading_order", start=following, offset=end) if left else None,
        )

    count = largest(lambda size: fits(build(size), arguments.budget), len(blocks) - start)
    if count or start == len(blocks):
        return build(count)
    return build(1, fitted_text(lambda end: build(1, end), first, offset, arguments.budget))


async def aipdf_validate(arguments: FileArguments, request: Request) -> Answer:
    """``valid: true``; an error with the broken rule otherwise."""
    document, _ = await _opened(arguments, request)
    await asyncio.to_thread(document.validate)
    facts = {"path": arguments.path, "valid": True}
    return Answer(facts=facts, head=json.dumps(facts, ensure_ascii=False))


async def aipdf_build(arguments: BuildArguments, request: Request) -> Answer:
    """A new `.ai.pdf` from a text; nothing is fetched, images come from beside the source."""
    source = request.access.readable(arguments.path)
    font = request.access.readable(arguments.font) if arguments.font else None
    target = _target(source, arguments, request)
    await asyncio.to_thread(
        read_bytes, source, request.services.settings.max_file_bytes
    )  # refuses what is no such file
    task = BuildTask(str(source), arguments.render, arguments.page_size, str(font or ""), arguments.title)
    return await _written(task, source, target, arguments, request)


async def aipdf_convert(arguments: ConvertArguments, request: Request) -> Answer:
    """A copy of a PDF with its structure as the layer."""
    source = request.access.readable(arguments.path)
    target = _target(source, arguments, request)
    data = await asyncio.to_thread(read_bytes, source, request.services.settings.max_file_bytes)
    task = IngestTask(data, source.name, arguments.ocr, arguments.lang, arguments.password)
    return await _written(task, source, target, arguments, request)


async def _written(
    task: BuildTask | IngestTask,
    source: Path,
    target: Path,
    arguments: BuildArguments | ConvertArguments,
    request: Request,
) -> Answer:
    """The answer once what a worker made is in ``target``; whoever asks for the same meanwhile waits for that."""
    what = "build" if isinstance(arguments, BuildArguments) else "conversion"

    async def work(see: ProgressCallback) -> Answer:
        made: bytes = await request.services.engine.run(task, see)
        await asyncio.to_thread(write_output, target, made, overwrite=arguments.overwrite)
        facts: dict[str, Any] = {"output": str(target), "message": f"{what} successful"}
        return Answer(facts=facts, head=json.dumps(facts, ensure_ascii=False))

    key = f"{what} {source} {target} {arguments.model_dump_json()}"
    done: Answer = await request.wait(request.services.jobs.start(key, f"{what} of {source.name}", work))
    return done


def _target(source: Path, arguments: BuildArguments | ConvertArguments, request: Request) -> Path:
    from pdf_extractor_ai.aipdf.building import output_path

    return request.access.writable(arguments.output, output_path(source), overwrite=arguments.overwrite)


_OUTPUT = {"output": TEXT, "message": TEXT, "job": OBJECT, "next": OBJECT}

TOOLS = (
    Tool(
        name="aipdf_inspect",
        group=_GROUP,
        description="Tell whether a file is a PDF and carries an .ai.pdf semantic layer.",
        arguments=FileArguments,
        output={
            "path": TEXT,
            "is_pdf": TRUTH,
            "has_semantic_layer": TRUTH,
            "semantic_compressed_bytes": {},
            "semantic_xml_bytes": {},
        },
        required=("is_pdf", "has_semantic_layer"),
        run=aipdf_inspect,
    ),
    Tool(
        name="aipdf_extract",
        group=_GROUP,
        description="Read the semantic layer: onto (fewest tokens), markdown, markdown-ast or xml.",
        arguments=ExtractArguments,
        output={"format": TEXT, "content": TEXT, "complete": TRUTH, "next": OBJECT},
        required=("content", "complete"),
        run=aipdf_extract,
    ),
    Tool(
        name="aipdf_reading_order",
        group=_GROUP,
        description="The layer's blocks in reading order: kind, id, page, bbox, text.",
        arguments=OrderArguments,
        output={"total": NUMBER, "blocks": ITEMS, "complete": TRUTH, "next": OBJECT},
        required=("blocks", "complete"),
        run=aipdf_reading_order,
    ),
    Tool(
        name="aipdf_validate",
        group=_GROUP,
        description="Check the semantic layer against the format; an error names the broken rule.",
        arguments=FileArguments,
        output={"path": TEXT, "valid": TRUTH},
        required=("valid",),
        run=aipdf_validate,
    ),
    Tool(
        name="aipdf_build",
        group=_GROUP,
        description="Make an .ai.pdf from XML, Markdown, HTML or Typst, under a write root.",
        arguments=BuildArguments,
        output=_OUTPUT,
        required=("output",),
        run=aipdf_build,
        writes=True,
    ),
    Tool(
        name="aipdf_convert",
        group=_GROUP,
        description="Copy a PDF and attach its structure as an .ai.pdf layer, under a write root.",
        arguments=ConvertArguments,
        output=_OUTPUT,
        required=("output",),
        run=aipdf_convert,
        writes=True,
    ),
)
