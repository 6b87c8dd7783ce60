"""A scripted tool: the only double of a model in tests that need a tool's calls."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from testfix_pipeline.agents.calls import Probe, TokenUsage, ToolCall, ToolReply

Act = Callable[[ToolCall], ToolReply]
Step = ToolReply | Act | dict[str, Any] | str
"""A reply, what makes one of the call, or an answer's JSON or text."""


def reply(tool: str = "", input_tokens: int = 0, output_tokens: int = 0, **fields: Any) -> ToolReply:
    return ToolReply(tool=tool, usage=TokenUsage(input=input_tokens, output=output_tokens), **fields)


def edits(files: dict[str, str], **fields: Any) -> Act:
    """A step that writes files into the checkout, as a tool with hands does."""

    def step(call: ToolCall) -> ToolReply:
        for path, text in files.items():
            place = Path(call.tree) / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
        return reply(**{"session": "s1", "changed": sorted(files), **fields})

    return step


@dataclass
class ScriptedTool:
    """Answers with its replies one after another, the last one again and again; `calls` is what it was asked.

    session: the conversation that plain answers belong to, "" where the tool forgets.
    """

    name: str
    replies: Sequence[Step]
    model: str = "scripted-model"
    found: Probe = field(default_factory=lambda: Probe(found=True, version="1", usable=True))
    session: str = "s1"
    calls: list[ToolCall] = field(default_factory=list)

    def probe(self) -> Probe:
        return self.found

    def call(self, call: ToolCall) -> ToolReply:
        self.calls.append(call)
        found = self._answer(self.replies[min(len(self.calls), len(self.replies)) - 1], call)
        return found.model_copy(update={"tool": self.name, "model": found.model or self.model})

    def _answer(self, step: Step, call: ToolCall) -> ToolReply:
        if isinstance(step, ToolReply):
            return step
        if callable(step):
            return step(call)
        said: dict[str, Any] = {"text": step} if isinstance(step, str) else {"payload": step}
        return reply(session=self.session, seconds=1.0, input_tokens=100, output_tokens=10, **said)
