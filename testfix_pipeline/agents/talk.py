"""One conversation with a tool: several calls that share their time, and go on in the tool's own session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from testfix_pipeline.agents.calls import Caller, Mode, ToolCall, ToolReply

LEAST_SECONDS = 1.0
"""Less is not begun."""


@dataclass
class Talk:
    """The calls so far. seconds: for all of them; mode, schema, cancel: see `ToolCall`."""

    caller: Caller
    tree: Path
    seconds: float
    mode: Mode = "read"
    schema: Mapping[str, Any] | None = None
    cancel: Callable[[], bool] | None = None
    replies: list[ToolReply] = field(default_factory=list)

    def ask(self, prompt: str, *, go_on: bool = False) -> ToolReply:
        reply = self.caller.call(
            ToolCall(
                prompt=prompt,
                tree=self.tree,
                mode=self.mode,
                seconds=self.left,
                resume=self.session if go_on else "",
                schema=self.schema,
                cancel=self.cancel,
            )
        )
        self.replies.append(reply)
        return reply

    @property
    def session(self) -> str:
        return self.replies[-1].session if self.replies else ""

    @property
    def left(self) -> float:
        return self.seconds - sum(reply.seconds for reply in self.replies)

    @property
    def may_go_on(self) -> bool:
        return self.left >= LEAST_SECONDS and not (self.cancel is not None and self.cancel())

    @property
    def raw(self) -> str:
        return "\n\n".join(reply.raw or reply.text for reply in self.replies)

    @property
    def changed(self) -> list[str]:
        return sorted({path for reply in self.replies for path in reply.changed})
