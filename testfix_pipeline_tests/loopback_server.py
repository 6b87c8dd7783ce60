"""A server on loopback for a `with` block, which answers by a handler in a thread of its own."""

from __future__ import annotations

import socket
import struct
import sys
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self


class LoopbackServer:
    """Listens on a free port of 127.0.0.1. `errors`: what broke in the handler; `ended`: set when the block is left."""

    handler: type[LoopbackHandler]

    def __init__(self) -> None:
        self.ended = threading.Event()
        self.errors: list[BaseException] = []
        self._http = _Server(("127.0.0.1", 0), self.handler)
        self._http.owner = self
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.ended.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    @property
    def address(self) -> str:
        """The server without a path."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    owner: LoopbackServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is no error of ours; anything else is shown to the test."""
        error = sys.exc_info()[1]
        if error is not None and not isinstance(error, OSError):
            self.owner.errors.append(error)


class LoopbackHandler(BaseHTTPRequestHandler):
    """Reads requests and sends answers."""

    server: _Server

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing is printed."""

    def body_text(self) -> str:
        """The body of the request."""
        return self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()

    def lower_headers(self) -> dict[str, str]:
        """The headers of the request, by name in lower case."""
        return {name.lower(): value for name, value in self.headers.items()}

    def send(self, status: int, body: bytes, headers: Mapping[str, str] | None = None) -> None:
        """Send a whole answer."""
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def reset(self) -> None:
        """Break the connection off with a reset."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
