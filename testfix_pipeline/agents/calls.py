"""The interface of a call of a model's tool: request and reply, the same for all tools.

Adapters of command lines, an endpoint and a recording are all a `Caller`; the code above them decides what is asked in
which order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol, runtime_checkable

from pydantic import Field

from testfix_pipeline.core.agent_protocol.protocol import ReplyKind
from testfix_pipeline.core.record_base import Record

Mode = Literal["read", "write"]


@dataclass(frozen=True)
class ToolCall:
    """A request to a tool.

    tree: the checkout it may read, and in mode "write" also edit; without a git worktree no change is reported.
    seconds: wall time after which we end the call. model: the model's name, "" = the tool's own default. resume: the
    session of an earlier reply of the same tool to continue, "" = a new one. readable: folders outside of the tree that
    it may read, never write. schema: JSON schema of the answer, for tools with a flag for it; a description in the
    prompt is up to the caller. cancel: asked regularly; true ends the call.
    """

    prompt: str
    tree: Path
    mode: Mode = "read"
    seconds: float = 2400.0
    model: str = ""
    resume: str = ""
    readable: tuple[Path, ...] = ()
    schema: Mapping[str, Any] | None = None
    cancel: Callable[[], bool] | None = None


class TokenUsage(Record):
    """The tokens of one call as the tool reports them; zero if it does not.

    `input` counts the whole prompt, including the `cached` part; `output` includes the model's reasoning.
    """

    input: int = 0
    output: int = 0
    cached: int = 0

    @property
    def total(self) -> int:
        return self.input + self.output

    def __add__(self, other: TokenUsage) -> TokenUsage:
        return TokenUsage(
            input=self.input + other.input, output=self.output + other.output, cached=self.cached + other.cached
        )


class ToolReply(Record):
    """The reply to a call. An expected failure is a reply, never an exception.

    kind, http_status, why: the outcome, and its evidence as a sentence; an exit code is no evidence. retry_after:
    seconds that the server asked to wait, 0 if it did not say. text: the answer's text. payload: the JSON object in it,
    None if there is none. raw: all output of the tool. session: the tool's own id of the conversation, for
    `ToolCall.resume`. changed: the files of the tree that differ from before the call, by git. containment, network:
    the process's sandbox ("bubblewrap", ...), and "open" if it could reach any host.
    """

    tool: str
    model: str = ""
    kind: ReplyKind = "ok"
    http_status: int | None = None
    retry_after: float = 0.0
    why: str = ""
    text: str = ""
    payload: dict[str, Any] | None = None
    raw: str = ""
    seconds: float = 0.0
    session: str = ""
    usage: TokenUsage = TokenUsage()
    changed: list[str] = Field(default_factory=list)
    containment: str = ""
    network: Literal["", "open", "limited"] = ""


@dataclass(frozen=True)
class Probe:
    """Whether a tool can be used: its path and version, or why it can't be used and what to do."""

    found: bool
    version: str = ""
    usable: bool = False
    why: str = ""
    next_step: str = ""


@runtime_checkable
class Caller(Protocol):
    """A tool that can be called. `name` is the tool's, `model` the default model."""

    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str: ...

    def probe(self) -> Probe:
        """Whether the tool can be used, without calling a model."""

    def call(self, call: ToolCall) -> ToolReply: ...


@runtime_checkable
class GlancingCaller(Caller, Protocol):
    """A tool whose full probe starts it, which takes seconds."""

    def glance(self) -> Probe:
        """Probe the tool without starting it."""


@runtime_checkable
class ServerCaller(Caller, Protocol):
    """A server with an address. is_local: whether it is on this machine, so that its calls are free."""

    @property
    def is_local(self) -> bool: ...

    def reach(self) -> Probe:
        """Probe, and request a response of the server."""
