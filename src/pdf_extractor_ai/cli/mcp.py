"""``pdf-extractor-ai mcp``: documents for a language model, over MCP."""

from __future__ import annotations

import asyncio
import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pdf_extractor_ai.errors import MissingDependencyError

EPILOG = """\
\b
Without --transport a client starts this program and talks to it over standard
input and output. Set-up for the common clients: docs/how-to/mcp.md.
"""
TOKEN_VARIABLE = "PDF_EXTRACTOR_MCP_TOKEN"  # noqa: S105 - the name of a variable

_MIB = 1 << 20


class Transport(StrEnum):
    """How clients reach the server."""

    stdio = "stdio"
    http = "http"


Roots = Annotated[list[Path] | None, typer.Option("--root", help="A folder to read from; default: the client's roots.")]
WriteRoots = Annotated[list[Path] | None, typer.Option("--write-root", help="A folder to write into; default: none.")]
Only = Annotated[list[str] | None, typer.Option("--only", help="Serve this group of tools: read, aipdf, card, book.")]
Without = Annotated[list[str] | None, typer.Option("--without", help="Leave this group of tools out.")]
Hosts = Annotated[list[str] | None, typer.Option("--allow-host", help="Another name this server is called by.")]
Origins = Annotated[
    list[str] | None, typer.Option("--allow-origin", help="A web page that may connect, as its origin.")
]


def main() -> int:
    """Run the console script ``aipdf-mcp`` and return its exit code."""
    from pdf_extractor_ai.cli.main import main as run

    return run(["mcp", *sys.argv[1:]])


def command(
    root: Roots = None,
    write_root: WriteRoots = None,
    library: Annotated[Path | None, typer.Option(help="The folder of books; default: the first root.")] = None,
    transport: Annotated[Transport, typer.Option(help="stdio, or http for streamable HTTP and SSE.")] = Transport.stdio,
    host: Annotated[str, typer.Option(help="Address for http.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port for http; 0: any that is free.")] = 8765,
    token_file: Annotated[
        Path | None, typer.Option("--token-file", help=f"File with the bearer token; or set {TOKEN_VARIABLE}.")
    ] = None,
    allow_origin: Origins = None,
    allow_host: Hosts = None,
    allow_remote: Annotated[bool, typer.Option("--allow-remote", help="Allow a --host others can reach.")] = False,
    only: Only = None,
    without: Without = None,
    cache: Annotated[Path | None, typer.Option("--cache", help="Folder of the cache.")] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Keep nothing on disk.")] = False,
    cache_megabytes: Annotated[int, typer.Option(min=1, help="Size of the cache.")] = 256,
    max_megabytes: Annotated[int, typer.Option(min=1, help="Largest file to open.")] = 256,
    max_pages: Annotated[int, typer.Option(min=1, help="Longest document to open.")] = 5000,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds that one document may take.")] = 900,
    warm: Annotated[bool, typer.Option("--warm", help="Load the engine at the start, not with the first PDF.")] = False,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Documents read at the same time.")] = 1,
) -> None:
    """Serve documents to a language model over MCP; without options on standard input and output."""
    _check_extra()
    from pdf_extractor_ai.mcp.run import read_token, serve_http, serve_stdio
    from pdf_extractor_ai.mcp.server import build_server
    from pdf_extractor_ai.mcp.settings import Settings, cache_folder, chosen_groups, existing_folders

    roots = existing_folders(root or (), "--root")
    settings = Settings(
        roots=roots,
        write_roots=existing_folders(write_root or (), "--write-root"),
        library=next(iter(existing_folders([library] if library else roots[:1], "--library")), None),
        groups=chosen_groups(only or (), without or ()),
        cache=None if no_cache else (cache or cache_folder()),
        cache_bytes=cache_megabytes * _MIB,
        max_file_bytes=max_megabytes * _MIB,
        max_pages=max_pages,
        workers=workers,
        document_seconds=timeout,
        warm=warm,
    )
    if transport is Transport.stdio:
        asyncio.run(serve_stdio(build_server(settings)))
        return
    token = read_token(os.environ.get(TOKEN_VARIABLE, ""), token_file)
    asyncio.run(
        serve_http(
            settings,
            host=host,
            port=port,
            token=token,
            origins=frozenset(allow_origin or ()),
            hosts=frozenset(allow_host or ()),
            allow_remote=allow_remote,
        )
    )


def _check_extra() -> None:
    try:
        import mcp  # noqa: F401
    except ImportError:
        raise MissingDependencyError(
            "the MCP server needs the MCP SDK", remedy="Install it with: pip install 'pdf-extractor-ai[mcp]'"
        ) from None
