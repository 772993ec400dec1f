"""A vision service on 127.0.0.1 that answers as it is told."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

ENVELOPES: dict[str, Any] = {
    "openai": lambda text: {"choices": [{"message": {"content": text}, "finish_reason": "stop"}]},
    "anthropic": lambda text: {"content": [{"type": "text", "text": text}], "stop_reason": "end_turn"},
    "gemini": lambda text: {"candidates": [{"content": {"parts": [{"text": text}]}, "finishReason": "STOP"}]},
}


@dataclass
class Reply:
    """``body`` as JSON, or as it is when it is bytes."""

    body: Any
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0


@dataclass
class Service:
    """What was asked, and what is answered in turn; the last reply is repeated."""

    url: str
    replies: list[Reply]
    requests: list[dict[str, Any]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    running: int = 0
    peak: int = 0

    def next_reply(self, request: dict[str, Any]) -> Reply:
        with self.lock:
            self.requests.append(request)
            return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


@contextmanager
def serving(*replies: Reply) -> Iterator[Service]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            with service.lock:
                service.running += 1
                service.peak = max(service.peak, service.running)
            body = self.rfile.read(int(self.headers["content-length"]))
            reply = service.next_reply(
                {"path": self.path, "headers": dict(self.headers.items()), "body": json.loads(body)}
            )
            stopping.wait(reply.delay) if reply.delay else time.sleep(0.002)
            raw = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
            with service.lock:
                service.running -= 1
            try:
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)
            except OSError:
                pass  # the client has gone, as it may

        def log_message(self, *_: Any) -> None:
            pass

    stopping = threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = Service(f"http://127.0.0.1:{server.server_address[1]}", list(replies))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield service
    finally:
        stopping.set()
        server.shutdown()
        thread.join()
        server.server_close()
