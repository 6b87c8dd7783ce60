"""JavaScript's tests run in the order that is asked for, and what one leaves to the next is named and put back."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.order_records import OrderDependence
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.order_dependence.framework_runs import FrameworkOrderRuns
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.frameworks.conftest import npm_modules
from testfix_pipeline_tests.frameworks.conftest import project as written

STORE = """\
let count = 0;
const settings = { theme: 'light', seen: [] };
const next = () => (count += settings.seen.length + 1);
module.exports = { settings, next };
"""
TESTS = """\
const fs = require('node:fs');
const { settings, next } = require('../src/store.js');
const note = (name) => fs.appendFileSync('order.txt', `${name} ${settings.theme} ${process.env.TONE}\\n`);
describe('one', () => {
  test('a', () => note('a'));
  test('b', () => {
    note('b');
    settings.theme = 'dark';
    settings.seen.push(next());
    process.env.TONE = 'loud';
    Date.now = () => 5;
  });
});
describe('two', () => {
  test('c', () => note('c'));
});
"""
FILE = "test/store.test.js"
A, B, C = (TestId.of(FILE, titles) for titles in (("one", "a"), ("one", "b"), ("two", "c")))
NAMES = {"settings.theme of src/store.js", "settings.seen of src/store.js", "count of src/store.js", "process.env.TONE",
         "Date.now"}  # fmt: skip
FRAMEWORKS = {
    "node --test": "const { describe, test } = require('node:test');\n",
    "jest": "",
    "mocha": "const test = it;\n",
    "vitest run": "import { describe, test } from 'vitest';\n",
}
npm = pytest.mark.npm
pytestmark = pytest.mark.program("node")


@pytest.fixture(params=[one if one.startswith("node") else pytest.param(one, marks=npm) for one in FRAMEWORKS])
def framework(request: pytest.FixtureRequest, tmp_path: Path) -> TargetProject:
    """A project with these tests, run by one of the frameworks."""
    name = request.param.split()[0]
    manifest: dict[str, Any] = {"scripts": {"test": request.param}}
    store, tests = STORE, FRAMEWORKS[request.param] + TESTS
    if name == "vitest":
        manifest["type"] = "module"
        store = STORE.replace("module.exports =", "export")
        tests = tests.replace("const fs = require('node:fs')", "import fs from 'node:fs'")
        tests = tests.replace(
            "const { settings, next } = require('../src/store.js')", "import { settings, next } from '../src/store.js'"
        )
    if name != "node":
        manifest["devDependencies"] = {name: "*"}
        modules = npm_modules()
        assert modules is not None
        (tmp_path / "node_modules").symlink_to(modules.resolve())
    written(tmp_path, **{"package.json": json.dumps(manifest), "src/store.js": store, FILE: tests})
    return TargetProject(ours().interpreter, "test", suites=find_suites(tmp_path).suites)


def test_tests_run_in_the_order_asked_for_and_what_one_leaves_is_named_and_put_back(framework, tmp_path) -> None:
    found: list[dict[str, Any]] = []
    state = {"after": B, "of": A, "put_back": ["settings.theme of src/store.js", "process.env.TONE"]}
    run = run_suite(framework, tmp_path, tests=[C, B, A], ordered=True, shared_state=state, witness=found, timeout=120)
    assert run.fault is None and run.passed == {A, B, C}
    assert (tmp_path / "order.txt").read_text().splitlines() == [
        "c light undefined", "b light undefined", "a light undefined",
    ]  # fmt: skip
    assert {one["name"] for one in found} == NAMES
    by_name = {one["name"]: one for one in found}
    assert [one["name"] for one in found if not one["can_be_put_back"]] == ["count of src/store.js"]
    seen = by_name["settings.seen of src/store.js"]
    assert (seen["before"], seen["after"], seen["of_program"]) == ("Array(0)", "Array(1)", True)
    assert (seen["save"], seen["restore"][0][:21]) == ("[...settings.seen]", "settings.seen.splice(")
    assert by_name["process.env.TONE"]["restore"] == ["delete process.env.TONE;"]


def test_pieces_that_decide_are_those_whose_value_makes_the_test_pass(tmp_path: Path) -> None:
    tests = FRAMEWORKS["node --test"] + TESTS.replace(
        "note('c')", "{ if (settings.theme === 'dark') throw new Error('dark'); }"
    )
    manifest = json.dumps({"scripts": {"test": "node --test"}})
    written(tmp_path, **{"package.json": manifest, "src/store.js": STORE, FILE: tests})
    project = TargetProject(ours().interpreter, "test", suites=find_suites(tmp_path).suites)
    runs = FrameworkOrderRuns(project, tmp_path, 600)
    assert (runs.passes([A, C]), runs.passes([B, C])) == (True, False)
    assert [one["name"] for one in runs.trials([B], C, state="passed")["pieces"]] == ["settings.theme of src/store.js"]
    assert runs.trials([A, B], C, along=25) == {"along": [(2, False)]}
    alone, victim = (OrderDependence(test=C, kind=kind, others=[B]) for kind in ("brittle", "victim"))
    assert [runs.command(one) for one in (alone, victim)] == [
        f"node --test --test-name-pattern='^({titles})$' {FILE}" for titles in ("c", "b|c")
    ]


def test_files_of_one_process_depend_on_each_other_where_the_script_says_so(node: str, tmp_path: Path) -> None:
    isolation = "--experimental-test-isolation=none"  # also known to the releases that have a shorter name for it
    if subprocess.run([node, isolation, "--version"], capture_output=True, check=False).returncode:
        pytest.skip("this node runs each file in a process of its own")
    begin = "const assert = require('node:assert');\nconst { describe, test } = require('node:test');\n"
    begin += "const { settings } = require('../src/store.js');\n"
    files = {
        "package.json": json.dumps({"scripts": {"test": f"node --test {isolation}"}}),
        "src/store.js": STORE,
        "test/a.test.js": f"{begin}describe('one', () => {{ test('sets', () => {{ settings.theme = 'dark'; }}); }});\n",
        "test/b.test.js": begin
        + "test('reads', () => assert.equal(settings.theme, 'light'));\ntest('sets', () => {});\n",
    }
    written(tmp_path, **files)
    project = TargetProject(ours().interpreter, "test", suites=find_suites(tmp_path).suites)
    setter, victim = TestId.of("test/a.test.js", ("one", "sets")), TestId.of("test/b.test.js", ("reads",))
    run = run_suite(project, tmp_path, timeout=120)
    assert run.fault is None and (run.failing, len(run.passed)) == ({victim}, 2)
    runs = FrameworkOrderRuns(project, tmp_path, 600)
    assert (runs.passes([victim]), runs.passes([setter, victim])) == (True, False)
    pieces = runs.trials([setter], victim, state="passed")["pieces"]
    assert [one["name"] for one in pieces] == ["settings.theme"]
    said = runs.command(OrderDependence(test=victim, kind="victim", others=[setter]))
    assert said.startswith(f"node --test {isolation} --test-name-pattern=")
