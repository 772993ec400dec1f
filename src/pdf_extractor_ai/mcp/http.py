"""Streamable HTTP at ``/mcp`` and SSE at ``/sse`` in one ASGI application, behind one guard."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from mcp.server import Server
from mcp.server.sse import SseServerTransport
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from pdf_extractor_ai.errors import InvalidOptionError
from pdf_extractor_ai.mcp.tools.base import Services

STREAMABLE = "/mcp"
SSE = "/sse"
_MESSAGES = "/messages/"

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

_LOOPBACK_NAMES = frozenset({"localhost"})


def is_loopback(host: str) -> bool:
    """Whether ``host`` is this machine and no other can reach it."""
    if host.lower() in _LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def check_binding(host: str, *, allow_remote: bool, token: str) -> None:
    """Raise ``InvalidOptionError`` for an address that others can reach, unless that is wanted and has a token."""
    if is_loopback(host):
        return
    if not allow_remote:
        raise InvalidOptionError(
            f"{host} can be reached by other machines", remedy="Bind to 127.0.0.1, or add --allow-remote and a token."
        )
    if not token:
        raise InvalidOptionError(
            "a server that others can reach needs a token", remedy="Set PDF_EXTRACTOR_MCP_TOKEN or --token-file."
        )


class Guard:
    """Refuses requests for other hosts, from foreign origins, and without the token.

    The host check keeps out pages whose name was pointed at this machine after they were loaded (DNS rebinding),
    the origin check all other pages.
    """

    def __init__(
        self, app: Application, *, hosts: frozenset[str], origins: frozenset[str] = frozenset(), token: str = ""
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._origins = origins
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request, or answer with 401, 403 or 421."""
        if scope["type"] == "http":
            headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
            refusal = self._refusal(headers)
            if refusal is not None:
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _refusal(self, headers: dict[bytes, str]) -> Response | None:
        if _host_name(headers.get(b"host", "")) not in self._hosts:
            return Response("This server answers to another host name.", 421)
        origin = headers.get(b"origin")
        if origin is not None and origin not in self._origins and not self._own(origin):
            return Response("This origin is not allowed.", 403)
        if self._token:
            scheme, _, given = headers.get(b"authorization", "").partition(" ")
            same = hmac.compare_digest(given.strip().encode("utf-8"), self._token.encode("utf-8"))
            if scheme.lower() != "bearer" or not same:
                return Response("A bearer token is needed.", 401, {"www-authenticate": "Bearer"})
        return None

    def _own(self, origin: str) -> bool:
        with suppress(ValueError):
            parts = urlsplit(origin)
            return parts.scheme in ("http", "https") and is_loopback(parts.hostname or "")
        return False


def _host_name(header: str) -> str:
    """The host of a ``Host`` header, without port and brackets, in lower case."""
    with suppress(ValueError):
        return (urlsplit(f"//{header}").hostname or "").lower()
    return ""


def build_app(
    server: Server[Services],
    *,
    hosts: Iterable[str] = (),
    token: str = "",
    origins: frozenset[str] = frozenset(),
) -> Application:
    """The ASGI application: both transports share the server, its cache and its jobs.

    ``hosts`` are names beside those of the loopback under which it answers, ``origins`` web pages that may connect.
    """
    # The guard has looked at host and origin, with the rules of both transports in one place.
    unguarded = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    sse = SseServerTransport(_MESSAGES, security_settings=unguarded)

    async def connect(request: Request) -> Response:
        async with sse.connect_sse(request.scope, request.receive, request._send) as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())
        return Response()

    app = server.streamable_http_app(streamable_http_path=STREAMABLE, transport_security=unguarded)
    app.router.routes += [
        Route(SSE, endpoint=connect, methods=["GET"]),
        Mount(_MESSAGES, app=sse.handle_post_message),
    ]
    names = frozenset({"localhost", "127.0.0.1", "::1", *(host.strip("[]").lower() for host in hosts)})
    return Guard(app, hosts=names, origins=origins, token=token)
