"""A tool that answers from a list: the only double of a model in the tests of prompts and conversations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from testfix_pipeline.agents.calls import Probe, TokenUsage, ToolCall, ToolReply

Step = dict[str, Any] | str | Callable[[ToolCall], ToolReply]


@dataclass
class ScriptedCaller:
    """Gives the next answer each time: a payload, a text, or what a function makes of the call."""

    steps: Sequence[Step]
    name: str = "scripted"
    model: str = "model-1"
    session: str = "s1"
    calls: list[ToolCall] = field(default_factory=list)

    def probe(self) -> Probe:
        return Probe(found=True, usable=True)

    def call(self, call: ToolCall) -> ToolReply:
        step = self.steps[len(self.calls)]
        self.calls.append(call)
        if callable(step):
            return step(call)
        fields: dict[str, Any] = {"text": step} if isinstance(step, str) else {"payload": step}
        usage = TokenUsage(input=100, output=10)
        return ToolReply(tool=self.name, session=self.session, seconds=1.0, usage=usage, **fields)


def edits(files: dict[str, str], **fields: Any) -> Callable[[ToolCall], ToolReply]:
    """A step that writes files into the checkout, as a tool with hands does."""

    def step(call: ToolCall) -> ToolReply:
        for path, text in files.items():
            (Path(call.tree) / path).write_text(text)
        return ToolReply(**{"tool": "scripted", "session": "s1", "changed": sorted(files), **fields})

    return step
