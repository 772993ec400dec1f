"""A page and its folder for a browser, and nothing else: ``offered``.

A page that is opened as a file may show any file of the machine, in a frame for one. This one comes over HTTP from
a name that only the browser's own rules know, so that neither files nor other services are within its reach.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


@contextmanager
def offered(html: str, folder: Path) -> Iterator[tuple[str, str]]:
    """The address of ``html`` among the files of ``folder``, and the browser's rules for names of hosts.

    The server listens on loopback until the end of the ``with`` block, and answers for its own name only.
    """
    host, name = f"{secrets.token_hex(16)}.invalid", f"{secrets.token_hex(16)}.html"
    handler = partial(_Handler, host=host, pages={f"/{name}": html.encode()}, folder=folder.resolve())
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield f"http://{host}/{name}", f"MAP {host}:80 127.0.0.1:{server.server_port},MAP * ~NOTFOUND"
        finally:
            server.shutdown()
            thread.join()


class _Handler(SimpleHTTPRequestHandler):
    """Regular files below the folder, links followed before that is judged; no lists, no log."""

    def __init__(self, *arguments: Any, host: str, pages: dict[str, bytes], folder: Path) -> None:
        self._host, self._pages = host, pages
        super().__init__(*arguments, directory=str(folder))

    def do_GET(self) -> None:
        page = self._pages.get(self.path)
        path = Path(self.translate_path(self.path))
        if self.headers.get("Host") != self._host:
            self.send_error(HTTPStatus.FORBIDDEN)
        elif page is not None:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)
        elif path.is_file() and path.resolve().is_relative_to(self.directory):
            super().do_GET()
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def do_HEAD(self) -> None:
        self.send_error(HTTPStatus.METHOD_NOT_ALLOWED)

    def log_message(self, *_: Any) -> None:
        return
