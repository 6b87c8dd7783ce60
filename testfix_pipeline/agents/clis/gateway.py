"""A proxy between a tool and its model's server: it holds the credential, records every exchange, and allows one host.

The tool gets an address on loopback and a key for one call. So the user's key never enters the tool's sandbox, errors
are recorded where they happen, and a tool that would retry for minutes is ended. A tool with an account's login sends
its own credential, and may open tunnels to the hosts that renew it.
"""

from __future__ import annotations

import contextlib
import http.client
import secrets
import socket
import socketserver
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from testfix_pipeline.agents.calls import TokenUsage
from testfix_pipeline.agents.clis.exchanges import Exchange, asks_model, counts_tokens
from testfix_pipeline.agents.clis.relay import pass_on, short_socket_path

PATIENCE = 2
"""How many questions in a row may go wrong before the call is ended; one that repeating can't fix ends it at once."""

_HOP_BY_HOP = {"connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"}
_CREDENTIALS = {"authorization", "x-goog-api-key", "x-api-key"}
_OURS = {*_CREDENTIALS, "host", "accept-encoding", "content-length", "expect"}
_CHUNK = 65536
_MOST_BODY = 64 * 1024 * 1024


@dataclass(frozen=True)
class Upstream:
    """The model's server. `header` is the name of the header for its key.

    is_login: the tool sends its own credential. hosts: those that it may reach by a tunnel, to port 443 unless one is
    named; `*.` before a name stands for any below it.
    """

    address: str
    key: str
    header: str = "Authorization"
    hosts: tuple[str, ...] = ()
    is_login: bool = False

    @property
    def credential(self) -> str:
        return f"Bearer {self.key}" if self.header == "Authorization" else self.key

    def connect(self, seconds: float) -> http.client.HTTPConnection:
        parts = urlsplit(self.address)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        return kind(parts.hostname or "", parts.port, timeout=seconds)

    def path(self, path: str) -> str:
        return urlsplit(self.address).path.rstrip("/") + path

    def allows(self, host: str, port: int) -> bool:
        """Whether a tunnel to a host may be opened."""
        named = (one if ":" in one else f"{one}:443" for one in self.hosts)
        wanted = f"{host}:{port}".casefold()
        return any(wanted.endswith(one[1:]) if one.startswith("*.") else wanted == one for one in named)


class Gateway:
    """Use it in a `with` block. It listens at `place`, a Unix socket, or if that is None on a loopback port.

    silence: seconds without a byte from the server after which a question has failed. turns: how many questions the
    tool may ask. `stopped` is set when the call should be ended; `exchanges` are the questions so far.
    """

    def __init__(self, upstream: Upstream, place: Path | None, silence: float, turns: int) -> None:
        self.upstream = upstream
        self.silence = silence
        self.turns = turns
        self.token = secrets.token_urlsafe(24)
        self.exchanges: list[Exchange] = []
        self.stopped = threading.Event()
        self.endless = False
        self._lock = threading.Lock()
        self._open: set[http.client.HTTPConnection] = set()
        self._tunnels: set[socket.socket] = set()
        self._server: _TcpServer | _UnixServer = _unix_server(place) if place else _tcp_server()
        self._server.gateway = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> Gateway:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        for connection in list(self._open):
            with contextlib.suppress(OSError, AttributeError):  # it may be closing or not open yet
                connection.sock.shutdown(socket.SHUT_RDWR)
        for tunnel in list(self._tunnels):
            with contextlib.suppress(OSError):
                tunnel.shutdown(socket.SHUT_RDWR)
        self._thread.join()

    @property
    def port(self) -> int:
        """The port on loopback, where it has one."""
        return int(self._server.socket.getsockname()[1])

    def usage(self) -> TokenUsage:
        """The tokens of all requests so far, as the server reports them."""
        return sum((exchange.usage() for exchange in list(self.exchanges)), TokenUsage())

    def begin(self, path: str) -> Exchange | None:
        """Record a request; None if no more are allowed. A tool with too many requests is stopped."""
        with self._lock:
            if len(self.exchanges) >= self.turns:
                self.endless = True
                self.stopped.set()
            if self.stopped.is_set():
                return None
            self.exchanges.append(Exchange(path))
            return self.exchanges[-1]

    @contextlib.contextmanager
    def connection(self) -> Iterator[http.client.HTTPConnection]:
        """Yield a connection to the server that is closed with the block or with the gateway."""
        connection = self.upstream.connect(self.silence)
        self._open.add(connection)
        try:
            yield connection
        finally:
            self._open.discard(connection)
            connection.close()

    @contextlib.contextmanager
    def tunnel(self, host: str, port: int) -> Iterator[socket.socket]:
        """Yield a connection to a host that is closed with the block or with the gateway. Raises OSError."""
        with socket.create_connection((host, port), timeout=self.silence) as outer:
            self._tunnels.add(outer)
            try:
                yield outer
            finally:
                self._tunnels.discard(outer)

    def ended(self, exchange: Exchange) -> None:
        """Stop the call if it can no longer succeed."""
        recent = self.exchanges[-PATIENCE:]
        final = exchange.trouble == "silent" or (exchange.trouble == "status" and exchange.status < 500)
        if final or (len(recent) == PATIENCE and all(one.trouble for one in recent)):
            self.stopped.set()


class _Threads(socketserver.ThreadingMixIn):
    daemon_threads = True
    block_on_close = False
    gateway: Gateway

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A tool that hangs up, or talks nonsense, is its own affair."""


class _TcpServer(_Threads, socketserver.TCPServer):
    pass


class _UnixServer(_Threads, socketserver.UnixStreamServer):
    pass


def _unix_server(place: Path) -> _UnixServer:
    with short_socket_path(str(place)) as near:
        return _UnixServer(near, _Handler)


def _tcp_server() -> _TcpServer:
    return _TcpServer(("127.0.0.1", 0), _Handler)


class _Handler(BaseHTTPRequestHandler):
    server: _TcpServer | _UnixServer

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing is printed."""

    def do_GET(self) -> None:
        self._forward(b"")

    def do_POST(self) -> None:
        self._forward(b"".join(self._body()))

    def do_CONNECT(self) -> None:
        gateway = self.server.gateway
        host, _, port = self.path.rpartition(":")
        if gateway.stopped.is_set() or not port.isdecimal() or not gateway.upstream.allows(host, int(port)):
            self._refuse(403)
            return
        try:
            with gateway.tunnel(host, int(port)) as outer:
                self.send_response(200)
                self.end_headers()
                pass_on(self.connection, outer)
        except OSError:
            self._refuse(502)
        self.close_connection = True

    def _body(self) -> Iterator[bytes]:
        if "chunked" not in self.headers.get("Transfer-Encoding", ""):
            yield self.rfile.read(min(int(self.headers.get("Content-Length") or 0), _MOST_BODY))
            return
        while size := int(self.rfile.readline().split(b";")[0], 16):
            yield self.rfile.read(min(size, _MOST_BODY))
            self.rfile.readline()

    def _is_ours(self) -> bool:
        if self.server.gateway.upstream.is_login:  # nothing is added to what it sends
            return True
        bare = self.headers.get("x-goog-api-key") or self.headers.get("x-api-key")
        given = bare or self.headers.get("Authorization", "").removeprefix("Bearer ")
        return secrets.compare_digest(given.encode(), self.server.gateway.token.encode())

    def _why_not(self) -> int:
        """Return the HTTP status of a refusal, 0 if the request may continue: only questions are counted."""
        if not self._is_ours():
            return 401
        if not self.server.gateway.upstream.address:  # a tool that finds its server through tunnels
            return 404
        if self.headers.get("Upgrade"):
            return 426
        if self.server.gateway.stopped.is_set():
            return 503
        is_free = self.command == "GET" or counts_tokens(self.path) or self.server.gateway.upstream.is_login
        return 0 if is_free or asks_model(self.path) else 404

    def _forward(self, body: bytes) -> None:
        gateway = self.server.gateway
        if status := self._why_not():
            self._refuse(status)
            return
        exchange = gateway.begin(self.path) if asks_model(self.path) else Exchange(self.path)
        if exchange is None:
            self._refuse(503)
            return
        began = time.monotonic()
        try:
            self._exchange(exchange, body)
        finally:
            exchange.seconds = time.monotonic() - began
            exchange.settled = True
            if asks_model(self.path):
                gateway.ended(exchange)

    def _exchange(self, exchange: Exchange, body: bytes) -> None:
        upstream = self.server.gateway.upstream
        with self.server.gateway.connection() as connection:
            try:
                connection.request(self.command, upstream.path(self.path), body or None, self._headers())
                answer = connection.getresponse()
            except TimeoutError:
                exchange.trouble = "silent"
                self._refuse(504)
            except (OSError, http.client.HTTPException) as error:
                exchange.trouble, exchange.said = "unreachable", f"{type(error).__name__}: {error}"
                self._refuse(502)
            else:
                self._pass_back(exchange, answer)

    def _headers(self) -> dict[str, str]:
        upstream = self.server.gateway.upstream
        dropped = _HOP_BY_HOP | (_OURS - _CREDENTIALS if upstream.is_login else _OURS)
        kept = {n: v for n, v in self.headers.items() if n.lower() not in dropped}
        if upstream.is_login:
            return {**kept, "Accept-Encoding": "identity"}
        return {**kept, "Accept-Encoding": "identity", upstream.header: upstream.credential}

    def _pass_back(self, exchange: Exchange, answer: http.client.HTTPResponse) -> None:
        exchange.status = answer.status
        exchange.retry_after = answer.headers.get("Retry-After", "")
        self._begin(answer)
        try:
            while chunk := answer.read1(_CHUNK):
                exchange.take(chunk)
                with contextlib.suppress(OSError):  # keep reading for the price, though the tool has hung up
                    self.wfile.write(chunk)
        except TimeoutError:
            exchange.trouble = "silent"
        except (OSError, http.client.HTTPException) as error:
            exchange.trouble, exchange.said = "unfinished", f"{type(error).__name__}: {error}"
            self._hang_up()
        else:
            exchange.settle(answer.headers.get("Content-Type", ""))
            if answer.length and not exchange.trouble:
                exchange.trouble = "unfinished"

    def _begin(self, answer: http.client.HTTPResponse) -> None:
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            if name.lower() not in _HOP_BY_HOP | {"date", "server"}:
                self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()

    def _hang_up(self) -> None:
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def _refuse(self, status: int) -> None:
        with contextlib.suppress(OSError):
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.send_header("Connection", "close")
            self.end_headers()
