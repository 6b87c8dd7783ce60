"""A model server on loopback that answers from a script, and goes wrong in every way that the script asks for.

It speaks Gemini, chat/completions, Responses and Messages (`wire_formats`). A script is a list of steps, one per model
request, of which the last is repeated; or a function of the request. A step is an answer, or a fault from below.
"""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
from testfix_pipeline_tests.loopback_server import LoopbackHandler, LoopbackServer

__all__ = ["Fault", "ModelServer", "Request", "Say", "Script", "Status", "Step", "Use", "refused_address"]


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
JSON = {"Content-Type": "application/json"}


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
_BEGINNING: dict[Wire, int] = {"gemini": 1, "chat": 2, "responses": 3, "messages": 3}

Script = Sequence[Step] | Callable[[Request], Step]


class _Handler(LoopbackHandler):
    @property
    def model_server(self) -> ModelServer:
        assert isinstance(self.server.owner, ModelServer)
        return self.server.owner

    def do_GET(self) -> None:
        status, body = self.model_server.list_of_models(self.headers.get("Authorization", ""))
        self.send(status, body, JSON)

    def do_POST(self) -> None:
        text = self.body_text()
        wire = wire_of(self.path)
        if wire is None:
            self.send(200, json.dumps({"totalTokens": 1}).encode(), JSON)
            return
        request, step = self.model_server.next_step(wire, self.path, self.lower_headers(), text)
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
            self.send(200, whole(request.wire, answer, request.turn), JSON)

    def _refuse(self, request: Request, step: Status) -> None:
        extra = {} if step.retry_after is None else {"Retry-After": str(step.retry_after)}
        self.send(step.code, error_body(request.wire, step.code, step.message), {**JSON, **extra})

    def _go_wrong(self, request: Request, fault: Fault) -> None:
        if fault.kind == "hang":
            self.server.owner.ended.wait()
        elif fault.kind == "not_json":
            page = b"<html><body>Welcome to the hotel's network</body></html>"
            self.send(200, page, {"Content-Type": "text/html"})
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
            self.reset()

    def _begin(self, status: int, kind: str, length: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.send_header("Connection", "close")
        self.close_connection = True
        self.end_headers()


class ModelServer(LoopbackServer):
    """Use it in a `with` block. `requests` are the questions so far. `address` is the base of Gemini's and
    Anthropic's interfaces, that of the others is `address + "/v1"`."""

    handler = _Handler

    def __init__(self, script: Script, models: Sequence[str] | int = (), key: str = "") -> None:
        """models: those it lists, or the status with which it refuses to; key: what it wants for that, "" = nothing."""
        super().__init__()
        self._script = script
        self._models, self._key = models, key
        self._lock = threading.Lock()
        self.requests: list[Request] = []

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
