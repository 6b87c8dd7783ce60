"""vitest runs tests several times in one start, each time as in a start of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.flaky_tests import FlakeVerdict, rerun_failing_tests
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_rounds
from testfix_pipeline.frameworks import framework_suite
from testfix_pipeline.frameworks.framework_run import run_target
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.frameworks.conftest import npm_modules

MANIFEST = '{"type": "module", "scripts": {"test": "vitest run"}, "devDependencies": {"vitest": "3"}}'
FILE = "test/a.test.js"
TESTS = """\
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { calls } from '../src/calls.js';

const times = (file) => {
  const before = existsSync(file) ? Number(readFileSync(file)) : 0;
  writeFileSync(file, String(before + 1));
  return before + 1;
};
test('wrong', () => { expect(1).toBe(2); });
test('new module', () => { calls.push(1); expect(calls).toHaveLength(2); });
test('new temporary files', () => { expect(times(`${tmpdir()}/mark`)).toBe(2); });
test('new home', () => { expect(times(`${homedir()}/mark`)).toBe(2); });
test('now and then', () => { expect(times('count') % 2).toBe(0); });
test('good', () => {});
test('ends the third', () => {
  if (existsSync('deadly') && times('deadly') === 3) process.kill(process.pid, 'SIGKILL');
});
"""
FAILING = ("wrong", "new module", "new temporary files", "new home", "now and then")
GLOBAL = "export default { test: { globalSetup: './setup.js' } };\n"

pytestmark = [
    pytest.mark.npm,
    pytest.mark.usefixtures("node", "every_round"),
    pytest.mark.skipif(npm_modules() is None, reason="vitest is not installed"),
]


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., TargetProject]:
    """Write the project, with more files; returns it."""

    def made(**more: str) -> TargetProject:
        files = {"package.json": MANIFEST, "src/calls.js": "export const calls = [];\n", FILE: TESTS, **more}
        for path, text in files.items():
            (tmp_path / path).parent.mkdir(exist_ok=True)
            (tmp_path / path).write_text(text)
        modules = npm_modules()
        assert modules is not None
        (tmp_path / "node_modules").symlink_to(modules.resolve())
        return TargetProject(ours().interpreter, "test", suites=find_suites(tmp_path).suites)

    return made


def ids(*titles: str) -> list[TestId]:
    return [TestId.of(FILE, (title,)) for title in titles]


def statuses(runs: list[SuiteRun], title: str) -> list[str]:
    return [run.outcomes[TestId.of(FILE, (title,))].status for run in runs]


def test_each_round_has_new_modules_and_private_folders(write: Callable[..., TargetProject], tmp_path: Path) -> None:
    runs = run_rounds(write(), tmp_path, ids(*FAILING, "good"), 4, timeout=120)
    assert len(runs) == 4 and all(run.grade == "proved" for run in runs)
    for title in ("wrong", "new module", "new temporary files", "new home"):
        assert statuses(runs, title) == ["failed"] * 4
    assert statuses(runs, "now and then") == ["failed", "passed"] * 2
    assert statuses(runs, "good") == ["passed"] * 4
    assert all(set(run.outcomes) == {*ids(*FAILING, "good")} for run in runs)


def test_a_round_that_does_not_end_and_those_after_it_are_missing(write, tmp_path) -> None:
    runs = run_rounds(write(deadly="0"), tmp_path, ids("wrong", "ends the third"), 5, timeout=120)
    assert statuses(runs, "ends the third") == ["passed", "passed"]


def test_what_a_global_setup_leaves_is_not_shared_by_rounds(write, tmp_path) -> None:
    files = {"vitest.config.js": GLOBAL, "setup.js": "export const setup = () => {};\n"}
    assert len(run_rounds(write(**files), tmp_path, ids("wrong"), 3, timeout=120)) == 1


def test_all_rounds_of_quick_tests_take_one_start(write, tmp_path, every_round, monkeypatch) -> None:
    monkeypatch.setattr(framework_suite, "run_target", lambda *_given, **_named: pytest.fail("one more start"))
    (wrong,) = ids("wrong")
    verdicts = rerun_failing_tests(write(), tmp_path, [wrong], timeout=120)
    assert verdicts == {wrong: FlakeVerdict(every_round, 0, "real", f"Failed in all of {every_round} re-runs.")}


def test_rounds_that_are_missing_are_run_in_starts_of_their_own(write, tmp_path, every_round, monkeypatch) -> None:
    starts = []
    counted = lambda *given, **named: starts.append(1) or run_target(*given, **named)  # noqa: E731
    monkeypatch.setattr(framework_suite, "run_target", counted)
    (wrong,) = ids("wrong")
    files = {"vitest.config.js": GLOBAL, "setup.js": "export const setup = () => {};\n"}
    verdict = rerun_failing_tests(write(**files), tmp_path, [wrong], timeout=120)[wrong]
    assert (verdict.kind, verdict.runs, len(starts)) == ("real", every_round, every_round - 1)
