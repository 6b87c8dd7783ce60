"""Projects whose tests run as ES modules, with options of node, or in a workspace are measured as they are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.frameworks.model import SuiteRequest
from testfix_pipeline.frameworks.project_suites import find_suites, required_suites
from testfix_pipeline.frameworks.verdict import RunVerdict
from testfix_pipeline_tests.frameworks.conftest import npm_modules, verdict_of

JEST_MODULES = {
    "package.json": {
        "type": "module",
        "scripts": {"test": "node --experimental-vm-modules node_modules/jest/bin/jest.js"},
        "jest": {"transform": {}},
    },
    "sum.js": "export const sum = (a, b) => a + b;\n",
    "sum.test.js": "import { sum } from './sum.js';\n"
    "test('right', () => expect(sum(1, 2)).toBe(3));\ntest('wrong', () => expect(sum(1, 2)).toBe(4));\n",
}
MOCHA_OPTIONS = {
    "package.json": {"scripts": {"test": "mocha"}, "devDependencies": {"mocha": "11"}},
    ".mocharc.json": {"node-option": ["require=./given.cjs", "no-warnings"], "spec": ["*.spec.cjs"]},
    "given.cjs": "globalThis.given = 3;\n",
    "sum.spec.cjs": "const assert = require('node:assert');\n"
    "it('right', () => assert.equal(given, 3));\nit('wrong', () => assert.equal(given, 4));\n",
}
VITEST_PROJECTS = {
    "package.json": {"scripts": {"test": "vitest run"}, "devDependencies": {"vitest": "3"}},
    "vitest.config.mjs": "export default { test: { projects: [\n"
    "  { test: { name: 'one', include: ['one/*.test.mjs'], pool: 'threads', typecheck: { enabled: true } } },\n"
    "  { test: { name: 'two', include: ['two/*.test.mjs'], pool: 'vmThreads', globals: true } } ] } };\n",
    "one/types.test-d.ts": "import { it } from 'vitest';\nit('types', () => {});\n",
    "one/a.test.mjs": "import { expect, it } from 'vitest';\nit('right', () => expect(3).toBe(3));\n",
    "two/b.test.mjs": "it.concurrent('wrong', async () => { await null; expect(3).toBe(4); });\n",
}

pytestmark = pytest.mark.usefixtures("node")


def measured(files: Mapping[str, object], folder: Path) -> RunVerdict:
    for path, text in files.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text if isinstance(text, str) else json.dumps(text))
    modules = npm_modules()
    assert modules is not None
    (folder / "node_modules").symlink_to(modules.resolve())
    (suite,) = find_suites(folder).suites
    return verdict_of((suite.adapter, suite.target), folder, SuiteRequest(seconds=300, test_seconds=20))


@pytest.mark.npm
@pytest.mark.skipif(npm_modules() is None, reason="the npm packages are not installed")
@pytest.mark.parametrize("files", [JEST_MODULES, MOCHA_OPTIONS, VITEST_PROJECTS], ids=["jest", "mocha", "vitest"])
def test_each_test_has_its_result_and_the_run_is_proved(tmp_path: Path, files: Mapping[str, object]) -> None:
    found = measured(files, tmp_path)
    assert {test.titles[-1]: result.status for test, result in found.results.items()} == {
        "right": "passed", "wrong": "failed",
    }  # fmt: skip
    assert (found.grade, found.faults, found.hooks) == ("proved", (), ())


@pytest.mark.npm
@pytest.mark.skipif(npm_modules() is None, reason="the npm packages are not installed")
def test_a_configuration_that_throws_is_reported_with_its_error(tmp_path: Path) -> None:
    files = {**VITEST_PROJECTS, "vitest.config.mjs": "throw new Error('no such setting');\n"}
    (fault,) = measured(files, tmp_path).faults
    assert fault.kind == "no_end" and "no such setting" in fault.message


LOST_REJECTIONS = {
    "package.json": {"scripts": {"test": "jest"}},
    "tick.test.js": "const lost = async () => { throw new Error('lost'); };\n"
    "test('wrong', () => { lost(); });\ntest.skip('later', () => {});\n"
    "test('right', () => { lost().catch(() => {}); });\nafterAll(() => { lost(); });\n",
}


@pytest.mark.npm
@pytest.mark.skipif(npm_modules() is None, reason="the npm packages are not installed")
def test_a_rejection_that_nobody_waits_for_is_the_failure_of_its_test(tmp_path: Path) -> None:
    found = measured(LOST_REJECTIONS, tmp_path)
    assert {test.titles[-1]: result.status for test, result in found.results.items()} == {
        "right": "passed", "wrong": "failed", "later": "skipped",
    }  # fmt: skip
    assert found.faults == () and not found.green
    assert [(hook.titles, hook.error.message) for hook in found.hooks] == [((), "lost")]


def test_a_script_that_runs_no_known_framework_is_refused_with_what_to_give(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"scripts": {"test": "tape test/*.js"}}')
    with pytest.raises(ProjectError, match=r"`tape test/\*\.js`, runs no test framework") as refused:
        required_suites(tmp_path)
    assert "`results`" in refused.value.next_step
