"""Every adapter passes every row of the conformance kit, and no attack deceives it."""

from __future__ import annotations

from pathlib import Path

import pytest

from testfix_pipeline.frameworks.conformance import ROWS, check_attack, check_row, javascript
from testfix_pipeline.frameworks.conformance.checks import check_subset
from testfix_pipeline_tests.frameworks.conftest import npm_modules

MODULES = npm_modules()
NPM = pytest.mark.npm
DIALECTS = [
    pytest.param(javascript.node_test, id="node:test"),
    pytest.param(javascript.node_test_modules, id="node:test as modules"),
    *(pytest.param(getattr(javascript, name), id=name, marks=NPM) for name in ("jest", "vitest", "mocha")),
]
ATTACKED = [
    pytest.param(make, attack, id=f"{name} {attack}", marks=[NPM] * (name != "node_test"))
    for name in ("node_test", "jest", "vitest", "mocha")
    for make in [getattr(javascript, name)]
    for attack in make(Path()).attacks()
]
BY_NAME = {row.name: row for row in ROWS}

pytestmark = pytest.mark.usefixtures("node")


def written(make):
    if make not in (javascript.node_test, javascript.node_test_modules) and MODULES is None:
        pytest.skip("the npm packages of the test frameworks are not installed: make test-full installs them")
    return make(MODULES)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
@pytest.mark.parametrize("make", DIALECTS)
def test_every_row_is_told_as_it_is(make, row, tmp_path):
    dialect = written(make)
    if row.name not in dialect.unable:
        assert check_row(dialect, row, tmp_path / "project") == []


@pytest.mark.parametrize("make", DIALECTS)
def test_exactly_the_tests_that_are_asked_for_run(make, tmp_path):
    dialect = written(make)
    wanted = [("a", "same", 1), ("a", "g", "same"), ("b", "same")]
    assert check_subset(dialect, BY_NAME["duplicate titles"], tmp_path / "project", wanted) == []


@pytest.mark.parametrize(("make", "attack"), ATTACKED)
def test_no_attack_is_believed_and_honest_code_is(make, attack, tmp_path):
    assert check_attack(written(make), attack, tmp_path / "project") == []
