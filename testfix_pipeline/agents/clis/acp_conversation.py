"""One conversation by the Agent Client Protocol: JSON-RPC, a message a line, over the pipes of a running agent.

The agent reads and writes files by itself, within its sandbox: we offer neither files nor terminals, and answer its
requests for permission.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from testfix_pipeline.agents.clis.command_line import as_object
from testfix_pipeline.core.agent_protocol.answer_reading import as_text
from testfix_pipeline.execution.processes.supervisor import Running

PROTOCOL = 1
MOST_BYTES = 16 * 1024 * 1024
"""How much an agent may write in one conversation."""
_CHUNK = 65536
_POLL_MS = 100
GOODBYE_SECONDS = 5.0
"""How long an agent may take to end a prompt that we cancel, before it is ended itself."""
_LOGIN_WANTED = -32000
_NO_SUCH_METHOD = -32601
_READING = frozenset({"read", "search", "think"})
_NEVER = frozenset({"execute", "fetch", "switch_mode"})


class ConversationOver(Exception):
    """The agent has ended, or we end it; why: a sentence, "" where `stop` says why."""

    def __init__(self, why: str = "") -> None:
        super().__init__(why)
        self.why = why


class RequestRefused(Exception):
    """The agent answered a request with an error."""

    def __init__(self, method: str, error: Mapping[str, Any]) -> None:
        details = as_text(as_object(error.get("data")).get("details"))
        said = as_text(error.get("message")) or "an error without a message"
        super().__init__(f"{method}: {said}{f' ({details})' if details else ''}")
        self.code = error.get("code")


class Wire:
    """Messages over an agent's pipes. While waiting it calls `stop`, which returns why to end, "" to go on."""

    def __init__(self, running: Running, stop: Callable[[], str]) -> None:
        assert running.stdin is not None and running.stdout is not None
        self._out, self._in = running.stdin.fileno(), running.stdout.fileno()
        self._stop = stop
        self._unsent, self._received = bytearray(), bytearray()
        self._searched = self._read = 0
        for pipe in (self._out, self._in):
            os.set_blocking(pipe, False)

    def until(self, stop: Callable[[], str]) -> None:
        """Replace the `stop` function."""
        self._stop = stop

    def send(self, **message: Any) -> None:
        """Send a message; it goes out with the next wait, however little the agent reads."""
        self._unsent += json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"

    def receive(self) -> dict[str, Any]:
        """The next message; other lines are skipped. Raises ConversationOver at the end."""
        while True:
            end = self._received.find(b"\n", self._searched)
            if end >= 0:
                line = bytes(self._received[:end])
                del self._received[: end + 1]
                self._searched = 0
                if found := _message(line):
                    return found
                continue
            self._searched = len(self._received)
            if self._stop():
                raise ConversationOver()
            self._wait()

    def _wait(self) -> None:
        poll = select.poll()
        poll.register(self._in, select.POLLIN)
        if self._unsent:
            poll.register(self._out, select.POLLOUT)
        for pipe, event in poll.poll(_POLL_MS):
            if pipe == self._in:
                self._take()
            elif event & select.POLLOUT:
                self._send()
            else:
                self._unsent.clear()  # the agent reads no more; the other pipe's end is handled

    def _send(self) -> None:
        try:
            del self._unsent[: os.write(self._out, self._unsent[:_CHUNK])]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._unsent.clear()

    def _take(self) -> None:
        with contextlib.suppress(BlockingIOError):
            chunk = os.read(self._in, _CHUNK)
            if not chunk:
                raise ConversationOver("It ended in the middle of the conversation.")
            self._received += chunk
            self._read += len(chunk)
            if self._read > MOST_BYTES:
                raise ConversationOver(f"It wrote over {MOST_BYTES >> 20} MiB.")


def _message(line: bytes) -> dict[str, Any]:
    try:
        return as_object(json.loads(line))
    except (ValueError, RecursionError):
        return {}


@dataclass
class Conversation:
    """The requests to an agent, and its output so far.

    mode: "read" permits only reading, "write" all but running commands, fetching and changing its mode.
    """

    wire: Wire
    mode: Literal["read", "write"]
    text: str = ""
    agent: str = ""
    session: str = ""
    _asked: int = 0
    _kinds: dict[str, str] = field(default_factory=dict)

    def begin(self, tree: Path) -> None:
        """Negotiate the protocol and open a session in a folder; with a key if the agent wants a login."""
        offer = {"fs": {"readTextFile": False, "writeTextFile": False}, "terminal": False}
        answer = self.ask("initialize", protocolVersion=PROTOCOL, clientCapabilities=offer)
        if answer.get("protocolVersion") != PROTOCOL:
            version = as_text(answer.get("protocolVersion")) or "none"
            raise ConversationOver(f"It speaks version {version} of the protocol, not {PROTOCOL}.")
        info = as_object(answer.get("agentInfo"))
        self.agent = " ".join(filter(None, (as_text(info.get("name")), as_text(info.get("version")))))
        where: dict[str, Any] = {"cwd": str(tree), "mcpServers": []}
        try:
            opened = self.ask("session/new", **where)
        except RequestRefused as refused:
            method = _login_by_key(answer)
            if refused.code != _LOGIN_WANTED or not method:
                raise
            self.ask("authenticate", methodId=method)
            opened = self.ask("session/new", **where)
        self.session = as_text(opened.get("sessionId"))

    def prompt(self, text: str) -> None:
        """Send a prompt and wait for its end; if we stop earlier, send a cancellation first."""
        try:
            answer = self.ask("session/prompt", sessionId=self.session, prompt=[{"type": "text", "text": text}])
        except ConversationOver as over:
            if not over.why:
                self._cancel()
            raise
        if (reason := as_text(answer.get("stopReason"))) != "end_turn":
            raise ConversationOver(f"It stopped for {reason or 'no reason'}.")

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """The result of a request; other messages meanwhile are recorded or answered. Raises RequestRefused."""
        self._asked += 1
        number = self._asked
        self.wire.send(id=number, method=method, params=params)
        while True:
            message = self.wire.receive()
            if "method" in message:
                self._heed(message)
            elif message.get("id") == number:
                if "error" in message:
                    raise RequestRefused(method, as_object(message["error"]))
                return as_object(message.get("result"))

    def _cancel(self) -> None:
        end = time.monotonic() + GOODBYE_SECONDS
        self.wire.until(lambda: "late" if time.monotonic() > end else "")
        self.wire.send(method="session/cancel", params={"sessionId": self.session})
        with contextlib.suppress(ConversationOver):
            while "method" in (message := self.wire.receive()):
                self._heed(message)

    def _heed(self, message: dict[str, Any]) -> None:
        params = as_object(message.get("params"))
        if message["method"] == "session/update":
            self._take_down(as_object(params.get("update")))
        elif "id" not in message:
            return
        elif message["method"] == "session/request_permission":
            self.wire.send(id=message["id"], result={"outcome": self._permission(params)})
        else:
            error = {"code": _NO_SUCH_METHOD, "message": f"{as_text(message['method'])} is not offered"}
            self.wire.send(id=message["id"], error=error)

    def _take_down(self, update: dict[str, Any]) -> None:
        what, content = update.get("sessionUpdate"), as_object(update.get("content"))
        if what == "agent_message_chunk" and content.get("type") == "text":
            self.text += as_text(content.get("text"))
        elif what in ("tool_call", "tool_call_update") and update.get("kind"):
            self._kinds[as_text(update.get("toolCallId"))] = as_text(update["kind"])

    def _permission(self, params: dict[str, Any]) -> dict[str, Any]:
        call = as_object(params.get("toolCall"))
        kind = as_text(call.get("kind")) or self._kinds.get(as_text(call.get("toolCallId")), "other")
        allowed = kind in _READING if self.mode == "read" else kind not in _NEVER
        offered = {as_text(one.get("kind")): one.get("optionId") for one in _objects(params.get("options"))}
        wanted = ("allow_once", "allow_always") if allowed else ("reject_once", "reject_always")
        chosen = next((offered[name] for name in wanted if offered.get(name)), None)
        return {"outcome": "selected", "optionId": chosen} if chosen else {"outcome": "cancelled"}


def _objects(found: Any) -> list[dict[str, Any]]:
    return [as_object(one) for one in found] if isinstance(found, list) else []


def _login_by_key(answer: dict[str, Any]) -> str:
    """Return the id of the login method that needs no person: by a key in the environment."""
    for one in _objects(answer.get("authMethods")):
        if one.get("type") == "env_var" or "key" in f"{one.get('id')} {one.get('name')}".casefold():
            return as_text(one.get("id"))
    return ""


def hold(running: Running, stop: Callable[[], str], tree: Path, mode: Literal["read", "write"], prompt: str) -> str:
    """Hold a conversation. Returns JSON: `text`, `agent`, `error`, and whether a `login` is missing.

    An empty prompt only opens a session.
    """
    talk = Conversation(Wire(running, stop), mode)
    error, login = "", False
    try:
        talk.begin(tree)
        if prompt:
            talk.prompt(prompt)
    except ConversationOver as over:
        error = over.why or "The conversation was broken off."
    except RequestRefused as refused:
        error, login = str(refused), refused.code == _LOGIN_WANTED
    return json.dumps({"text": talk.text, "agent": talk.agent, "error": error, "login": login})
