"""One tool call from raw arguments to a written answer; no exception of ours gets past here."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from pdf_extractor_ai.errors import PdfExtractorError
from pdf_extractor_ai.mcp.answers import Written, failure, failure_of, quoting, sendable
from pdf_extractor_ai.mcp.budget import checked
from pdf_extractor_ai.mcp.jobs import StillRunningError
from pdf_extractor_ai.mcp.tools.base import Request, Tool
from pdf_extractor_ai.mcp.tools.waiting import running

_logger = logging.getLogger(__name__)


async def answer(tool: Tool, raw: Mapping[str, Any] | None, request: Request) -> Written:
    """The answer, within its budget; a failure is an answer too, with a stable ``error_code``."""
    return sendable(await _answer(tool, raw, request))


async def _answer(tool: Tool, raw: Mapping[str, Any] | None, request: Request) -> Written:
    try:
        arguments = tool.arguments.model_validate(raw or {})
    except ValidationError as error:
        return failure("invalid_arguments", _faults(error), f"See the input schema of {tool.name}.")
    try:
        try:
            made = await tool.run(arguments, request)
        except StillRunningError as waiting:
            made = running(waiting.job)
        return checked(made, arguments.budget)
    except PdfExtractorError as error:
        return failure_of(error)
    except OSError as error:
        return failure("io_error", f"{tool.name}: {error.strerror or type(error).__name__}")
    except (TypeError, ValueError) as error:
        return quoting("invalid_value", f"{tool.name}: {error}")
    except Exception as error:
        _logger.exception("%s failed", tool.name)
        return failure("internal_error", f"{tool.name}: {type(error).__name__}", "Report this with the server's log.")


def _faults(error: ValidationError) -> str:
    """What is wrong with which argument; the values themselves are not repeated, one may be a password."""
    return "; ".join(
        f"{'.'.join(map(str, fault['loc'])) or 'arguments'}: {fault['msg']}"
        for fault in error.errors(include_input=False, include_url=False)[:5]
    )
