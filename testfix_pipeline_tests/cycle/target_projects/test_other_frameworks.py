"""Whole cycles on projects whose tests pytest does not run: green by the same rules, and never by a deceived run."""

import gc
import json
from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline_tests.cycle.other_projects import (
    CART,
    KINDS,
    MORE_CART_TESTS,
    SUM,
    TAP,
    TEST_SCRIPT,
    analysis,
    cart_files,
    kind_files,
    sum_files,
    writes,
)

Cycle = Callable[..., dict[str, Any]]
Make = Callable[..., Any]
CART_POINT, SUM_POINT = "cart.js:total:6", "sum.sh:add:2"


@pytest.fixture
def fix(repository: Make, scripted: Make, run_cycle: Cycle) -> Cycle:
    """Commit files, run the cycle with an agent that writes others; the repository and the result."""

    def run(
        files: dict[str, str], patch: dict[str, str], point: str, links: dict[str, str] | None = None, **launch: Any
    ) -> dict[str, Any]:
        repo = repository(files=files)
        for link, to in (links or {}).items():
            (repo.root / link).parent.mkdir(parents=True, exist_ok=True)
            (repo.root / link).symlink_to(to)
        answers = {str(number): analysis(point, f"cause {number}") for number in range(1, 4)}
        agent = scripted(answers, {"*": writes(**patch)})
        return {"repo": repo, **run_cycle(repo, agents=[agent], **launch)}

    return run


def test_a_project_of_node_test_is_fixed_and_landed(node: str, fix: Cycle) -> None:
    found = fix(cart_files("loop", "limit"), {"cart.js": CART}, CART_POINT)
    assert (found["outcome"], found["pass_rate_before"], found["pass_rate"], found["total"]) == ("success", 50, 100, 4)
    assert found["fixed_tests"] == ["test/cart.test.js::free", "test/cart.test.js::total::of two"]
    assert found["grade"] == "proved"
    assert found["repo"].git("show", f"{found['branch']}:cart.js") == CART
    assert found["repo"].git("show", "HEAD:cart.js") != CART


def test_phases_1_to_4_say_what_is_not_read_of_another_language(repository: Make, start: Make) -> None:
    repo = repository(files=sum_files())
    tasks = cycle.plan_tasks(start(repo, kind="run", input="Test the sums", **TAP).ref)
    assert [(task.id, task.status) for task in tasks] == [
        ("IMPL-001", "skipped"), ("IMPL-001.3", "pending"), ("IMPL-001.5", "skipped"), ("IMPL-002", "pending"),
    ]  # fmt: skip
    assert "not read: shell" in tasks[0].meta.reason


TAX = """\
/** The tax on an amount, in percent of it. */
exports.tax = (amount, rate = 19) => {
  if (amount < 0) {
    throw new RangeError('no negative amount');
  }
  return (amount * rate) / 100;
};
exports.now = () => Date.now();
"""


def test_phases_1_to_5_of_javascript(node: str, repository: Make, start: Make) -> None:
    """Coverage is measured, what lacks tests is found, and tests of what it does now are written and admitted."""
    repo = repository(files={**cart_files(), "tax.js": TAX})
    session = start(repo, kind="run", input="Test the tax on an amount")
    tasks = cycle.plan_tasks(session.ref)
    assert [(task.id, task.status) for task in tasks][:2] == [("IMPL-001", "pending"), ("IMPL-001.3", "pending")]
    package = json.loads((session.folder / ".process/context-package.json").read_text())
    assert package["test_framework"]["framework"] == "node:test"
    assert package["test_framework"]["conventions"]["file_naming"].startswith("test/<module>.test.js")
    assert package["test_coverage"]["existing_tests"] == ["test/cart.test.js"]
    stats = package["test_coverage"]["coverage_stats"]
    assert stats["source"] == "measured"
    assert stats["files"]["cart.js"]["missing_lines"] == []
    assert stats["files"]["tax.js"]["functions"] == {"tax": False, "now": False}
    document = (session.folder / ".process/TEST_ANALYSIS_RESULTS.md").read_text()
    assert "raises RangeError with `no negative amount`" in document
    made = cycle.generate_tests(session.ref)
    assert list(made.files) == ["test/tax-characterisation.test.js"]
    [text] = made.files.values()
    assert "const { tax } = require('../tax.js');" in text
    assert "assert.throws(() => tax(-1), { name: 'RangeError', message: 'no negative amount' });" in text
    assert [test.kept for test in made.tests] == [True, True]
    assert made.left_out == {"tax.js::now": "what it gives can't be written as a value, or differs from run to run"}
    assert cycle.validate_code(session.ref).verdict == "PASS"
    report = cycle.review_tests(session.ref)
    assert report.coverage_before is not None and report.coverage_after is not None
    assert report.coverage_after > report.coverage_before
    assert cycle.measure(session.ref).results().total == 4


def test_nothing_is_pinned_of_what_a_failing_test_runs(node: str, repository: Make, start: Make) -> None:
    repo = repository()
    test = "const test = require('node:test');\ntest('tax', () => {\n  require('../tax.js').tax(1); throw 1;\n});\n"
    repo.commit("first", **cart_files(), **{"tax.js": TAX, "test/tax.test.js": test})
    session = start(repo, kind="run", input="Test tax.js")
    made = cycle.generate_tests(session.ref)
    assert made.left_out["tax.js::tax"] == "a failing test runs it"
    assert not made.files


def test_a_command_that_reports_is_believed_as_far_as_it_goes(fix: Cycle) -> None:
    found = fix(sum_files("add"), {"sum.sh": SUM}, SUM_POINT, **TAP)
    assert (found["outcome"], found["fixed_tests"]) == ("success", ["tests::adds"])
    assert found["grade"] == "reported" and "what the test command reports" in found["grade_reasons"][0]
    assert "proved" not in found["reason"]


@pytest.mark.parametrize(
    "deceiving",
    ["process.exit(0);\n" + CART, CART.replace("'use strict';", "require('node:assert').strictEqual = () => {};")],
    ids=["exit", "assertion"],
)
def test_a_patch_that_deceives_node_test_is_never_green(node: str, fix: Cycle, deceiving: str) -> None:
    buggy = cart_files("loop", "limit")
    patch = deceiving.replace("i < items.length", "i < items.length - 1")
    found = fix(buggy, {"cart.js": patch}, CART_POINT, max_iterations=1)
    assert (found["outcome"], found["fixed_tests"], found["pass_rate"]) == ("blocked", [], 50)
    assert found["diff"] == ""


@pytest.mark.parametrize("deceiving", ["exit 0\n", "echo ok 1 - adds\nexit 0\n"])
def test_a_patch_that_ends_a_reporting_command_is_never_green(fix: Cycle, deceiving: str) -> None:
    found = fix(sum_files("add"), {"sum.sh": deceiving}, SUM_POINT, max_iterations=1, **TAP)
    assert (found["outcome"], found["fixed_tests"], found["diff"]) == ("blocked", [], "")


def test_a_suite_whose_run_has_a_fault_is_no_baseline(fix: Cycle) -> None:
    files = {**sum_files(), "tests/run.sh": "echo TAP version 13\necho 1..3\necho ok 1 - adds\n"}
    with pytest.raises(MeasurementError, match="can't be measured"):
        fix(files, {"sum.sh": SUM}, SUM_POINT, **TAP)


def test_the_built_in_engine_says_that_it_can_not_repair_the_language(repository: Make, run_cycle: Cycle) -> None:
    repo = repository(files=sum_files("add"))
    found = run_cycle(repo, agents=["builtin"], **TAP)
    assert (found["outcome"], found["candidates_tried"], found["diff"]) == ("blocked", 0, "")
    assert "the built-in engine can't try patches with a command that only reports; it repairs" in found["reason"]


def test_the_built_in_engine_repairs_javascript_without_a_model(node: str, repository: Make, run_cycle: Cycle) -> None:
    repo = repository()
    files = cart_files("limit")
    repo.commit("first", **{**files, "test/cart.test.js": files["test/cart.test.js"] + MORE_CART_TESTS})
    found = run_cycle(repo, agents=["builtin"], max_iterations=1)
    assert (found["outcome"], found["pass_rate"]) == ("success", 100)
    assert repo.git("show", f"{found['branch']}:cart.js") == CART
    gc.collect()  # a process that nobody ended is reported when the object that stands for it goes


def test_both_suites_of_a_mixed_repository_are_run(node: str, fix: Cycle) -> None:
    python = {
        "calc.py": "def half(n):\n    return n * 2\n",
        "test_calc.py": "from calc import half\n\n\ndef test_half():\n    assert half(4) == 2\n",
    }
    fixed = {"cart.js": CART, "calc.py": "def half(n):\n    return n // 2\n"}
    found = fix({**cart_files("loop"), **python}, fixed, CART_POINT)
    assert (found["outcome"], found["total"]) == ("success", 5)
    assert found["fixed_tests"] == [
        "test/cart.test.js::free", "test/cart.test.js::total::of two", "test_calc.py::test_half"
    ]  # fmt: skip


def test_a_regression_is_rolled_back_and_fixes_of_several_clusters_are_merged(
    node: str, repository: Make, scripted: Make, start: Make
) -> None:
    repo = repository(files=kind_files())
    worse = {"kinds.js": "throw new Error('worse');\n"}
    fixes = {"IMPL-fix-1": writes(**worse), "IMPL-fix-2": writes()}
    fixes |= {
        f"IMPL-fix-3{letter}": writes(**{"kinds.js": kind_files(kind)["kinds.js"]})
        for letter, kind in zip("abc", KINDS, strict=True)
    }
    answers = {str(n): analysis("kinds.js:TypeError:2", *(f"cause {n}{one}" for one in "abc")) for n in (1, 2, 3)}
    session = start(repo, agents=[scripted(answers, fixes)]).measure()
    records = [session.iteration(number) for number in (1, 2, 3)]
    assert [(record.strategy, record.result) for record in records] == [
        ("conservative", "regression"), ("surgical", "no_gain"), ("aggressive", "landed"),
    ]  # fmt: skip
    assert session.source("kinds.js") == kind_files(*KINDS)["kinds.js"]
    assert session.finish()["outcome"] == "success"


TWICE = "module.exports = (n, bonus) => {\n  return n * 2 + bonus;\n};\n"
TWICE_BUG = TWICE.replace("+ bonus", "- bonus")
LINKS = {"node_modules/twice": "../packages/twice"}


def workspaces() -> dict[str, str]:
    """A package whose tests use the code of another one, which has a bug."""
    tests = (
        "test('doubles', () => { assert.equal(twice(4, 1), 9); assert.equal(twice(3, 5), 11); });\n"
        "test('nothing', () => assert.equal(twice(1, 0), 2));\n"
    )
    test = f"const {{ test }} = require('node:test');\nconst assert = require('node:assert');\n{tests}"
    return {
        "package.json": '{"workspaces": ["packages/*"]}',
        ".gitignore": "node_modules\n",
        "packages/app/package.json": TEST_SCRIPT,
        "packages/app/test/app.test.js": test.replace("\ntest", "\nconst twice = require('twice');\ntest", 1),
        "packages/twice/package.json": '{"name": "twice", "main": "index.js"}',
        "packages/twice/index.js": TWICE_BUG,
    }


def test_a_workspace_is_tested_with_the_other_workspaces_of_the_same_tree(node: str, fix: Cycle) -> None:
    found = fix(workspaces(), {"packages/twice/index.js": TWICE}, "packages/twice/index.js:twice:2", links=LINKS)
    assert found["fixed_tests"] == ["packages/app/test/app.test.js::doubles"]


@pytest.mark.parametrize(
    ("link", "to"),
    [("node_modules/twice", "../packages/twice"), ("packages/app/node_modules/twice", "../../twice")],
    ids=["as npm and yarn", "as pnpm"],
)
def test_the_built_in_engine_repairs_a_workspace_by_the_tests_of_another(node, repository, run_cycle, link, to) -> None:
    repo = repository(files=workspaces())
    (repo.root / link).parent.mkdir()
    (repo.root / link).symlink_to(to)
    found = run_cycle(repo, agents=["builtin"], max_iterations=1)
    assert (found["outcome"], found["grade"]) == ("success", "proved"), found["reason"]
    assert "packages/twice/index.js" in found["diff"] and "packages/app" not in found["diff"]
