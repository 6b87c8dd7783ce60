"""Several tools with models in one session: who is asked, who answers, what it costs, and the same from the record."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from testfix_pipeline.agents.calls import Probe, ToolCall, ToolReply
from testfix_pipeline.core.agent_protocol.call_journal import JOURNAL, JournalLine, read_lines
from testfix_pipeline.steps.tools.model_tools import tools_of
from testfix_pipeline.steps.tools.planning_tools import wanted_tools
from testfix_pipeline_tests.agents.scripted_tool import ScriptedTool, reply
from testfix_pipeline_tests.cycle.projects import GOOD, WORDS, calc_files

Measured = Callable[..., Any]
Tools = Callable[..., None]
TOOLS = ["gemini", "qwen", "codex"]
ANALYSIS = {
    "root_causes": ["add takes away"],
    "modification_points": ["calc.py:add:1-2"],
    "affected_tests": [],
    "confidence_score": 0.9,
    "approach": "add",
}


def analysis(**fields: Any) -> ToolReply:
    answer = f"{WORDS}\n```json\n{json.dumps({**ANALYSIS, **fields})}\n```"
    return reply(text=answer, payload={**ANALYSIS, **fields}, input_tokens=1000, output_tokens=500)


def repair(call: ToolCall) -> ToolReply:
    """Analyse when asked to read, edit when asked to write."""
    if call.mode == "read":
        return analysis()
    (call.tree / "calc.py").write_text(GOOD)
    return reply(text="done", changed=["calc.py"], input_tokens=3000, output_tokens=200)


def lines(session: Any) -> list[JournalLine]:
    return read_lines(session.folder / JOURNAL)


def reserved(session: Any, tool: str) -> str:
    """What the one call of a tool that did not answer is taken to have cost."""
    [line] = [line for line in lines(session) if (line.event, line.tool) == ("answered", tool)]
    return f"{line.tokens:,} tokens, ${line.money:.2f}"


def journal_of(session: Any) -> list[tuple[str, str, str]]:
    """What the journal says happened, without what differs from run to run."""
    return [(line.event, line.tool, line.kind) for line in lines(session)]


def test_gemini_down_qwen_slow_codex_good_ends_green_and_replays_the_same(measured, tools, tmp_path) -> None:
    tools(
        gemini=ScriptedTool("gemini", [reply(kind="connection_error", why="refused")]),
        qwen=ScriptedTool("qwen", [reply(kind="timeout", seconds=2400)]),
        codex=ScriptedTool("codex", [repair]),
    )
    session = measured(calc_files("add"), {}, {}, agents=TOOLS)
    result = session.finish()
    assert (result["outcome"], result["iterations"], result["usage"]["calls"]) == ("success", 1, 4)
    [record] = session.state.iterations
    assert (record.tool, record.analysis_quality, session.attempts["IMPL-fix-1"].tool) == ("codex", "normal", "codex")
    assert [(one.tool, one.rule) for one in record.refusals] == [("gemini", "transport"), ("qwen", "transport")]
    summary = (session.folder / ".summaries/iteration-summaries/iteration-1.md").read_text()
    assert "- refused: gemini: gemini could not be reached." in summary
    assert "- refused: qwen: qwen did not answer in time (2400 s)." in summary
    assert "- by: codex" in summary and "- models: 4 calls" in summary
    assert result["answers"] == [
        "iteration 1: gemini refused (0 s, 0 tokens, $0.00): gemini could not be reached; "
        f"qwen refused (2400 s, {reserved(session, 'qwen')}): qwen did not answer in time (2400 s); "
        "analysis by codex (0 s, 1,500 tokens, $0.02); IMPL-fix-1 by codex (0 s, 3,200 tokens, $0.02)",
        f"in all: gemini (0 s, 0 tokens, $0.00), qwen (2400 s, {reserved(session, 'qwen')}), "
        "codex (0 s, 4,700 tokens, $0.04); 2 answers refused; degraded iterations: none; fallbacks: none",
    ]
    report = Path(result["report"]).read_text()
    assert "## Who answered" in report and f"- {result['answers'][-1]}" in report
    kept = tmp_path / "record.jsonl"
    kept.write_bytes((session.folder / JOURNAL).read_bytes())

    tools(**{name: ScriptedTool(name, [reply(kind="crash")]) for name in TOOLS})  # nobody is asked any more
    again = measured(calc_files("add"), {}, {}, agents=[f"replay:{kept}"])
    repeated = again.finish()
    assert repeated["outcome"] == "success" and repeated["diff"] == result["diff"]
    assert again.source() == GOOD
    assert journal_of(again) == [(line.event, line.tool, line.kind) for line in read_lines(kept)]
    assert repeated["usage"] == result["usage"]


def test_a_tool_that_is_not_usable_is_left_out_with_a_notice_and_that_is_no_degradation(
    measured: Measured, tools: Tools, tmp_path: Path
) -> None:
    missing = Probe(False, why="gemini is not on the PATH", next_step="npm install -g gemini")
    tools(
        gemini=ScriptedTool("gemini", [], found=missing),
        qwen=ScriptedTool("qwen", [], found=Probe(True, "0.24", False, "not logged in", "Set QWEN_API_KEY.")),
        codex=ScriptedTool("codex", [repair]),
    )
    session = measured(calc_files("add"), {}, {}, agents=["models"])
    wb = session.ref.open()
    assert tools_of(wb, 1) == ["codex"]
    assert wb.session.tool_notices == [
        "gemini is left out: gemini is not on the PATH. npm install -g gemini",
        "qwen is left out: not logged in. Set QWEN_API_KEY.",
    ]
    assert set(journal_of(session)) == {
        ("left_out", "gemini", "ok"),
        ("left_out", "qwen", "ok"),
    }  # each time a run starts
    tools(codex=ScriptedTool("codex", [], found=missing))
    nobody = measured(calc_files("add"), {}, {}, agents=["models"])
    assert tools_of(nobody.ref.open(), 1) == []
    assert nobody.iteration(1).analysis_quality == "normal"
    assert (nobody.state.iterations[0].tool, nobody.state.iterations[0].result) == ("builtin", "landed")
    [worked] = [line for line in lines(nobody) if line.event == "worked"]
    assert (worked.tool, worked.task, list(worked.files)) == ("builtin", "IMPL-fix-1", ["calc.py"])
    kept = tmp_path / "record.jsonl"
    kept.write_bytes((nobody.folder / JOURNAL).read_bytes())
    repaired, tried = nobody.source(), nobody.attempts["IMPL-fix-1"].candidates_tried
    again = measured(calc_files("add"), {}, {}, agents=[f"replay:{kept}"])
    again.iteration(1)
    assert (again.source(), again.attempts["IMPL-fix-1"].candidates_tried) == (repaired, tried)


def test_without_settings_no_tool_with_a_model_is_looked_for(measured: Measured, tools: Tools) -> None:
    def never(*_: Any) -> Any:
        raise AssertionError("no command line is wanted")

    tools(**dict.fromkeys(TOOLS, never))
    session = measured(calc_files("add"), {}, {}, agents=["builtin"])
    assert tools_of(session.ref.open(), 1) == ["builtin"] and lines(session) == []


def test_before_the_cycle_those_are_asked_who_come_before_the_built_in_planner(measured, tools, tmp_path) -> None:
    tools(gemini=ScriptedTool("gemini", []), qwen=ScriptedTool("qwen", [], found=Probe(False, why="it is missing")))
    script = tmp_path / "script.json"
    script.write_text("{}")
    wanted = {
        ("builtin", "gemini"): [],
        ("gemini", "builtin", "codex"): ["gemini"],
        ("qwen", f"recorded:{script}", "gemini"): ["gemini"],
    }
    for agents, asked in wanted.items():
        session = measured(calc_files("add"), {}, {}, agents=list(agents))
        assert wanted_tools(session.ref.open(), "generation") == asked


def test_a_worker_that_fails_hands_its_task_on(measured: Measured, tools: Tools) -> None:
    def analyses_and_dies(call: ToolCall) -> ToolReply:
        if call.mode == "read":
            return analysis()
        (call.tree / "calc.py").write_text("half written")
        return reply(kind="http_error", http_status=503)

    tools(gemini=ScriptedTool("gemini", [analyses_and_dies]), codex=ScriptedTool("codex", [repair]))
    session = measured(calc_files("add"), {}, {}, agents=["gemini", "codex"])
    assert session.iteration(1).tool == "gemini"
    attempt = session.attempts["IMPL-fix-1"]
    assert (attempt.tool, attempt.result) == ("codex", "landed") and session.source() == GOOD
    said = (session.folder / ".summaries/iteration-summaries/iteration-1.md").read_text()
    assert "- answered: IMPL-fix-1 by codex (0 s, 3,200 tokens, $0.02), not gemini: http_error" in said
    assert session.finish()["answers"][-1].endswith("degraded iterations: none; fallbacks: IMPL-fix-1")


def test_what_the_rest_of_the_money_can_not_fund_is_not_started(measured: Measured, tools: Tools) -> None:
    """An analysis costs 0.0015 at these prices, a fix 0.0032; the fix changes nothing, so iterations go on."""

    def idle(call: ToolCall) -> ToolReply:
        if call.mode == "read":
            return analysis(root_causes=[f"cause {len(gemini.calls)}"])
        return reply(text="no idea", input_tokens=3000, output_tokens=200)

    gemini = ScriptedTool("gemini", [idle])
    tools(gemini=gemini)
    session = measured(calc_files("add"), {}, {}, agents=["gemini"], budget_money=0.01)
    config = session.store.session().config | {"prices": {"scripted-model": [1.0, 1.0]}}
    session.store.save_session(session.store.session().model_copy(update={"config": config}))
    result = session.finish()
    assert result["outcome"] == "paused" and "money" in result["reason"]
    assert result["usage"]["money"] <= 0.01 + 0.0032
    assert session.state.iterations[-1].completed_at  # what was begun is settled


def test_what_an_analysis_leaves_is_tried_before_anybody_is_asked_again(measured: Measured, tools: Tools) -> None:
    """Two hypotheses, the second of which is right; and an opinion, which changes no class and raises what matters."""
    causes = [{**ANALYSIS, "root_causes": [cause]} for cause in ("the tests add wrongly", "add takes away from a")]
    said = {"test": "test_calc.py::test_add[1-2]", "class": "test_defect", "criticality": "high", "evidence": "Odd."}

    def work(call: ToolCall) -> ToolReply:
        if call.mode == "read":
            return reply(text=WORDS, payload={"report": WORDS, "hypotheses": causes, "failures": [said]})
        if "add takes away from a" not in call.prompt.partition("# Failures")[0]:
            return reply(text="The cause is wrong, nothing is changed.")
        return repair(call)

    gemini = ScriptedTool("gemini", [work])
    tools(gemini=gemini)
    session = measured(calc_files("add"), {}, {}, agents=["gemini"])
    first = session.iteration(1)
    assert (first.result, session.attempts["IMPL-fix-1"].root_causes) == ("no_gain", ["the tests add wrongly"])
    failures = {one.test: one for one in session.store.results().failures}
    failure = failures["test_calc.py::test_add[1-2]"]
    assert (failure.failure_class, failure.criticality) == ("code_defect", "high")
    assert failure.evidence.endswith("gemini takes it for test_defect: Odd.")
    assert {one.criticality for test, one in failures.items() if test != failure.test} == {"medium"}

    second = session.iteration(2)
    assert (second.result, second.tool, session.source()) == ("landed", "gemini", GOOD)
    assert session.attempts["IMPL-fix-2"].root_causes == ["add takes away from a"]
    assert [call.mode for call in gemini.calls] == ["read", "write", "write"]
    journal_of = (session.folder / ".process/iteration-2-analysis.md").read_text()
    assert "Nobody was asked: this is the next hypothesis that iteration 1 left." in journal_of
