"""A scripted tool: the only double of the tests that need a tool's calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from testfix_pipeline.agents.calls import Probe, TokenUsage, ToolCall, ToolReply

Act = Callable[[ToolCall], ToolReply]


def reply(tool: str = "", input_tokens: int = 0, output_tokens: int = 0, **fields: Any) -> ToolReply:
    return ToolReply(tool=tool, usage=TokenUsage(input=input_tokens, output=output_tokens), **fields)


@dataclass
class ScriptedTool:
    """Answers with its replies one after another, the last one again and again; `calls` is what it was asked."""

    name: str
    replies: list[ToolReply | Act]
    model: str = "scripted-model"
    found: Probe = field(default_factory=lambda: Probe(found=True, version="1", usable=True))
    calls: list[ToolCall] = field(default_factory=list)

    def probe(self) -> Probe:
        return self.found

    def call(self, call: ToolCall) -> ToolReply:
        self.calls.append(call)
        answer = self.replies[min(len(self.calls), len(self.replies)) - 1]
        found = answer(call) if callable(answer) else answer
        return found.model_copy(update={"tool": self.name, "model": found.model or self.model})
