"""The names of tools."""

import pytest

from testfix_pipeline.core.configuration.tool_names import ToolName, automatic, expanded, parse_tool
from testfix_pipeline.core.errors import InvalidConfig


@pytest.mark.parametrize(
    ("text", "kind", "program", "rest"),
    [
        ("builtin", "agent", "builtin", ""),
        ("gemini", "model", "gemini", ""),
        ("codex:gpt-5.1-codex-mini", "model", "codex", "gpt-5.1-codex-mini"),
        ("endpoint", "model", "endpoint", ""),
        ("endpoint:http://127.0.0.1:1/v1#org/m:7b", "model", "endpoint", "http://127.0.0.1:1/v1#org/m:7b"),
        ("replay:a/b.jsonl", "replay", "", "a/b.jsonl"),
        ("recorded:x.json", "recorded", "", "x.json"),
    ],
)
def test_a_name_is_taken_apart(text: str, kind: str, program: str, rest: str) -> None:
    found = parse_tool(text)
    assert (found.text, found.kind, found.program, found.rest) == (text, kind, program, rest)
    assert isinstance(found, ToolName)


@pytest.mark.parametrize("text", ["", "cursor", "gemini:", "builtin:x", "replay", "replay:", "endpoint:", "models:x"])
def test_a_tool_nobody_knows_is_refused_with_those_there_are(text: str) -> None:
    with pytest.raises(InvalidConfig, match="There is no tool") as refused:
        parse_tool(text)
    assert "gemini" in refused.value.next_step and "endpoint:URL#MODEL" in refused.value.next_step


def test_models_stands_for_the_three_in_their_order_and_none_is_asked_twice() -> None:
    assert expanded(["models", "builtin"]) == ["gemini", "qwen", "codex", "builtin"]
    assert expanded(["codex", "models"]) == ["codex", "gemini", "qwen"]


def test_auto_adds_the_others_after_the_three_in_the_order_that_it_names() -> None:
    three = ["gemini", "qwen", "codex"]
    assert expanded(["auto"]) == [*three, "claude", "opencode", "copilot", "builtin"]
    assert expanded(["auto:copilot+opencode"]) == [*three, "copilot", "opencode", "claude", "builtin"]
    assert expanded(["claude", "auto"])[:2] == ["claude", "gemini"]
    assert automatic(["claude", "auto:copilot"]) == {*three, "opencode", "copilot"}
    with pytest.raises(InvalidConfig, match="orders codex, which can't be"):
        expanded(["auto:codex+claude"])
