"""Agents of other packages: installed for real, offered, used, and named where they can't be loaded."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.configuration import agent_names
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.plugins import load_plugins

EXAMPLE = Path(__file__).parents[2] / "examples" / "plugin"


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Call with a package's folder: it is built and installed, offline, beside our own packages."""
    site = tmp_path / "site"
    monkeypatch.setenv("PYTHONPATH", str(site))

    def run(package: Path) -> Path:
        uv = Path(sys.executable).with_name("uv")
        options = ["--quiet", "--offline", "--no-deps", "--python", sys.executable, "--target", str(site)]
        subprocess.run([uv, "pip", "install", *options, str(package)], check=True, env={**os.environ, "PYTHONPATH": ""})
        return site

    return run


@pytest.fixture
def variant(tmp_path: Path) -> Callable[..., Path]:
    """Call with the name of an agent and the code of its module for another package like the example."""

    def make(name: str, code: str) -> Path:
        place = tmp_path / f"package-{name}"
        shutil.copytree(EXAMPLE, place)
        project = place / "pyproject.toml"
        text = project.read_text().replace("scripted_agent", f"{name}_agent").replace("scripted-agent", f"{name}-agent")
        project.write_text(text.replace("scripted = ", f"{name} = "))
        (place / "scripted_agent").rename(place / f"{name}_agent")
        (place / f"{name}_agent" / "__init__.py").write_text(code)
        return place

    return make


def test_the_example_is_offered_once_installed_and_repairs_a_project(calc, testfix, install) -> None:
    weak = (calc.root / "test_calc.py").read_text().replace("    assert half(3) == 1.5\n", "")
    calc.commit("ask for whole numbers", **{"test_calc.py": weak})
    refused = testfix("fix", "--project", calc.root, "--agents", "scripted")
    assert refused.code == 2 and "`builtin`, `gemini`, `qwen`, `codex`" in refused.err

    install(EXAMPLE)
    assert "scripted" in testfix("fix", "--help", cold=True).out
    fixed = testfix("fix", "--project", calc.root, "--agents", "scripted", "--json", cold=True)
    assert (fixed.code, fixed.found["pass_rate"]) == (0, 100.0), fixed.err
    assert fixed.found["asks"] == "patches come from scripted, then the built-in engine"
    assert "+    return n // 2" in fixed.found["diff"]
    (worked,) = _lines(Path(fixed.found["folder"]), "worked")
    assert worked["tool"] == "scripted" and worked["answer"]["note"] == "replaced `return n * 2`"


def test_an_agent_that_breaks_when_it_is_opened_is_passed_over(calc, testfix, install, variant) -> None:
    imported = "from testfix_pipeline.agents.registration import RegisteredAgent\n"
    install(variant("torn", f"{imported}AGENT = RegisteredAgent(open=lambda _: 1 / 0)\n"))
    fixed = testfix("fix", "--project", calc.root, "--agents", "torn", "--json", cold=True)
    assert (fixed.code, fixed.found["pass_rate"]) == (0, 100.0), fixed.err
    (refused,) = _lines(Path(fixed.found["folder"]), "refused")
    assert (refused["tool"], refused["rule"]) == ("torn", "transport")


def _lines(folder: Path, event: str) -> list[dict[str, Any]]:
    """The lines of a session's journal of calls about an event."""
    (journal,) = folder.rglob("tool-calls.jsonl")
    return [line for line in map(json.loads, journal.read_text().splitlines()) if line.get("event") == event]


def test_a_package_that_can_not_be_imported_is_named_and_the_others_work(calc, testfix, install, variant) -> None:
    install(EXAMPLE)
    install(variant("broken", "import a_module_that_is_missing\n"))
    refused = testfix("fix", "--project", calc.root, "--agents", "broken", cold=True)
    assert refused.code == 2
    assert "testfix-broken-agent: ModuleNotFoundError: No module named 'a_module_that_is_missing'" in refused.err
    assert "uninstall its package" in refused.err
    rows = {row["check"]: row for row in testfix("doctor", "--project", calc.root, "--json", cold=True).found}
    assert rows["broken"]["state"] == "broken" and "a_module_that_is_missing" in rows["broken"]["detail"]
    assert (rows["scripted"]["state"], rows["gemini"]["state"]) == ("ok", "missing")


@pytest.mark.parametrize(
    ("name", "code", "error"),
    [
        ("exits", "raise SystemExit(3)\n", "SystemExit: 3"),
        ("wrong", "AGENT = object()\n", "a RegisteredAgent is wanted, not object"),
        ("models", "from testfix_pipeline.agents.builtin_registration import BUILTIN_AGENT as AGENT\n", "can't be"),
    ],
)
def test_what_can_not_be_an_agent_is_named_and_breaks_nothing(install, variant, monkeypatch, name, code, error) -> None:
    monkeypatch.syspath_prepend(install(variant(name, code)))
    found = agent_names.agents.__wrapped__()
    assert error in found.broken[name]
    assert {"builtin", "gemini", "qwen", "codex"} <= found.loaded.keys()


def test_no_package_takes_the_name_of_a_built_in_agent(install, variant, monkeypatch) -> None:
    monkeypatch.syspath_prepend(install(variant("builtin", "raise ImportError('never imported')\n")))
    found = load_plugins(agent_names.GROUP, lambda entry: entry)
    assert found.loaded["builtin"] is agent_names.agents().loaded["builtin"]
    assert found.broken == {"builtin of testfix-builtin-agent": "another package registers this name"}


def test_an_agent_that_can_not_be_loaded_is_refused_with_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(agent_names.agents().broken, "torn", "its-package: ImportError: half of it")
    with pytest.raises(InvalidConfig, match="half of it"):
        agent_names.check_loaded("torn")
