"""Every adapter passes every row of the conformance kit, and no attack deceives it."""

from __future__ import annotations

from pathlib import Path

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.frameworks.conformance import ROWS, check_attack, check_row, go, javascript, rust
from testfix_pipeline.frameworks.conformance.checks import check_subset, find_target, write_project
from testfix_pipeline.frameworks.conformance.dialect import Test, TestFile
from testfix_pipeline.frameworks.framework_run import run_target
from testfix_pipeline.frameworks.model import Ask
from testfix_pipeline_tests.frameworks.conftest import build_marks, npm_modules

MODULES = npm_modules()
NPM = pytest.mark.npm
DIALECTS = [
    pytest.param(javascript.node_test, id="node:test"),
    pytest.param(javascript.node_test_modules, id="node:test as modules"),
    *(pytest.param(getattr(javascript, name), id=name, marks=NPM) for name in ("jest", "vitest", "mocha")),
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
BY_NAME = {row.name: row for row in ROWS}

pytestmark = pytest.mark.usefixtures("node")


def written(make):
    if make in COMPILED.values():
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


def suite(tmp_path, *members):
    dialect = javascript.node_test()
    write_project(dialect, dialect.project([TestFile("a", members)]), tmp_path / "project")
    return (tmp_path / "project", *find_target(dialect, tmp_path / "project"))


def test_the_time_of_the_whole_run_is_kept_and_what_did_not_run_is_said(tmp_path):
    folder, adapter, target = suite(tmp_path, Test("first"), Test("spins", "spin"), Test("last"))
    found = run_target(adapter, folder, target, Ask(seconds=6, test_seconds=600)).verdict
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
