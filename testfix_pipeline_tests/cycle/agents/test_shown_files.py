"""What an agent is shown of its session, and what the planner's answer leaves behind."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from testfix_pipeline.agents.calls import ToolCall, ToolReply
from testfix_pipeline_tests.agents.scripted_tool import ScriptedTool, reply
from testfix_pipeline_tests.cycle.agents.test_several_tools import analysis
from testfix_pipeline_tests.cycle.projects import GOOD, calc_files

Measured = Callable[..., Any]
Tools = Callable[..., None]
SUMMARY = {"estimated_complexity": "medium", "expected_pass_rate_improvement": "70% → 99%"}
NAMES = ("task", "state", "results", "log", "analysis", "history")


def repairing(seen: dict[str, list[str]]) -> Callable[[ToolCall], ToolReply]:
    """A tool that reads every file that it may read, and repairs `calc.py` when it may write."""

    def act(call: ToolCall) -> ToolReply:
        files = [path for folder in call.readable for path in sorted(folder.iterdir())]
        seen[call.mode] = [path.name for path in files]
        seen[f"{call.mode} texts"] = [path.read_text() for path in files]
        seen[f"{call.mode} prompt"] = [call.prompt]
        seen[f"{call.mode} rights"] = [oct(path.stat().st_mode & 0o777) for path in files]
        if call.mode == "read":
            return analysis(summary=SUMMARY, task_id="IMPL-fix-1")
        (call.tree / "calc.py").write_text(GOOD)
        return reply(text="done", changed=["calc.py"])

    return act


def test_all_six_files_are_there_to_read_and_the_prompt_names_them_in_order(measured: Measured, tools: Tools) -> None:
    seen: dict[str, list[str]] = {}
    tools(codex=ScriptedTool("codex", [repairing(seen)]))
    session = measured(calc_files("add"), {}, {}, agents=["codex"])
    log = session.folder / ".process" / "test-output.log"
    log.write_text(f"{log.read_text()}\nthe key is AKIAIOSFODNN7EXAMPLE\n")
    record = session.iteration(1)
    assert record.result == "landed"
    assert not any("AKIAIOSFODNN7EXAMPLE" in text for text in seen["write texts"])
    assert seen["write"] == [
        "IMPL-fix-1.json",
        "fix-history.json",
        "iteration-1-analysis.md",
        "iteration-state.json",
        "test-output.log",
        "test-results.json",
    ]
    assert set(seen["write rights"]) == {"0o444"}
    (prompt,) = seen["write prompt"]
    places = [prompt.index(f"- {name}: `") for name in NAMES]
    assert places == sorted(places)
    assert f"Session {session.ref.session_id}, iteration 1 of at most 10." in prompt
    assert seen["read"] == ["fix-history.json", "iteration-state.json", "test-output.log", "test-results.json"]
    assert not any(str(session.folder) in text for text in (prompt, *seen["read prompt"])), "copies, not the session"


def test_the_planners_answer_is_kept_and_shown(measured: Measured, tools: Tools) -> None:
    tools(codex=ScriptedTool("codex", [repairing({})]))
    session = measured(calc_files("add"), {}, {}, agents=["codex"])
    answer = session.iteration(1).planner_answer
    assert (answer["status"], answer["task_id"]) == ("success", "IMPL-fix-1")
    assert list(answer["deliverables"]) == ["task_json", "analysis_report", "cli_output"]
    assert all((session.folder / path).is_file() for path in answer["deliverables"].values())
    assert {name: answer["summary"][name] for name in SUMMARY} == SUMMARY
    report = (session.folder / answer["deliverables"]["analysis_report"]).read_text()
    assert "- Estimated complexity: medium" in report and "- Expected pass rate: 70% → 99%" in report
    summary = session.folder / ".summaries" / "iteration-summaries" / "iteration-1.md"
    assert "- expected pass rate: 70% → 99%" in summary.read_text()


def test_the_built_in_planner_answers_in_the_same_form(measured: Measured) -> None:
    session = measured(calc_files("add"), {}, {}, agents=["builtin"])
    session.iteration(1)
    kept = json.loads((Path(session.folder) / ".process" / "iteration-state.json").read_text())
    summary = kept["iterations"][0]["planner_answer"]["summary"]
    assert (summary["estimated_complexity"], summary["expected_pass_rate_improvement"]) == ("low", "70% → 100%")
