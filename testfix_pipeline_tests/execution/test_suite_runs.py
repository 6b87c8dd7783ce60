"""The one door that all suites run through: which framework an id is of, and what the results of several come to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.flaky_tests import rerun_failing_tests
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline_tests.execution.targets import ours

NODE_TEST = """\
const { test } = require('node:test');
const assert = require('node:assert');
test('one', () => assert.strictEqual(require('../index.js'), 1));
test('two', () => assert.strictEqual(require('../index.js'), 2));
"""
FILES = {
    "package.json": '{"workspaces": ["packages/*"]}',
    "packages/a/package.json": '{"scripts": {"test": "node --test"}}',
    "packages/a/index.js": "module.exports = 1;\n",
    "packages/a/test/it.test.js": NODE_TEST,
    "packages/b/package.json": '{"scripts": {"test": "node --test"}}',
    "packages/b/index.js": "module.exports = 2;\n",
    "packages/b/test/it.test.js": NODE_TEST,
    "test_it.py": "def test_it():\n    pass\n",
}
A, B, PYTHON = map(TestId, ("packages/a/test/it.test.js", "packages/b/test/it.test.js", "test_it.py::test_it"))


@pytest.fixture
def monorepo(tmp_path: Path, node: str) -> tuple[TargetProject, Path]:
    """Two workspaces of node:test and a test in Python: how they are run, and their tree."""
    tree = tmp_path / "tree"
    for path, content in FILES.items():
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_text(content)
    return ours(suites=find_suites(tree).suites), tree


def statuses(run: SuiteRun) -> dict[str, str]:
    assert run.fault is None, run.fault
    return {test: outcome.status for test, outcome in run.outcomes.items()}


def test_every_suite_runs_and_ids_say_the_package(monorepo: tuple[TargetProject, Path]) -> None:
    project, tree = monorepo
    run = run_suite(project, tree)
    assert statuses(run) == {
        PYTHON: "passed", f"{A}::one": "passed", f"{A}::two": "failed", f"{B}::one": "failed", f"{B}::two": "passed",
    }  # fmt: skip
    assert (set(run.collected), run.grade, "&&" in run.command) == (set(run.outcomes), "proved", True)
    assert run.outcomes[f"{B}::one"].frames[-1].file.startswith("packages/b/")


@pytest.mark.parametrize("wanted", [[f"{B}::one"], [f"{A}::two", PYTHON], [PYTHON]])
def test_a_part_is_run_by_the_suites_that_it_is_of(monorepo: tuple[TargetProject, Path], wanted: list[str]) -> None:
    run = run_suite(*monorepo, tests=[TestId(test) for test in wanted])
    assert set(statuses(run)) == set(wanted)


def test_a_file_stands_for_all_of_its_tests(monorepo: tuple[TargetProject, Path]) -> None:
    assert set(statuses(run_suite(*monorepo, tests=[A]))) == {f"{A}::one", f"{A}::two"}


def test_a_test_that_fails_each_time_is_real_and_nothing_is_said_of_orders(monorepo) -> None:
    project, tree = monorepo
    (verdict,) = rerun_failing_tests(project, tree, [TestId(f"{A}::two")], times=2).values()
    assert (verdict.kind, verdict.evidence) == ("real", "Failed in all of 2 re-runs.")


def test_arguments_of_pytest_run_nothing_else(monorepo: tuple[TargetProject, Path]) -> None:
    assert set(statuses(run_suite(*monorepo, extra_args=["test_it.py"]))) == {PYTHON}


def test_a_suite_without_tests_is_no_fault_beside_others(tmp_path: Path) -> None:
    (tmp_path / "none").write_text("TAP version 13\n1..0\n")
    (tmp_path / "test_it.py").write_text(FILES["test_it.py"])
    (silent,) = find_suites(tmp_path, "cat none", "stdout").suites
    project = ours(suites=(*find_suites(tmp_path).suites, silent))
    run = run_suite(project, tmp_path)
    assert statuses(run) == {PYTHON: "passed"} and run.grade is None
    alone = run_suite(replace(project, suites=(silent,)), tmp_path)
    assert alone.fault is not None and alone.fault.kind == "no_tests"


def test_the_grade_of_each_suite_is_named_where_they_differ(tmp_path: Path) -> None:
    (tmp_path / "report").write_text("TAP version 13\n1..1\nok 1 - a\n")
    (tmp_path / "test_it.py").write_text(FILES["test_it.py"])
    suites = (*find_suites(tmp_path).suites, *find_suites(tmp_path, "cat report", "stdout").suites)
    run = run_suite(ours(suites=suites), tmp_path)
    assert run.fault is None and run.grade == "reported"
    assert run.grade_reason == "Only reported, as nothing of ours saw these tests run: report. Proved: pytest."


def test_an_id_that_nobody_has_is_missed(monorepo: tuple[TargetProject, Path]) -> None:
    project, tree = monorepo
    run = run_suite(
        replace(project, suites=project.suites[1:]), tree, tests=[TestId(f"{A}::one"), TestId("gone.py::test")]
    )
    assert run.fault is not None and run.fault.kind == "missing_ids" and "gone.py::test" in run.fault.message


@pytest.mark.parametrize(
    ("second", "fault"),
    [("1..1\nok 1 - a\n", "contradiction"), ("1..2\nok 1 - b\n", None), ("1..1\nok 1 - b\n", "")],
    ids=["the same test", "no end", "fine"],
)
def test_results_of_several_suites_are_one_run(tmp_path: Path, second: str, fault: str | None) -> None:
    suites = []
    for name, report in (("first", "1..1\nok 1 - a\n"), ("second", second)):
        (tmp_path / name).write_text(f"TAP version 13\n{report}")
        suites += find_suites(tmp_path, f"cat {name}", "stdout").suites
    project = ours(suites=tuple(suites))
    run = run_suite(project, tmp_path)
    assert run.grade == "reported"
    if fault == "":
        assert statuses(run) == {"tests::a": "passed", "tests::b": "passed"}
    else:
        assert run.fault is not None and (fault is None or run.fault.kind == fault)
