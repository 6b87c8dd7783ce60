"""A model server on loopback that answers from a script, and goes wrong in every way that the script asks for.

It speaks Gemini, chat/completions and Responses (`wire_formats`). A script is a list of steps, one per model request,
of which the last is repeated; or a function of the request. A step is an answer, or a fault from below.
"""

from __future__ import annotations

import json
import socket
import struct
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal

from testfix_pipeline_tests.agents.wire_formats import (
    Answer,
    Say,
    Use,
    Wire,
    error_body,
    events,
    is_streamed,
    model_of,
    whole,
    wire_of,
)

__all__ = ["Fault", "ModelServer", "Request", "Say", "Status", "Step", "Use", "refused_address"]


@dataclass(frozen=True)
class Status:
    """An HTTP error, with `Retry-After` where it is given."""

    code: int
    retry_after: int | None = None
    message: str = "scripted error"


@dataclass(frozen=True)
class Fault:
    """hang: no headers, until the server ends. stall: the beginning of an answer, then silence. not_json: a page of
    HTML with status 200. broken: an event that is no JSON, then a reset. empty: an answer without words.
    truncated: half of an answer, then the end of the connection.
    """

    kind: Literal["hang", "stall", "not_json", "broken", "empty", "truncated"]


Step = Answer | Status | Fault


@dataclass(frozen=True)
class Request:
    """One question to the model. `text` is the body as it came: search it for what a prompt must hold."""

    wire: Wire
    model: str
    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    text: str
    turn: int


# Events of an answer that are sent before it breaks off: text, and no end of it.
_BEGINNING: dict[Wire, int] = {"gemini": 1, "chat": 2, "responses": 3}

Script = Sequence[Step] | Callable[[Request], Step]


class ModelServer:
    """Use it in a `with` block. `requests` are the questions so far, `errors` what broke in the server itself."""

    def __init__(self, script: Script, models: Sequence[str] | int = (), key: str = "") -> None:
        """models: those it lists, or the status with which it refuses to; key: what it wants for that, "" = nothing."""
        self._script = script
        self._models, self._key = models, key
        self._lock = threading.Lock()
        self.requests: list[Request] = []
        self.ended = threading.Event()
        self.errors: list[BaseException] = []
        self._http = _Server(("127.0.0.1", 0), _Handler)
        self._http.owner = self
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> ModelServer:
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
        """The server without a path: the base of Gemini's interface. The others' is `address + "/v1"`."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def list_of_models(self, authorization: str) -> tuple[int, bytes]:
        """Status and body of the answer to who asks which models there are."""
        if self._key and authorization != f"Bearer {self._key}":
            return 401, b"{}"
        if isinstance(self._models, int):
            return self._models, b"{}"
        listed = [{"id": name, "object": "model"} for name in self._models]
        return 200, json.dumps({"object": "list", "data": listed, "models": []}).encode()

    def next_step(self, wire: Wire, path: str, headers: dict[str, str], text: str) -> tuple[Request, Step]:
        """Take down a question and say what the script has for it."""
        body = json.loads(text)
        with self._lock:
            turn = len(self.requests)
            request = Request(wire, model_of(wire, path, body), path, headers, body, text, turn)
            self.requests.append(request)
        if callable(self._script):
            return request, self._script(request)
        return request, self._script[min(turn, len(self._script) - 1)]


def refused_address() -> str:
    """The address of a port on loopback that nobody listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}"


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    owner: ModelServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is no error of ours; anything else is shown to the test."""
        error = sys.exc_info()[1]
        if error is not None and not isinstance(error, OSError):
            self.owner.errors.append(error)


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing is printed."""

    def do_GET(self) -> None:
        self._send(*self.server.owner.list_of_models(self.headers.get("Authorization", "")))

    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        wire = wire_of(self.path)
        if wire is None:
            self._send(200, json.dumps({"totalTokens": 1}).encode())
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        request, step = self.server.owner.next_step(wire, self.path, headers, text)
        if isinstance(step, Status):
            self._refuse(request, step)
        elif isinstance(step, Fault):
            self._go_wrong(request, step)
        else:
            self._answer(request, step)

    def _answer(self, request: Request, answer: Answer) -> None:
        if is_streamed(request.wire, request.path, request.body):
            self._begin(200, "text/event-stream")
            self.wfile.write(b"".join(events(request.wire, answer, request.turn)))
        else:
            self._send(200, whole(request.wire, answer, request.turn))

    def _refuse(self, request: Request, step: Status) -> None:
        extra = {} if step.retry_after is None else {"Retry-After": str(step.retry_after)}
        self._send(step.code, error_body(request.wire, step.code, step.message), extra=extra)

    def _go_wrong(self, request: Request, fault: Fault) -> None:
        if fault.kind == "hang":
            self.server.owner.ended.wait()
        elif fault.kind == "not_json":
            self._send(200, b"<html><body>Welcome to the hotel's network</body></html>", "text/html")
        elif fault.kind == "empty":
            self._answer(request, Say(""))
        else:
            self._break_off(request, fault)

    def _break_off(self, request: Request, fault: Fault) -> None:
        """Send the beginning of an answer, and then what the fault says."""
        answer = Say("I have looked at the failing test and found that the sign in the sum is wrong, ")
        if is_streamed(request.wire, request.path, request.body):
            self._begin(200, "text/event-stream")
            beginning = b"".join(events(request.wire, answer, request.turn)[: _BEGINNING[request.wire]])
        else:
            body = whole(request.wire, answer, request.turn)
            self._begin(200, "application/json", len(body))
            beginning = body[: len(body) // 2]
        self.wfile.write(beginning + (b'data: {"cand\n\n' if fault.kind == "broken" else b""))
        self.wfile.flush()
        if fault.kind == "stall":
            self.server.owner.ended.wait()
        elif fault.kind == "broken":
            self._reset()

    def _reset(self) -> None:
        self.wfile.flush()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def _begin(self, status: int, kind: str, length: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.send_header("Connection", "close")
        self.close_connection = True
        self.end_headers()

    def _send(
        self, status: int, body: bytes, kind: str = "application/json", extra: dict[str, str] | None = None
    ) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **(extra or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
