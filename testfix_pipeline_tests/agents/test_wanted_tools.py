"""Who is asked by `agents: auto`, and the line that says so."""

import sys
from pathlib import Path

import pytest

from testfix_pipeline.agents.calls import Probe
from testfix_pipeline.agents.clis.caller import CliCaller
from testfix_pipeline.agents.clis.registration import TOOLS
from testfix_pipeline.agents.wanted_tools import asked_line, is_asked, unfunded
from testfix_pipeline.core.agent_protocol.prices import PRICES
from testfix_pipeline.core.configuration.settings import CycleConfig
from testfix_pipeline.core.configuration.tool_names import automatic, expanded
from testfix_pipeline.core.cycle_rules.budget import Budget, Usage
from testfix_pipeline_tests.agents.test_probing import program

PRICE = PRICES["gemini-2.5-pro"]


def test_auto_is_the_default_and_stands_for_the_documents_order() -> None:
    assert CycleConfig().agents == ["auto"]
    assert expanded(["auto"]) == ["gemini", "qwen", "codex", "claude", "opencode", "copilot", "builtin"]
    assert expanded(["codex", "auto"])[:4] == ["codex", "gemini", "qwen", "claude"]


def test_a_tool_that_somebody_named_is_not_automatic() -> None:
    assert automatic(["auto"]) == {"gemini", "qwen", "codex", "claude", "opencode", "copilot"}
    assert "codex" not in automatic(["codex", "auto"]) and automatic(["models"]) == set()


def test_of_auto_only_what_is_known_to_work_is_asked() -> None:
    assert not is_asked("gemini", ["auto"], {}) and is_asked("builtin", ["auto"], {})
    assert is_asked("gemini", ["auto"], {"gemini": {"usable": True}})
    assert is_asked("gemini", ["gemini"], {}) and not is_asked("gemini", ["gemini"], {"gemini": {"usable": False}})


def test_the_line_names_who_is_asked_and_what_it_may_cost() -> None:
    assert asked_line({"": ["builtin"]}, {}, 10, {}) == "patches come from the built-in engine"
    absent = {"qwen": Probe(True, why="not logged in")}
    line = asked_line({"": ["gemini", "codex", "builtin"]}, {"gemini": "gemini-2.5-pro", "codex": "c"}, 2.5, absent)
    assert line == (
        "patches come from gemini (gemini-2.5-pro), then codex (c), then the built-in engine, for models at most $2.50 "
        "(not qwen: not logged in)"
    )


@pytest.mark.parametrize(
    ("budget", "why"),
    [(Budget(), ""), (Budget(money=0.01), "money"), (Budget(calls=0), "calls"), (Budget(tokens=20_000), "tokens")],
)
def test_a_tool_that_the_budget_can_not_fund_once_is_not_asked(budget: Budget, why: str) -> None:
    said = unfunded([(Budget(), Usage()), (budget, Usage())], PRICE)
    assert why in said and bool(said) == bool(why)


def test_a_glance_never_starts_the_tool(tmp_path: Path) -> None:
    started = tmp_path / "started"
    file = tmp_path / "bin" / "gemini"
    file.parent.mkdir()
    file.write_text(f"#!/bin/sh\ntouch {started}\n")
    file.chmod(0o755)
    program(tmp_path / "bin", "node", "v22.1.0")

    def glanced(name: str, **keys: str) -> Probe:
        return CliCaller(TOOLS[name], environ={"PATH": str(tmp_path / "bin"), **keys}).glance()

    assert glanced("gemini", GEMINI_API_KEY="g") == Probe(True, usable=True)
    assert glanced("gemini").why == "not logged in" and glanced("codex", CODEX_API_KEY="c").why == "not installed"
    program(tmp_path / "bin", "node", "v18.0.0")
    assert "needs Node 20, not 18" in glanced("gemini", GEMINI_API_KEY="g").why
    assert not started.exists()


def test_where_nothing_is_installed_looking_starts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["testfix_pipeline.agents.clis.probing"], "run", lambda *a, **b: pytest.fail("ran"))
    for tool in TOOLS.values():
        assert not CliCaller(tool, environ={"PATH": str(tmp_path), "GEMINI_API_KEY": "g"}).glance().usable
