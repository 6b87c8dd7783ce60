"""One conversation with a tool: several calls that share a time limit and the tool's own session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from testfix_pipeline.agents.calls import Caller, Mode, ToolCall, ToolReply

LEAST_SECONDS = 1.0
"""Less is not begun."""

FINISH_SHARE, LEAST_TO_FINISH, MOST_TO_FINISH = 0.1, 10.0, 120.0
"""What of a conversation's seconds is reserved for the question to finish: an answer is one turn of the model, not
many. Where a tenth is less than ten seconds nothing is kept back: starting a command line takes about as long.
"""


@dataclass
class Talk:
    """The calls so far. seconds: for all of them; mode, schema, readable, cancel: see `ToolCall`.

    finish: the prompt for a tool that has used up its time and still responds; "" = it is ended.
    """

    caller: Caller
    tree: Path
    seconds: float
    mode: Mode = "read"
    schema: Mapping[str, Any] | None = None
    cancel: Callable[[], bool] | None = None
    finish: str = ""
    readable: tuple[Path, ...] = ()
    replies: list[ToolReply] = field(default_factory=list)
    _asked_to_finish: bool = False

    def ask(self, prompt: str, *, go_on: bool = False) -> ToolReply:
        """Return the reply. If its time ran out, the tool is asked once to finish, and that reply counts."""
        reply = self._call(
            prompt, self.session if go_on else "", max(self.left - self._reserved_seconds, LEAST_SECONDS)
        )
        if not self._may_be_asked_to_finish(reply):
            return reply
        self._asked_to_finish = True
        last = self._call(self.finish, reply.session, self.left)
        return last if last.kind == "ok" else reply

    @property
    def _reserved_seconds(self) -> float:
        """Return the seconds reserved for the question to finish."""
        kept = min(MOST_TO_FINISH, FINISH_SHARE * self.seconds)
        return kept if self.finish and not self._asked_to_finish and kept >= LEAST_TO_FINISH else 0.0

    def _may_be_asked_to_finish(self, reply: ToolReply) -> bool:
        timed_out = reply.kind == "timeout" and bool(reply.session)
        return timed_out and self._reserved_seconds > 0 and self.may_go_on

    def _call(self, prompt: str, session: str, seconds: float) -> ToolReply:
        reply = self.caller.call(
            ToolCall(
                prompt=prompt,
                tree=self.tree,
                mode=self.mode,
                seconds=seconds,
                resume=session,
                readable=self.readable,
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
