"""The names of tools."""

import pytest

from testfix_pipeline.core.configuration.settings import read_config
from testfix_pipeline.core.configuration.tool_names import (
    ToolName,
    automatic,
    expanded,
    parse_tool,
    tools_by_role,
    tools_for,
)
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.steps.iteration.session_agents import check_tools


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


def test_a_role_has_its_own_tools_and_the_others_the_order_of_all() -> None:
    names = ["plan=claude", "codex", "explore=claude:haiku", "explore=gemini"]
    assert tools_for(names, "plan") == ["claude"] and tools_for(names, "fix") == ["codex"]
    assert tools_for(names, "explore") == ["claude:haiku", "gemini"] and tools_for(names, "generate") == ["codex"]
    assert expanded(names) == ["codex", "claude", "claude:haiku", "gemini"]
    assert tools_by_role(names) == {"": ["codex"], "plan": ["claude"], "explore": ["claude:haiku", "gemini"]}
    assert tools_for(["fix=codex"], "plan") == expanded(["auto"])
    assert expanded(["plan=builtin", "fix=codex", "explore=codex", "generate=codex"]) == ["builtin", "codex"]
    assert automatic(["fix=codex", "auto"]) == {"gemini", "qwen", "claude", "opencode", "copilot"}
    assert expanded([]) == []


def test_a_table_of_roles_is_the_same_as_their_list() -> None:
    table = {"plan": "claude", "fix": ["codex", "gemini"], "explore": "claude:haiku"}
    assert read_config({"agents": table}).agents == ["plan=claude", "fix=codex", "fix=gemini", "explore=claude:haiku"]
    assert read_config({"agents": "plan=claude, builtin"}).agents == ["plan=claude", "builtin"]


@pytest.mark.parametrize("agents", [{"planner": "claude"}, ["planner=claude"], {"plan": 1}, {}, {"plan": []}])
def test_an_unknown_role_is_refused_with_those_there_are(agents: object) -> None:
    with pytest.raises(InvalidConfig, match=r"a table of roles \(plan, fix, explore, generate\) and their tools"):
        read_config({"agents": agents})


def test_an_unknown_tool_of_a_role_is_refused_with_those_there_are() -> None:
    with pytest.raises(InvalidConfig, match="There is no tool 'cursor'") as refused:
        check_tools(read_config({"agents": {"fix": "cursor"}}).agents)
    assert "`claude`" in refused.value.next_step


@pytest.mark.parametrize("money", [{"planner": 1}, {"fix": -1}, {"fix": "much"}, [1]])
def test_a_budget_of_no_role_is_refused(money: object) -> None:
    with pytest.raises(InvalidConfig, match="role_money must be a table of roles"):
        read_config({"role_money": money})
