"""Pages as resources: ``pdf://ID/page/N.md`` and, drawn on request, ``pdf://ID/page/N.png``."""

from __future__ import annotations

import asyncio
import base64
import re
from dataclasses import dataclass

from pdf_extractor_ai.errors import NothingFoundError
from pdf_extractor_ai.mcp.answers import enveloped
from pdf_extractor_ai.mcp.paths import read_bytes
from pdf_extractor_ai.mcp.record import bannered
from pdf_extractor_ai.mcp.tasks import DrawTask
from pdf_extractor_ai.mcp.tools.base import Request

MARKDOWN_TEMPLATE = "pdf://{id}/page/{n}.md"
IMAGE_TEMPLATE = "pdf://{id}/page/{n}.png"

_URI = re.compile(r"pdf://([0-9a-f]{16})/page/([1-9][0-9]{0,6})\.(md|png)")


@dataclass(frozen=True, slots=True)
class Page:
    """A page as a resource: text, or a picture in Base64."""

    uri: str
    mime_type: str
    text: str = ""
    blob: str = ""


def page_uri(identifier: str, number: int) -> str:
    """The address of a page's Markdown."""
    return f"pdf://{identifier}/page/{number}.md"


async def read_page(uri: str, request: Request) -> Page:
    """The page at ``uri``; its file must still be one that the caller may read.

    Raises ``NothingFoundError`` for what is no page of a document that was opened, ``AccessDeniedError``.
    """
    match = _URI.fullmatch(uri)
    if match is None:
        raise NothingFoundError(f"no such resource: {uri[:80]}", remedy=f"Resources are {MARKDOWN_TEMPLATE}.")
    opened, record = await request.services.documents.by_id(match[1])
    request.access.readable(str(opened.path))
    number = int(match[2])
    texts = record.page_texts()
    if number not in texts:
        raise NothingFoundError(f"no page {number}; the document has {record.page_count}")
    if match[3] == "md":
        return Page(uri, "text/markdown", text=enveloped(bannered(number, texts[number])))
    data = await asyncio.to_thread(read_bytes, opened.path, request.services.settings.max_file_bytes)
    task = DrawTask(data, opened.path.name, number, opened.reading.password)
    image: bytes = await request.services.engine.run(task, lambda progress: None)
    return Page(uri, "image/png", blob=base64.b64encode(image).decode("ascii"))
