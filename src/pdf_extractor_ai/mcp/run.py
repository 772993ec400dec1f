"""The ways in: a server on standard input and output, or on HTTP."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from mcp.server import Server
from mcp.server.stdio import stdio_server

from pdf_extractor_ai.errors import InvalidOptionError
from pdf_extractor_ai.mcp.http import SSE, STREAMABLE, build_app, check_binding
from pdf_extractor_ai.mcp.server import build_server
from pdf_extractor_ai.mcp.settings import Settings
from pdf_extractor_ai.mcp.tools.base import Services


async def serve_stdio(server: Server[Services]) -> None:
    """Serve the one client at the other end of standard input and output until it goes, or a signal comes.

    For a program that does nothing else: a signal ends the process.
    """
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError):  # Windows has no such handlers
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, _leave, number)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


def _leave(number: int) -> None:
    """End the process now: a thread that waits for a line of input would hold up every other way out."""
    for worker in multiprocessing.active_children():
        worker.kill()
    os._exit(128 + number)


async def serve_http(
    settings: Settings,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    token: str = "",
    origins: frozenset[str] = frozenset(),
    hosts: frozenset[str] = frozenset(),
    allow_remote: bool = False,
) -> None:
    """Serve any number of clients on HTTP; the address is told on standard error.

    Raises ``InvalidOptionError`` for an address that others can reach, and without a root: whoever can connect
    could name any folder.
    """
    import uvicorn

    check_binding(host, allow_remote=allow_remote, token=token)
    if not settings.roots:
        raise InvalidOptionError("a server on HTTP needs a root", remedy="Add --root FOLDER.")
    app: Any = build_app(build_server(settings, client_roots=False), hosts=hosts | {host}, token=token, origins=origins)
    config = uvicorn.Config(app, log_level="warning", lifespan="on", timeout_graceful_shutdown=3)
    with _bound(host, port) as bound:
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{bound.getsockname()[1]}"
        print(f"pdf-extractor-ai MCP: {address}{STREAMABLE} and {address}{SSE}", file=sys.stderr, flush=True)
        await uvicorn.Server(config).serve([bound])


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host.strip("[]"), port))
        bound.listen()  # before the address is told, so that whoever reads it can connect
    except OSError as error:
        bound.close()
        raise InvalidOptionError(
            f"cannot listen on {host}:{port} ({error.strerror})", remedy="Choose another --port."
        ) from None
    return bound


def read_token(environment: str, file: Path | None) -> str:
    """The token in ``file``, else the one in the environment; never from the command line, where others can see it."""
    if file is None:
        return environment.strip()
    try:
        token = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        token = ""
    if not token:
        raise InvalidOptionError(f"there is no token in {file}", remedy="Write the token into the file.")
    return token
