"""Every adapter passes every row of the conformance kit, and no attack deceives it."""

from __future__ import annotations

from pathlib import Path

import pytest

from testfix_pipeline.core.patch_policy.patch_rules import FileChange, refuse_patch
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.frameworks.conformance import ROWS, check_attack, check_row
from testfix_pipeline.frameworks.conformance.checks import check_subset, find_target, write_project
from testfix_pipeline.frameworks.conformance.dialect import Test, TestFile
from testfix_pipeline.frameworks.framework_run import run_target
from testfix_pipeline.frameworks.model import SuiteRequest
from testfix_pipeline_tests.frameworks.conftest import build_marks, npm_modules
from testfix_pipeline_tests.frameworks.dialects import go, javascript, python, rust

MODULES = npm_modules()
NPM = pytest.mark.npm
PYTHON = {"pytest": python.PytestDialect, "unittest": python.UnittestDialect}
SEEN_BY_RULES = (
    *("calls-forget-errors", "reports-say-passed", "tests-do-nothing", "tests-skipped", "unittest-asserts-nothing"),
)
"""Attacks of Python that the run doesn't see: they are refused before anything runs."""
DIALECTS = [
    pytest.param(javascript.node_test, id="node:test"),
    pytest.param(javascript.node_test_modules, id="node:test as modules"),
    *(pytest.param(make, id=name) for name, make in PYTHON.items()),
    *(pytest.param(getattr(javascript, name), id=name, marks=NPM) for name in ("jest", "vitest", "mocha")),
    pytest.param(javascript.jest_modules, id="jest over ES modules", marks=NPM),
]
COMPILED = {"go": go.GoDialect, "cargo": rust.RustDialect}
DIALECTS += [pytest.param(make, id=name, marks=build_marks(name)) for name, make in COMPILED.items()]
ATTACKED = [
    pytest.param(make, attack, id=f"{name} {attack}", marks=[NPM] * (name != "node_test"))
    for name in ("node_test", "jest", "vitest", "mocha")
    for make in [getattr(javascript, name)]
    for attack in make(Path()).attacks()
]
ATTACKED += [
    pytest.param(make, attack, id=attack, marks=build_marks(name))
    for name, make in COMPILED.items()
    for attack in make().attacks()
]
ATTACKED += [
    pytest.param(python.PytestDialect, attack, id=attack)
    for attack in python.PytestDialect().attacks()
    if not attack.endswith(SEEN_BY_RULES)
]
BY_NAME = {row.name: row for row in ROWS}

pytestmark = pytest.mark.usefixtures("node")


def written(make):
    if make in (*COMPILED.values(), *PYTHON.values()):
        return make()
    if make not in (javascript.node_test, javascript.node_test_modules) and MODULES is None:
        pytest.skip("the npm packages of the test frameworks are not installed: make test-full installs them")
    return make(MODULES)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
@pytest.mark.parametrize("make", DIALECTS)
def test_every_row_is_reported_as_it_is(make, row, tmp_path):
    dialect = written(make)
    if row.name not in dialect.unable:
        assert check_row(dialect, row, tmp_path / "project") == []


@pytest.mark.parametrize("make", DIALECTS)
def test_exactly_the_tests_that_are_asked_for_run(make, tmp_path):
    dialect = written(make)
    if "duplicate titles" in dialect.unable:
        wanted = [("a", "fails"), ("a", "outer", "inner", "deep")]
        assert check_subset(dialect, BY_NAME["outcomes"], tmp_path / "project", wanted) == []
        return
    wanted = [("a", "same", 1), ("a", "g", "same"), ("b", "same")]
    assert check_subset(dialect, BY_NAME["duplicate titles"], tmp_path / "project", wanted) == []


@pytest.mark.parametrize(("make", "attack"), ATTACKED)
def test_no_attack_is_believed_and_honest_code_is(make, attack, tmp_path):
    assert check_attack(written(make), attack, tmp_path / "project") == []


@pytest.mark.parametrize("make", PYTHON.values(), ids=PYTHON)
@pytest.mark.parametrize("name", sorted(python.ENDS_ALL))
def test_a_test_in_python_that_ends_its_process_is_a_fault_of_the_run(make, name, tmp_path):
    complaints = check_row(make(), BY_NAME[name], tmp_path / "project")
    assert any(complaint.startswith("fault: crash: ") for complaint in complaints)


@pytest.mark.parametrize("name", ["failing before-each hook", "failing after-each hook"])
def test_hooks_around_a_method_of_unittest_are_part_of_it(name, tmp_path):
    complaints = check_row(python.UnittestDialect(), BY_NAME[name], tmp_path / "project")
    assert complaints == [f"test_a.py::Group::test_{one}: expected error, reported failed" for one in ("one", "two")]


@pytest.mark.parametrize("attack", SEEN_BY_RULES)
def test_attacks_that_a_run_in_python_does_not_see_are_refused_as_patches(attack):
    project = python.PytestDialect().attacks()[f"python/{attack}"]
    before, after = b"\n\ndef add(a, b):\n    return a + b\n", project["lib.py"].encode()
    assert refuse_patch([FileChange("lib.py", before, after)])


def suite(tmp_path, *members):
    dialect = javascript.node_test()
    write_project(dialect, dialect.project([TestFile("a", members)]), tmp_path / "project")
    return (tmp_path / "project", *find_target(dialect, tmp_path / "project"))


def test_the_time_of_the_whole_run_is_kept_and_what_did_not_run_is_said(tmp_path):
    folder, adapter, target = suite(tmp_path, Test("first"), Test("spins", "spin"), Test("last"))
    found = run_target(adapter, folder, target, SuiteRequest(seconds=6, test_seconds=600)).verdict
    statuses = {test.titles[0]: result.status for test, result in found.results.items()}
    assert statuses["spins"] == "failed"
    assert "last" not in statuses
    ((kind, missing),) = [(fault.kind, fault.tests) for fault in found.faults]
    assert kind == "no_result"
    assert ("last",) in [test.titles for test in missing]
    assert not found.green


def test_a_test_that_is_gone_since_the_baseline_is_a_fault(tmp_path):
    folder, adapter, target = suite(tmp_path, Test("here"))
    here, gone = (TestId.of("test/a.test.js", (title,)) for title in ("here", "gone"))
    assert run_target(adapter, folder, target, expected={here}).verdict.green
    found = run_target(adapter, folder, target, expected={here, gone}).verdict
    assert [(fault.kind, fault.tests) for fault in found.faults] == [("vanished", (gone,))]
    assert (found.grade, found.green) == ("reported", False)
