"""`agents: auto` in a session: what is usable is asked in the documents' order, the built-in engine always."""

from collections.abc import Callable
from typing import Any

from testfix_pipeline.agents.calls import Probe
from testfix_pipeline.steps.session import progress_listeners
from testfix_pipeline.steps.tools.model_tools import tools_of
from testfix_pipeline.steps.tools.planning_tools import wanted_tools
from testfix_pipeline_tests.agents.scripted_tool import ScriptedTool, reply
from testfix_pipeline_tests.cycle.agents.test_several_tools import lines, repair
from testfix_pipeline_tests.cycle.projects import calc_files

Measured = Callable[..., Any]
Tools = Callable[..., None]
GONE = Probe(False, why="not installed")
MUTE = Probe(True, why="not logged in")


def test_with_no_tool_usable_it_is_the_built_in_engine_alone(measured: Measured, tools: Tools) -> None:
    tools(**{name: ScriptedTool(name, ["never"], found=GONE) for name in ("gemini", "qwen", "codex")})
    session = measured(calc_files("add"), {}, {}, agents=["auto"])
    wb = session.ref.open()
    assert tools_of(wb, 1) == ["builtin"] and wanted_tools(wb, "enrichment") == []
    record = session.store.session()
    assert (record.asks, record.tool_notices) == ("patches come from the built-in engine", [])
    assert session.iteration(1).analysis_quality == "normal"
    assert session.finish()["outcome"] == "success" and [line.event for line in lines(session)].count("left_out") == 0


def test_what_is_usable_is_asked_in_order_and_said_in_one_line(measured: Measured, tools: Tools) -> None:
    qwen = ScriptedTool("qwen", [reply(kind="connection_error", why="refused")])
    codex = ScriptedTool("codex", [repair])
    tools(gemini=ScriptedTool("gemini", ["never"], found=MUTE), qwen=qwen, codex=codex)
    progress: list[str] = []
    with progress_listeners.listening(lambda items, detail: progress.append(detail)):
        session = measured(calc_files("add"), {}, {}, agents=["auto"])
    line = (
        "patches come from qwen (coder-model), then codex (gpt-5.1-codex), then the built-in engine, "
        "for models at most $10.00 (not gemini: not logged in)"
    )
    said = [one for one in progress if one.startswith("note: patches come")]
    assert set(said) == {f"note: {line}"} and len(said) <= 2, (
        "once a run; the project may be measured by an earlier one"
    )
    assert session.store.session().tool_notices == []
    record = session.iteration(1)
    assert (record.tool, record.result, record.analysis_quality) == ("codex", "landed", "normal")
    assert qwen.calls and session.finish()["asks"] == line


def test_where_every_model_is_refused_the_engine_answers_for_itself(measured: Measured, tools: Tools) -> None:
    down = {name: ScriptedTool(name, [reply(kind="connection_error")]) for name in ("gemini", "qwen", "codex")}
    tools(**down)
    session = measured(calc_files("add"), {}, {}, agents=["auto"])
    record = session.iteration(1)
    assert (record.tool, record.analysis_quality, record.result) == ("builtin", "normal", "landed")
    assert [one.tool for one in record.refusals] == ["gemini", "qwen", "codex"]


def test_a_budget_without_money_asks_no_model(measured: Measured, tools: Tools) -> None:
    asked = {name: ScriptedTool(name, [repair]) for name in ("gemini", "qwen", "codex")}
    tools(**asked)
    session = measured(calc_files("add"), {}, {}, agents=["auto"], budget_money=0.01)
    assert tools_of(session.ref.open(), 1) == ["builtin"]
    assert "gemini: a call is beyond the budget" in session.store.session().asks
    session.iteration(1)
    assert not any(tool.calls for tool in asked.values())
