"""A session whose roles have tools of their own: who plans, who fixes, who explores, and what each may cost."""

from collections.abc import Callable
from typing import Any

from testfix_pipeline.agents.calls import ToolCall, ToolReply
from testfix_pipeline.core.agent_protocol.call_journal import JOURNAL
from testfix_pipeline.steps.tools.planning_tools import wanted_tools
from testfix_pipeline_tests.agents.scripted_tool import ScriptedTool, reply
from testfix_pipeline_tests.cycle.agents.test_several_tools import ANALYSIS, analysis, journal_of, lines, repair
from testfix_pipeline_tests.cycle.projects import GOOD, WORDS, calc_files

Measured = Callable[..., Any]
Tools = Callable[..., None]


def idle(call: ToolCall) -> ToolReply:
    return reply(text="no idea", input_tokens=3000, output_tokens=200)


def test_one_plans_and_another_fixes_and_the_record_gives_the_same(measured, tools, tmp_path) -> None:
    claude, codex = ScriptedTool("claude", [analysis()]), ScriptedTool("codex", [repair])
    tools(claude=claude, codex=codex, gemini=ScriptedTool("gemini", ["never"]))
    roles = ["plan=claude", "fix=codex", "generate=gemini", "builtin"]
    session = measured(calc_files("add"), {}, {}, agents=roles)
    result = session.finish()
    assert (result["outcome"], result["iterations"]) == ("success", 1)
    assert (session.state.iterations[0].tool, session.attempts["IMPL-fix-1"].tool) == ("claude", "codex")
    assert [call.mode for call in claude.calls] == ["read"] and [call.mode for call in codex.calls] == ["write"]
    asked = [(line.tool, line.role) for line in lines(session) if line.event == "asked"]
    assert asked == [("claude", "plan"), ("codex", "fix")]
    assert "plan by claude (sonnet), then the built-in engine; fix by codex (gpt-5.1-codex)" in result["asks"]
    assert "analysis by claude" in result["answers"][0] and "IMPL-fix-1 by codex" in result["answers"][0]
    assert wanted_tools(session.ref.open(), "generation") == ["gemini"]
    assert wanted_tools(session.ref.open(), "test-analysis") == ["claude"]
    kept = tmp_path / "record.jsonl"
    kept.write_bytes((session.folder / JOURNAL).read_bytes())
    again = measured(calc_files("add"), {}, {}, agents=[f"replay:{kept}"])
    assert again.finish()["diff"] == result["diff"] and journal_of(again) == journal_of(session)


def test_three_fixers_at_once_get_the_cheap_model_of_the_tool(measured: Measured, tools: Tools) -> None:
    causes = iter("abcdefghijkl")

    def work(call: ToolCall) -> ToolReply:
        if call.mode == "write":
            return repair(call) if "exploratory" in call.prompt else idle(call)
        wanted = 3 if "3 hypotheses are wanted" in call.prompt else 1
        found = [{**ANALYSIS, "root_causes": [f"reason {next(causes) * 9}"]} for _ in range(wanted)]
        return reply(text=WORDS, payload={"report": WORDS, "hypotheses": found})

    tools(claude=ScriptedTool("claude", [work]))
    session = measured(calc_files("add"), {}, {}, agents=["claude"])
    assert [session.iteration(number).result for number in (1, 2)] == ["no_gain", "no_gain"]
    record = session.iteration(3)
    assert (record.strategy, record.result, session.source()) == ("exploratory", "landed", GOOD)
    assert {session.attempts[name].tool for name in record.fix_tasks} == {"claude:haiku"}
    roles = {(line.tool, line.role) for line in lines(session) if line.event == "asked"}
    assert roles == {("claude", "plan"), ("claude", "fix"), ("claude:haiku", "explore")}


def test_where_only_planning_has_a_tool_of_its_own_the_order_of_all_fixes(measured: Measured, tools: Tools) -> None:
    tools(claude=ScriptedTool("claude", [analysis()]), codex=ScriptedTool("codex", [repair]))
    session = measured(calc_files("add"), {}, {}, agents=["plan=claude", "codex"])
    assert (session.iteration(1).tool, session.attempts["IMPL-fix-1"].tool) == ("claude", "codex")


def test_a_role_may_cost_no_more_than_its_own_budget(measured: Measured, tools: Tools) -> None:
    claude = ScriptedTool("claude", [repair])
    tools(claude=claude)
    session = measured(calc_files("add"), {}, {}, agents=["claude"])
    record = session.store.session()
    session.store.save_session(record.model_copy(update={"config": record.config | {"role_money": {"fix": 0.001}}}))
    assert session.iteration(1).tool == "claude"
    assert [call.mode for call in claude.calls] == ["read"]
    [refused] = [line for line in lines(session) if line.event == "not_asked"]
    assert refused.why.startswith("the budget of the role fix does not fund the call: ")
    assert session.attempts["IMPL-fix-1"].tool == "builtin"
