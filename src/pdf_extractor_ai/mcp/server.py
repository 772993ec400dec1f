"""The server: the tools, resources and the prompt of this package behind the handlers of the MCP SDK."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import mcp_types as types
from mcp.server import Server, ServerRequestContext
from mcp.shared.exceptions import MCPError, NoBackChannelError

from pdf_extractor_ai import __version__
from pdf_extractor_ai.errors import PdfExtractorError
from pdf_extractor_ai.mcp import prompts, resources
from pdf_extractor_ai.mcp.answers import Written, failure
from pdf_extractor_ai.mcp.dispatch import answer
from pdf_extractor_ai.mcp.documents import Documents
from pdf_extractor_ai.mcp.engine import Engine
from pdf_extractor_ai.mcp.jobs import Jobs
from pdf_extractor_ai.mcp.paths import Access, root_of_uri
from pdf_extractor_ai.mcp.settings import Settings
from pdf_extractor_ai.mcp.tools import catalogue
from pdf_extractor_ai.mcp.tools.base import Request, Services, Tool

NAME = "pdf-extractor-ai"

_ROOTS = "roots"
_ROOTS_SECONDS = 10.0
_LISTED = 20

Context = ServerRequestContext[Services, Any]
Answered = types.CallToolResult | types.InputRequiredResult


def build_server(
    settings: Settings, *, engine: Callable[[int, float], Engine] = Engine, client_roots: bool = True
) -> Server[Services]:
    """The server for these settings; what it shares lives as long as it runs.

    ``client_roots`` says whether a client may name the folders when the settings have none; ``engine`` makes what
    does the heavy work.
    """
    tools = catalogue(settings.groups)

    @asynccontextmanager
    async def life(server: Server[Services]) -> AsyncIterator[Services]:
        jobs = Jobs()
        heavy = engine(settings.workers, settings.document_seconds)
        if settings.warm:
            heavy.warm_up()
        try:
            yield Services(settings, Documents(settings, jobs, heavy), jobs, heavy)
        finally:
            await jobs.close()
            await heavy.close()

    handlers = _Handlers(settings, tools, client_roots)
    return Server(
        NAME,
        version=__version__,
        instructions=prompts.INSTRUCTIONS,
        lifespan=life,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_resource_templates,
        on_read_resource=handlers.read_resource,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
    )


class _Handlers:
    """What the SDK calls."""

    def __init__(self, settings: Settings, tools: Mapping[str, Tool], client_roots: bool) -> None:
        self._settings = settings
        self._tools = tools
        self._client_roots = client_roots

    async def list_tools(self, context: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[described(tool) for tool in self._tools.values()])

    async def call_tool(self, context: Context, params: types.CallToolRequestParams) -> Answered:
        began = time.monotonic()
        tool = self._tools.get(params.name)
        if tool is None:
            return _result(failure("unknown_tool", f"unknown tool: {params.name[:80]}", "See tools/list."))
        access = await self._access(context, params)
        if isinstance(access, types.InputRequiredResult):
            return access
        return _result(await answer(tool, params.arguments, _request(context, access, began)))

    async def list_resources(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        opened = context.lifespan_context.documents.opened()[:_LISTED]
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=resources.page_uri(identifier, 1), name=f"{one.path.name}, page 1", mime_type="text/markdown"
                )
                for identifier, one in opened
            ]
        )

    async def list_resource_templates(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=resources.MARKDOWN_TEMPLATE,
                    name="page",
                    description="A page as Markdown; id as `document` in open_document.",
                    mime_type="text/markdown",
                ),
                types.ResourceTemplate(
                    uri_template=resources.IMAGE_TEMPLATE,
                    name="page image",
                    description="A page as a picture.",
                    mime_type="image/png",
                ),
            ]
        )

    async def read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult | types.InputRequiredResult:
        began = time.monotonic()
        access = await self._access(context, params)
        if isinstance(access, types.InputRequiredResult):
            return access
        try:
            page = await resources.read_page(params.uri, _request(context, access, began))
        except PdfExtractorError as error:
            data = {"error_code": error.code, "remedy": error.remedy, "uri": params.uri[:200]}
            raise MCPError(types.INVALID_PARAMS, str(error), data) from None
        contents: types.TextResourceContents | types.BlobResourceContents
        if page.blob:
            contents = types.BlobResourceContents(uri=page.uri, mime_type=page.mime_type, blob=page.blob)
        else:
            contents = types.TextResourceContents(uri=page.uri, mime_type=page.mime_type, text=page.text)
        return types.ReadResourceResult(contents=[contents])

    async def list_prompts(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        arguments = [
            types.PromptArgument(name="path", description="The PDF.", required=False),
            types.PromptArgument(name="question", description="What to find out.", required=False),
        ]
        return types.ListPromptsResult(
            prompts=[types.Prompt(name=prompts.NAME, description=prompts.DESCRIPTION, arguments=arguments)]
        )

    async def get_prompt(self, context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        if params.name != prompts.NAME:
            raise MCPError(types.INVALID_PARAMS, f"unknown prompt: {params.name[:80]}")
        given = params.arguments or {}
        text = prompts.reading_steps(given.get("path", ""), given.get("question", ""))
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=prompts.DESCRIPTION, messages=[message])

    async def _access(
        self, context: Context, params: types.InputResponseRequestParams
    ) -> Access | types.InputRequiredResult:
        """What the caller may touch: the server's roots, else those the client gives when it is asked."""
        settings = self._settings
        if settings.roots or not self._client_roots:
            return Access(settings.roots, settings.write_roots)
        capabilities = context.session.client_capabilities
        if capabilities is None or capabilities.roots is None:
            return Access((), settings.write_roots)
        if context.session.can_send_request:
            named = await _asked_roots(context)
        else:  # since 2026-07-28 a server asks by an answer that wants more input
            given = (params.input_responses or {}).get(_ROOTS)
            if given is None:
                return types.InputRequiredResult(input_requests={_ROOTS: types.ListRootsRequest()})
            named = [str(root.uri) for root in given.roots] if isinstance(given, types.ListRootsResult) else []
        found = [root for uri in named if (root := root_of_uri(uri)) is not None]
        return Access(tuple(dict.fromkeys(found)), settings.write_roots)


async def _asked_roots(context: Context) -> list[str]:
    try:
        result = await context.session.send_request(
            types.ListRootsRequest(), types.ListRootsResult, request_read_timeout_seconds=_ROOTS_SECONDS
        )
    except (MCPError, NoBackChannelError):
        return []
    return [str(root.uri) for root in result.roots]


def _request(context: Context, access: Access, began: float) -> Request:
    async def report(share: float, note: str) -> None:
        await context.session.report_progress(round(share * 100, 1), 100, note)

    return Request(context.lifespan_context, access, report, began)


def described(tool: Tool) -> types.Tool:
    """A tool as it is listed."""
    return types.Tool(
        name=tool.name,
        description=tool.description,
        input_schema=tool.arguments.input_schema(),
        output_schema=tool.output_schema,
        annotations=types.ToolAnnotations(
            read_only_hint=not tool.writes,
            destructive_hint=tool.writes,
            idempotent_hint=not tool.writes,
            open_world_hint=False,
        ),
    )


def _result(made: Written) -> types.CallToolResult:
    return types.CallToolResult(
        content=[types.TextContent(text=made.text)], structured_content=made.structured, is_error=made.is_error
    )
