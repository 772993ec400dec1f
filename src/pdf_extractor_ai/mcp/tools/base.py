"""What every tool is made of: typed arguments, a request to answer, an answer within its budget."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from pdf_extractor_ai.errors import InvalidOptionError
from pdf_extractor_ai.mcp.answers import Answer, Call
from pdf_extractor_ai.mcp.documents import Documents, Origin, Reading
from pdf_extractor_ai.mcp.engine import Engine
from pdf_extractor_ai.mcp.jobs import Job, Jobs, Report, StillRunningError
from pdf_extractor_ai.mcp.paths import Access
from pdf_extractor_ai.mcp.record import DocumentRecord
from pdf_extractor_ai.mcp.settings import Settings

if TYPE_CHECKING:
    from pdf_extractor_ai.book.shelf import Library

DEFAULT_TOKENS = 8000
LEAST_TOKENS = 500
MOST_TOKENS = 100_000

MaxTokens = Annotated[int, Field(ge=LEAST_TOKENS, le=MOST_TOKENS)]
Start = Annotated[int, Field(ge=0)]

_SECRET = "password"  # noqa: S105 - the name of an argument, not one


class Arguments(BaseModel):
    """Arguments of a tool; what is unknown is an error, for a misspelt option would pass unseen."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @property
    def budget(self) -> int:
        """Tokens the answer may have."""
        return int(getattr(self, "max_tokens", DEFAULT_TOKENS))

    def call(self, tool: str, **changes: Any) -> Call:
        """The call with these arguments and ``changes`` (``None`` takes one out); a password is not repeated."""
        given = {name: value for name, value in self.model_dump(exclude_defaults=True).items() if name != _SECRET}
        return Call(tool, {**given, **changes})

    @classmethod
    def input_schema(cls) -> dict[str, Any]:
        """The JSON schema, without the titles that repeat the names."""
        return _bare(cls.model_json_schema())


class FileArguments(Arguments):
    """A file, and the password of a locked one."""

    path: str = Field(description="PDF in the server's roots")
    password: str = ""


class DocumentArguments(FileArguments):
    """A PDF, how to read it and how long the answer may be."""

    ocr: Annotated[bool, Field(description="read scans")] = False
    max_tokens: MaxTokens = DEFAULT_TOKENS


def _bare(schema: dict[str, Any]) -> dict[str, Any]:
    properties = {
        name: {key: value for key, value in one.items() if key not in ("title", "maximum", "maxLength")}
        for name, one in schema.get("properties", {}).items()
    }
    bare: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    if schema.get("required"):
        bare["required"] = schema["required"]
    return bare


@dataclass(frozen=True, slots=True)
class Services:
    """What the tools share."""

    settings: Settings
    documents: Documents
    jobs: Jobs
    engine: Engine
    libraries: dict[Path, Library] = field(default_factory=dict)

    def library(self, root: Path) -> Library:
        """The books under ``root``."""
        from pdf_extractor_ai.book.shelf import Library

        if root not in self.libraries:
            # beside the cache: a folder that may be read is not thereby one to write into
            folder = self.settings.cache or Path(os.devnull)
            if self.settings.cache is not None:
                with suppress(OSError):
                    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            name = hashlib.sha256(str(root).encode("utf-8", "surrogateescape")).hexdigest()[:16]
            self.libraries[root] = Library(root, index=folder / f"books-{name}.sqlite3")
        return self.libraries[root]


@dataclass(frozen=True, slots=True)
class Request:
    """One call on its way: what its caller may touch, whom to tell of progress, when it began."""

    services: Services
    access: Access
    report: Report
    began: float

    @property
    def seconds_left(self) -> float:
        """How long the call may still take."""
        return max(0.0, self.services.settings.answer_seconds - (time.monotonic() - self.began))

    async def wait(self, job: Job) -> Any:
        """The result of a job; ``StillRunningError`` when it takes longer than the call may."""
        return await self.services.jobs.wait(job, self.seconds_left, self.report)

    async def document(self, arguments: DocumentArguments, tool: str) -> tuple[DocumentRecord, Origin]:
        """The record of the document that was asked for, and where it was found."""
        path = self.access.readable(arguments.path)
        found = await self.services.documents.find(path, Reading(arguments.ocr, arguments.password))
        if not isinstance(found, Job):
            return found
        try:
            return await self.wait(found), "extracted"
        except StillRunningError:
            found.then = arguments.call(tool)
            raise


Run = Callable[[Any, Request], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: what it is called, what it takes and gives, what it does.

    ``output`` maps the keys of the answer to their schemas; ``required`` are those that are always there.
    """

    name: str
    group: str
    description: str
    arguments: type[Arguments]
    output: dict[str, Any]
    run: Run
    required: tuple[str, ...] = ()
    writes: bool = False

    @property
    def output_schema(self) -> dict[str, Any]:
        """The JSON schema of the structured answer; a call that takes long gives ``job`` instead."""
        schema: dict[str, Any] = {"type": "object", "properties": self.output}
        if self.required:
            schema["anyOf"] = [{"required": list(self.required)}, {"required": ["job"]}]
        return schema


def page_ranges(numbers: list[int]) -> str:
    """Ascending page numbers as ``1-3,8``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def checked_start(start: int, count: int, what: str) -> int:
    """``start`` when there is something at it. Raises ``InvalidOptionError``."""
    if start > count or (start == count and count):
        raise InvalidOptionError(f"{what}={start} is behind the end ({count})", remedy=f"Choose {what} below {count}.")
    return start


NUMBER = {"type": "integer"}
TEXT = {"type": "string"}
TRUTH = {"type": "boolean"}
SCORE = {"type": ["number", "string"]}
OBJECT = {"type": "object"}
LIST = {"type": "array"}
ITEMS = {"type": "array", "items": OBJECT}
"""Schemas of answers, kept short: every listing of the tools carries them."""
