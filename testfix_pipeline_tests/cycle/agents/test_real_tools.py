"""Whole cycles with the real command lines of npm, from a failing project to green: `make test-full` runs them."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.core.plan_records import Analysis, Enrichment
from testfix_pipeline.standalone.explain import explain_project
from testfix_pipeline.steps.session.ownership import release
from testfix_pipeline.steps.tools.asked_once import ask_models
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.agents import moves
from testfix_pipeline_tests.agents.model_server import Fault, ModelServer, Request, Say, Script, Step, refused_address
from testfix_pipeline_tests.cycle.projects import GOOD, WORDS, calc_files
from testfix_pipeline_tests.pipeline import models
from testfix_pipeline_tests.pipeline.projects import SHOP

pytestmark = pytest.mark.npm
TOOLS = ["gemini", "qwen", "codex"]
OTHERS = ["claude", "opencode", "copilot"]
VARIABLES = {"gemini": ("GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL"), "qwen": ("QWEN_API_KEY", "QWEN_BASE_URL")}
VARIABLES["codex"] = ("CODEX_API_KEY", "CODEX_BASE_URL")
VARIABLES |= {
    "claude": ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"),
    "opencode": ("OPENCODE_API_KEY", "OPENCODE_BASE_URL"),
}
VARIABLES["copilot"] = ("COPILOT_PROVIDER_API_KEY", "COPILOT_PROVIDER_BASE_URL")
HYPOTHESIS = {
    "hypothesis": "",
    "root_causes": ["add takes away"],
    "approach": "add",
    "modification_points": ["calc.py:add:1-2"],
    "affected_tests": [],
    "confidence_score": 0.9,
    "expected_outcome": "add adds",
    "verification_steps": ["run the tests"],
    "patch": "",
}
SUMMARY = {"estimated_complexity": "medium", "expected_pass_rate_improvement": "70% → 100%"}
ANALYSIS = {"task_id": "IMPL-fix-1", "report": WORDS, "hypotheses": [HYPOTHESIS], "failures": [], "summary": SUMMARY}
DONE = Say('{"status": "complete", "note": "add adds"}')


@pytest.fixture(autouse=True)
def installed() -> None:
    for name in [*TOOLS, *OTHERS]:
        if shutil.which(name) is None:
            pytest.skip(f"{name} needs npm: run `make test-full`")


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Send a tool to a server."""

    def send(tool: str, address: str) -> None:
        key, place = VARIABLES[tool]
        monkeypatch.setenv(key, "users-key")
        monkeypatch.setenv(place, address)

    return send


class Expert:
    """A model that analyses when it is asked to, and edits `calc.py` when it may."""

    def __init__(self, tool: str, answer: str = "    return a + b") -> None:
        self.tool = tool
        self.answer = answer
        self.moves: list[Step] = []
        self.began = False

    def __call__(self, request: Request) -> Step:
        if "You carry out one fix task" not in request.text:
            text = json.dumps(ANALYSIS)
            return Say(text)
        if not self.began:
            self.began = True
            file = _tree(request.text, "calc.py") / "calc.py"
            self.moves = moves.replace(self.tool, file, "    return a - b", self.answer)
        return self.moves.pop(0) if self.moves else DONE


def _tree(prompt: str, file: str) -> Path:
    """The checkout that a prompt speaks of, by a file that it holds."""
    places = [Path(found) for found in re.findall(r"/[\w./-]+", prompt)]
    return next(place for place in places if place.is_absolute() and (place / file).is_file())


class Planner:
    """A model that plans tests, and writes them when it may."""

    def __init__(self, tool: str) -> None:
        self.tool = tool
        self.wrote = False

    def __call__(self, request: Request) -> Step:
        for role, answer in (("test-analysis", models.ANALYSIS), ("enrichment", models.NOTES)):
            if re.search(rf", {role} v\d", request.text):
                return Say(json.dumps(answer))
        if self.wrote:
            return DONE
        self.wrote = True
        file = _tree(request.text, "prices.py") / "test_more_prices.py"
        return moves.create(self.tool, file, models.TESTS.rstrip("\n"))


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_plans_and_writes_tests(tool, repository, at) -> None:
    repo = repository(files=SHOP)
    with ModelServer(Planner(tool)) as server:
        at(tool, server.address)
        ref = cycle.start({"project": str(repo.root), "kind": "run", "input": "Test prices", "agents": [tool]}, "owner")
        cycle.plan_tasks(ref)
        made = cycle.generate_tests(ref)
        assert server.errors == []
    store = SessionStore(repo.root, ref.session_id)
    release("owner")
    analysis = Analysis.model_validate_json(store.path(".process/test-analysis.json").read_bytes())
    enrichment = Enrichment.model_validate_json(store.path(".process/enrichment.json").read_bytes())
    assert [one.refusals for one in (analysis, enrichment, made)] == [[], [], []]
    assert {analysis.tool, enrichment.tool, made.tool} == {tool}
    assert (list(made.files), made.refused) == (["test_more_prices.py"], [])
    assert {test.name for test in made.tests if test.kept} == {"test_discount", "test_no_negative_price"}


@pytest.mark.parametrize("tool", [*TOOLS, *OTHERS])
def test_the_one_that_is_logged_in_is_asked_and_repairs_a_project(tool, measured, at, own_world) -> None:
    with ModelServer(Expert(tool)) as server:
        at(tool, server.address)
        session = measured(calc_files("add"), {}, {}, agents=["auto"])
        record = session.store.session()
        named = record.config | {"models": {"opencode": moves.MODEL}}
        session.store.save_session(record.model_copy(update={"config": named}))
        result = session.finish()
        assert server.errors == []
    assert (result["outcome"], session.source()) == ("success", GOOD), result
    [record] = session.state.iterations
    assert (record.tool, record.analysis_quality, record.refusals) == (tool, "normal", [])
    assert record.planner_answer["summary"].items() >= SUMMARY.items()
    assert result["asks"].startswith(f"patches come from {tool} (") and "installed" not in result["asks"]
    assert result["usage"]["calls"] == 2 and result["usage"]["tokens"] >= 300
    assert session.attempts["IMPL-fix-1"].tool == tool
    assert result["answers"][-1].startswith(f"in all: {tool} (") and "0 answers refused" in result["answers"][-1]


@pytest.mark.parametrize("tool", [*TOOLS, *OTHERS])
@pytest.mark.parametrize("kind", ["wrong", "garbage", "slow"])
def test_after_one_that_answers_badly_the_engine_repairs_and_both_are_named(
    tool: str, kind: str, measured: Callable[..., Any], at: Callable[[str, str], None], own_world: Path
) -> None:
    scripts: dict[str, Script] = {
        "wrong": Expert(tool, "    return b - a"),
        "garbage": [Say("% $ }{ []")],
        "slow": [Fault("hang")],
    }
    with ModelServer(scripts[kind]) as server:
        at(tool, server.address)
        seconds = 12.0 if kind == "slow" else 120.0
        session = measured(calc_files("add"), {}, {}, agents=[tool, "builtin"], analysis_seconds=seconds)
        record = session.store.session()
        named = record.config | {"models": {"opencode": moves.MODEL}}
        session.store.save_session(record.model_copy(update={"config": named}))
        result = session.finish()
        assert server.errors == []
    assert (result["outcome"], session.source()) == ("success", GOOD), result
    first, attempts = session.state.iterations[0], session.attempts
    if kind == "wrong":
        assert (first.tool, attempts["IMPL-fix-1"].tool) == (tool, tool)
        assert attempts["IMPL-fix-1"].result == "no_gain" and "return b - a" in attempts["IMPL-fix-1"].patch
        [landed] = [one for one in attempts.values() if one.result == "landed"]
        assert landed.tool == "builtin" and session.repo.git("show-ref", "--", "IMPL-fix-1")
    else:
        assert [one.tool for one in first.refusals] == [tool] and first.tool == "builtin"
        assert f"{tool} refused" in result["answers"][0] and "1 answer refused" in result["answers"][-1]
        assert (session.folder / ".process/iteration-1-cli-output.txt").is_file()


@pytest.mark.parametrize("tool", [*TOOLS, *OTHERS])
def test_it_says_why_tests_fail(tool: str, calc: Callable[..., Any], at: Callable[[str, str], None]) -> None:
    repo = calc("add")
    with ModelServer([Say(json.dumps(ANALYSIS))]) as server:
        at(tool, server.address)
        ask = ask_models(repo.root, [tool], {"models": {"opencode": moves.MODEL}})
        found = explain_project(repo.root, seconds=1, cores=1, ask=ask)
    assert found.asked == [f"{tool} was asked and answered."], found
    assert (found.causes[0].by, found.causes[0].cause) == (tool, "add takes away")
    assert found.causes[0].place is not None and found.causes[0].place.shown == "calc.py:1"
    assert found.causes[1].by == "builtin" and repo.git("status", "--short") == ""


@pytest.mark.parametrize("tool", list(moves.ACP_LINES))
def test_an_agent_that_speaks_acp_repairs_a_project(tool, measured, at, monkeypatch) -> None:
    with ModelServer(Expert(tool)) as server:
        at("gemini", server.address)
        monkeypatch.setenv("OPENAI_API_KEY", "users-key")
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.address}/v1")
        session = measured(calc_files("add"), {}, {}, agents=[f"acp:{moves.ACP_LINES[tool]}"])
        result = session.finish()
        assert server.errors == []
    assert (result["outcome"], session.source()) == ("success", GOOD), result
    [record] = session.state.iterations
    assert (record.tool, record.refusals) == (f"acp:{moves.ACP_LINES[tool]}", [])
    assert result["usage"]["calls"] == 2 and result["usage"]["tokens"] >= 300


def test_gemini_down_qwen_slow_codex_good_ends_green(calc, run_cycle, at) -> None:
    repo = calc("add")
    with ModelServer([Fault("hang")]) as slow, ModelServer(Expert("codex")) as good:
        at("gemini", refused_address())
        at("qwen", slow.address)
        at("codex", good.address)
        result = run_cycle(repo, agents=TOOLS, analysis_seconds=45)
    assert result["outcome"] == "success", result
    [summary] = (repo.root / ".workflow").rglob("iteration-1.md")
    summary_text = summary.read_text()
    assert "gemini could not be reached" in summary_text and "qwen did not answer in time (4" in summary_text, (
        summary_text
    )
    assert "- by: codex" in summary_text
    assert repo.git("show", f"{result['branch']}:calc.py") == GOOD
