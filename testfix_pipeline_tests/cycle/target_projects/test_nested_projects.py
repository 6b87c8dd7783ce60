"""Whole cycles on repositories with projects in sub-folders: each suite runs in its folder, bugs in any are fixed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline.standalone.api import repair_project
from testfix_pipeline_tests.cycle.other_projects import CART, MORE_CART_TESTS, analysis, cart_files, writes

Make = Callable[..., Any]
CALC = "def half(n):\n    return n // 2\n"
CALC_TEST = """\
from calc import half


def test_half():
    assert (half(4), half(-6)) == (2, -3)


def test_odd():
    assert (half(5), half(7.5)) == (2, 3)
"""
DECEIVING = "require('node:assert').strictEqual = () => {};\n"

pytestmark = pytest.mark.usefixtures("node")


def below(folder: str, files: dict[str, str]) -> dict[str, str]:
    return {f"{folder}/{path}": text for path, text in files.items()}


def mixed(python: str = "", *, calc: str = CALC, cart: dict[str, str] | None = None) -> dict[str, str]:
    """Python in the folder `python`, and a project of node:test in `frontend`."""
    own = {"pyproject.toml": "[tool.pytest.ini_options]\n", "calc.py": calc, "tests/test_calc.py": CALC_TEST}
    return {**(below(python, own) if python else own), **below("frontend", cart or cart_files())}


def test_both_suites_run_and_bugs_in_either_are_fixed(repository: Make, scripted: Make, run_cycle: Make) -> None:
    repo = repository()
    repo.commit("first", **mixed(calc=CALC.replace("//", "*"), cart=cart_files("loop")))
    fixed = writes(**{"frontend/cart.js": CART, "calc.py": CALC})
    point = analysis("frontend/cart.js:total:6", "cause 1")
    found = run_cycle(repo, agents=[scripted({"1": point}, {"*": fixed})])
    assert (found["outcome"], found["total"], found["grade"]) == ("success", 6, "proved")
    cart = "frontend/test/cart.test.js"
    assert found["fixed_tests"] == [
        f"{cart}::free", f"{cart}::total::of two", "tests/test_calc.py::test_half", "tests/test_calc.py::test_odd"
    ]  # fmt: skip


def test_the_built_in_engine_repairs_the_project_in_a_sub_folder(repository: Make, run_cycle: Make) -> None:
    repo = repository()
    cart = cart_files("limit")
    repo.commit("first", **mixed(cart={**cart, "test/cart.test.js": cart["test/cart.test.js"] + MORE_CART_TESTS}))
    found = run_cycle(repo, agents=["builtin"], max_iterations=1)
    assert (found["outcome"], found["grade"]) == ("success", "proved"), found["reason"]
    assert "frontend/cart.js" in found["diff"]


@pytest.mark.parametrize(
    "tool", ["[tool.pytest.ini_options]\ntestpaths = ['tests']\n", ""], ids=["configured", "plain"]
)
def test_python_in_a_sub_folder_runs_by_its_own_configuration(repository: Make, run_cycle: Make, tool: str) -> None:
    """Its modules are imported as if pytest were started there; ids and patches name the folder."""
    repo = repository()
    files = mixed("backend", calc=CALC.replace("//", "*"))
    repo.commit("first", **{**files, "backend/pyproject.toml": f"[project]\nname = 'shop'\n{tool}"})
    found = run_cycle(repo, agents=["builtin"], max_iterations=1)
    assert (found["outcome"], found["total"], found["grade"]) == ("success", 6, "proved"), found["reason"]
    tests = "backend/tests/test_calc.py"
    assert found["fixed_tests"] == [f"{tests}::test_half", f"{tests}::test_odd"]
    assert "backend/calc.py" in found["diff"]


@pytest.fixture
def deceiving(repository: Make) -> Any:
    """A project in Python with a bug, beside one in a sub-folder whose tests can't be measured."""
    cart = cart_files()
    repo = repository()
    cart["test/cart.test.js"] = DECEIVING + cart["test/cart.test.js"]
    repo.commit("first", **mixed(calc=CALC.replace("//", "*"), cart=cart))
    return repo


def test_a_suite_of_a_sub_folder_that_can_not_be_measured_is_left_out(deceiving, scripted, start) -> None:
    """Without the project in the sub-folder the session would run, so that it runs with it, too."""
    agent = scripted({"1": analysis("calc.py:half:2", "cause 1")}, {"*": writes(**{"calc.py": CALC})})
    session = start(deceiving, agents=[agent]).measure()
    assert set(session.store.results().outcomes) == {"tests/test_calc.py::test_half", "tests/test_calc.py::test_odd"}
    (notice,) = session.store.session().framework_notices
    assert notice.startswith("Not run: the tests of node:test in frontend can't be measured")
    assert session.measure().store.session().framework_notices == [notice]
    assert (session.iteration(1).result, session.finish()["total"]) == ("landed", 2)


def test_repair_without_a_session_leaves_it_out_too(deceiving: Any) -> None:
    found = repair_project(deceiving.root, seconds=60, cores=1)
    assert found.outcome == "fixed"
    note, _ = found.notes  # the other names the files
    assert "the tests of node:test in frontend can't be measured" in note


def test_repair_names_what_is_not_installed(repository: Make) -> None:
    repo = repository()
    repo.commit("first", **{**mixed(), "frontend/package.json": '{"scripts": {"test": "vitest run"}}'})
    note, files = repair_project(repo.root, seconds=5, cores=1).notes
    assert "1 file with tests: frontend/test/cart.test.js" in files
    assert "The tests in frontend need vitest" in note and "Run `npm install` in frontend" in note
