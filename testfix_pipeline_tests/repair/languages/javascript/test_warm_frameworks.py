"""Candidates of JavaScript are tried in one process, each as if it were the first, and nothing of them stays behind."""

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.warm_suites import WarmSuite
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.validation.framework_processes import ExpectedOutcomes, FrameworkProcesses
from testfix_pipeline.repair.validation.framework_warm import FrameworkWarm, Limits
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.validator import Aims, Validator
from testfix_pipeline.repair.validation.warm_start import WarmStart
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.frameworks.conftest import npm_modules

PACKAGE = '{"name": "sums", "type": "%s", "scripts": {"test": "node --test"}}'
SUMS = """\
const known = new Map();

EXPORT function double(n) {
  if (!known.has(n)) known.set(n, n * 3);
  return known.get(n);
}

EXPORT async function later(n) {
  await null;
  return n;
}
"""
ONLY = "t.assert.equal(double(2), 4)"
BODY = """\
test('double', () => assert.equal(double(2), 4));
test('nothing', () => assert.equal(double(0), 0));
test('later', async () => assert.equal(await later(3), 3));
test('parts', async (t) => {
  t.assert.ok(true);
});
"""
DOUBLE, NOTHING, LATER, PARTS = (TestId(f"sums.test.js::{name}") for name in ("double", "nothing", "later", "parts"))
FILES = {
    "module": {
        "package.json": PACKAGE % "module",
        "sums.js": SUMS.replace("EXPORT", "export"),
        "sums.test.js": "import test from 'node:test';\nimport assert from 'node:assert/strict';\n"
        "import { double, later } from './sums.js';\n" + BODY,
    },
    "commonjs": {
        "package.json": PACKAGE % "commonjs",
        "sums.js": SUMS.replace("EXPORT ", "") + "module.exports = { double, later };\n",
        "sums.test.js": "const test = require('node:test');\nconst assert = require('node:assert/strict');\n"
        "const { double, later } = require('./sums.js');\n" + BODY,
    },
}
Write = Callable[[Mapping[str, str]], Path]


@contextmanager
def measured(root: Path, failing: list[TestId], passing: list[TestId]) -> Iterator[FrameworkProcesses]:
    interpreter = ours().interpreter
    project = TargetProject(interpreter, "test", suites=find_suites(root).suites)
    processes = FrameworkProcesses(project, root, root.parent / "kept", Clock(120.0))
    try:
        processes.measure(ExpectedOutcomes(failing, passing, {}))
        yield processes
    finally:
        processes.close()


def candidate(root: Path, old: str, new: str) -> Candidate:
    source = JAVASCRIPT.read("sums.js", (root / "sums.js").read_bytes())
    start = source.text.index(old)
    edit = Edit("sums.js", start, start + len(old), new, "by hand", 1.0, source.line_at(start))
    return Candidate.single(source, edit, 1.0, "test")


def verdicts(processes: FrameworkProcesses, tests: list[str], *tried: Candidate) -> list[dict[str, bool]]:
    answer = processes.ask_warm({"tests": tests, "batch": [processes.orders(one) for one in tried]})
    return [{test: outcome.passed for test, outcome in one.outcomes.items()} for one in answer.batch]


@pytest.mark.parametrize("kind", FILES)
def test_each_candidate_is_evaluated_as_if_it_were_the_first(write: Write, node: str, kind: str) -> None:
    root = write(FILES[kind])
    before = (root / "sums.js").read_bytes()
    right, wrong = candidate(root, "n * 3", "n * 2"), candidate(root, "n * 3", "n * 4")
    with measured(root, [DOUBLE], [NOTHING, LATER]) as processes:
        assert processes.can_try(right, lambda part: ())
        found = verdicts(processes, [DOUBLE, NOTHING], wrong, right, wrong)
        assert [one[DOUBLE] for one in found] == [False, True, False, False]  # the last is the code as it is
        assert all(one[NOTHING] for one in found)
    assert (root / "sums.js").read_bytes() == before


def test_a_test_that_only_its_framework_can_run_is_left_to_it(write: Write, node: str) -> None:
    root = write(FILES["module"])
    with measured(root, [DOUBLE], [NOTHING, LATER, PARTS]) as processes:
        assert set(processes.items) == {DOUBLE, NOTHING, LATER}


def test_where_a_failing_test_does_not_fail_warm_nothing_is_tried_there(write: Write, node: str) -> None:
    root = write(FILES["module"])
    with measured(root, [NOTHING], [LATER]) as processes:
        assert not processes.can_try(candidate(root, "n * 3", "n * 2"), lambda part: ())


LOADED = "test('double', () => assert.equal(double(2), 4));\n"
OTHER = "test('double', (t) => t.assert.equal(double(2), 4));\n"
DYING = {"NODE_OPTIONS": "--require=./absent.cjs"}


@pytest.mark.parametrize(
    ("body", "env", "why"),
    [
        (OTHER, {}, "it does not support t.assert"),
        (LOADED.replace("4)", "6)"), {}, "they don't fail there"),
        ("throw new RangeError('no data');\n" + LOADED, {}, "they fail otherwise there (RangeError: no data)"),
        (LOADED, DYING, "it ended"),
    ],
    ids=["unsupported", "passes", "fails otherwise", "dies"],
)
def test_why_a_warm_process_judges_no_failing_test_is_noted(write, node, body, env, why) -> None:
    files = FILES["module"]
    root = write({**files, "sums.test.js": files["sums.test.js"].replace(BODY, body)})
    project = TargetProject(ours().interpreter, "test", suites=find_suites(root).suites, env=env)
    processes = FrameworkProcesses(project, root, root.parent / "kept", Clock(120.0))
    try:
        processes.measure(ExpectedOutcomes([DOUBLE], [], {DOUBLE: "AssertionError"}))
        (note,) = processes.notes
        assert note.endswith(f"the warm process can't judge the failing tests: {why}.")
    finally:
        processes.close()


def test_nothing_is_noted_of_tests_that_it_judges(write: Write, node: str) -> None:
    with measured(write(FILES["module"]), [DOUBLE], [NOTHING]) as processes:
        assert processes.notes == []


def test_processes_are_lent_to_searches_one_after_another_of_whatever_suite(write: Write, node: str) -> None:
    files = {f"{part}/{path}": text for part in ("one", "two") for path, text in FILES["module"].items()}
    root = write({**files, "package.json": '{"private": true, "workspaces": ["one", "two"]}'})
    project = TargetProject(ours().interpreter, "test", suites=find_suites(root).suites)
    tests = {part: [TestId(f"{part}/{test}") for test in (DOUBLE, NOTHING)] for part in ("one", "two")}
    with WarmStart(project, root) as started:
        for part in ("one", "one", "two", "one"):
            failing, passing = tests[part]
            clock = Clock(120.0)
            processes = started.lend(clock, None)
            assert isinstance(processes, FrameworkProcesses)
            baseline = processes.measure(ExpectedOutcomes([failing], [passing], {}))
            assert set(baseline.alone) == {failing}, processes.notes
            again = processes.measure(ExpectedOutcomes([failing], [passing], {}))
            assert again is baseline, "it was measured"
            assert processes.ask_warm({"tests": [failing]}).outcomes[failing].status == "failed"
            clock.stop()


@pytest.mark.parametrize("body", ["while (n === 0) {}", "setInterval(() => {}, 5); process.exit(0);"])
def test_what_never_ends_or_ends_the_process_does_not_keep_others_from_being_tried(write, node, body) -> None:
    root = write(FILES["module"])
    right = candidate(root, "n * 3", "n * 2")
    bad = candidate(root, "if (!known", f"{body} if (!known")
    with measured(root, [DOUBLE], [NOTHING]) as processes:
        found = verdicts(processes, [DOUBLE, NOTHING], bad, right)
        assert found[0] == {DOUBLE: False, NOTHING: False} or found[0][NOTHING] is False
        assert found[1] == {DOUBLE: True, NOTHING: True}


def test_what_is_built_in_is_as_before_for_the_next_candidate(write: Write, node: str) -> None:
    root = write(FILES["module"])
    bad = candidate(root, "if (!known", "Object.prototype.more = 1; Array.prototype.map = null; if (!known")
    stays = candidate(root, "if (!known", "if ('more' in {} || [1].map(Number)[0] !== 1) return 5; if (!known")
    with measured(root, [DOUBLE], [NOTHING]) as processes:
        found = verdicts(processes, [NOTHING], bad, stays)
        assert found[1] == {NOTHING: True}


def test_a_test_that_only_its_framework_can_run_is_asked_there_once_the_others_pass(write: Write, node: str) -> None:
    root = write(
        {**FILES["module"], "sums.test.js": FILES["module"]["sums.test.js"].replace("t.assert.ok(true)", ONLY)}
    )
    with measured(root, [DOUBLE, PARTS], [NOTHING, LATER]) as processes:
        aims = Aims([PARTS, DOUBLE], [], [NOTHING, LATER], [])
        validator = Validator(processes.project, root, aims, None, processes._baseline, processes=processes)
        assert validator.failing == [DOUBLE, PARTS] and validator.first_look(0) == [DOUBLE]
        verdict = validator.try_candidate(candidate(root, "n * 3", "n * 2"))
        assert verdict.finding == "plausible" and verdict.fixes == {DOUBLE, PARTS}


REJECTING = "for (;;) try { await (async () => { throw new Error('no'); })(); } catch {}"


@pytest.mark.parametrize("body", ["for (;;) {}", "for (;;) await null;", REJECTING])
def test_a_loop_behind_what_is_awaited_is_ended_in_the_process(write: Write, node: str, body: str) -> None:
    root = write(FILES["module"])
    endless, right = candidate(root, "  return n;", f"  {body}"), candidate(root, "n * 3", "n * 2")
    with measured(root, [DOUBLE], [NOTHING, LATER]) as processes:
        asked = {"tests": [DOUBLE, LATER], "batch": [processes.orders(endless), processes.orders(right)]}
        answer = processes.ask_warm(asked)
        assert [one.outcomes[LATER].error for one in answer.batch] == ["NeverEnds", "", ""]
        assert [one.outcomes[DOUBLE].passed for one in answer.batch] == [False, True, False]


def test_a_signal_that_comes_late_ends_no_test(write: Write, node: str) -> None:
    root = write(FILES["module"])
    right = candidate(root, "n * 3", "n * 2")
    signals = candidate(root, "if (!known", "process.kill(process.pid, 'SIGINT'); if (!known")
    with measured(root, [DOUBLE], [NOTHING, LATER]) as processes:
        batch = [processes.orders(one) for one in (signals, right)]
        answer = processes.ask_warm({"tests": [DOUBLE, LATER], "batch": batch})
        assert [one.outcomes[DOUBLE].passed for one in answer.batch] == [False, True, False]
        assert answer.batch[1].outcomes[LATER].passed


def test_a_loop_that_nothing_inside_can_end_costs_the_process_and_no_more(write: Write, node: str) -> None:
    root = write(FILES["module"])
    read = "await new Promise((done) => process.getBuiltinModule('fs').stat('.', done));"
    lost = candidate(root, "  return n;", f"  {read} for (;;) {{}}")
    waits = candidate(root, "await null;", "await new Promise(() => {});")
    with measured(root, [DOUBLE], [NOTHING, LATER]) as processes:
        asked = {"tests": [LATER], "batch": [processes.orders(waits), processes.orders(lost)]}
        answer = processes.ask_warm(asked)
        assert answer.end == "loop" and [one.outcomes[LATER].error for one in answer.batch] == ["NeverSettles"]
        assert verdicts(processes, [DOUBLE], candidate(root, "n * 3", "n * 2"))[0] == {DOUBLE: True}


HOOKS = """\
import test, { afterEach, beforeEach } from 'node:test';
import assert from 'node:assert/strict';
import { double } from './sums.js';
const done = [];
beforeEach(() => done.push('before'));
afterEach(async () => done.push('after'));
test('double', () => assert.equal(double(2), 4));
test('waits', async () => { await double(5); done.length = 0; await new Promise(() => {}); });
test('hooks', () => assert.deepEqual(done.splice(0), ['after', 'before']));
test('hooks again', () => assert.deepEqual(done.splice(0), ['after', 'before']));
"""


@pytest.mark.parametrize("error", ["NeverSettles", "NeverEnds"])
def test_hooks_are_run_around_each_test_also_of_one_that_was_ended(write: Write, node: str, error: str) -> None:
    root = write({**FILES["module"], "sums.test.js": HOOKS})
    waits, hooks, again = (TestId(f"sums.test.js::{name}") for name in ("waits", "hooks", "hooks again"))
    loop = "done.length = 0;" if error == "NeverSettles" else "done.length = 0; for (;;) {}"
    with measured(root, [DOUBLE], []) as processes:
        texts = {"sums.test.js": HOOKS.replace("done.length = 0;", loop)}
        [look] = processes._looked([waits, hooks, again], [texts], Limits(0.5, 5.0))
        assert look.outcomes[waits].error == error
        assert look.outcomes[hooks].passed and look.outcomes[again].passed


def test_each_test_tells_the_lines_that_it_runs(write: Write, node: str) -> None:
    root = write(FILES["module"])
    source = JsSource("sums.js", (root / "sums.js").read_bytes())
    counted = JAVASCRIPT.with_counters(source, 0, str(root / "lines"))
    assert counted is not None
    with measured(root, [DOUBLE], [NOTHING, LATER, PARTS]) as processes:
        found = processes.counted({"sums.js": counted}, [DOUBLE, LATER, PARTS])
    double, later = (frozenset(found[test]) for test in (DOUBLE, LATER))
    assert set(found) == {DOUBLE, LATER} and {"0:4", "0:5"} <= double - later and {"0:9", "0:10"} <= later - double
    assert not (root / "lines").exists()


def test_subtests_are_judged_as_their_framework_does(write: Write, node: str) -> None:
    tests = (
        "import test from 'node:test';\nimport assert from 'node:assert/strict';\n"
        "import { double } from './sums.js';\n"
        "test('all', async (t) => {\n"
        "  for (const n of [0, 2]) await t.test(`n ${n}`, () => assert.equal(double(n), n * 2));\n});\n"
    )
    root = write({**FILES["module"], "sums.test.js": tests})
    whole, first, second = (TestId(f"sums.test.js::{name}") for name in ("all", "all::n 0", "all::n 2"))
    with measured(root, [whole, second], [first]) as processes:
        found = verdicts(processes, [whole, first, second], candidate(root, "n * 3", "n * 2"))
        assert found == [{whole: True, first: True, second: True}, {whole: False, first: True, second: False}]


def test_a_process_that_dies_when_it_starts_leaves_nothing_open(write: Write, node: str) -> None:
    root = write(FILES["module"])
    interpreter, env = ours().interpreter, {"NODE_OPTIONS": f"--require={root}/absent.cjs"}
    suites = find_suites(root).suites
    project = TargetProject(interpreter, "test", suites=suites, env=env)
    (suite,) = suites
    assert isinstance(suite, WarmSuite)
    with pytest.raises(ServerLost):
        FrameworkWarm(project, suite, root, Clock(120.0))
    gc.collect()  # a process that nobody ended is reported when the object that stands for it goes


TYPED = {
    "package.json": '{"name": "typed", "scripts": {"test": "vitest run"}, "devDependencies": {"vitest": "3"}}',
    "src/types.ts": "export type Word = string;\n",
    "src/index.ts": "export * from './types';\nexport function loud(word: string): string {\n  return word + '?';\n}\n",
    "test/loud.test.ts": "import { expect, it } from 'vitest';\nimport { loud } from '../src';\n"
    "it('loud', () => { expect(loud('a')).toBe('a!'); });\n",
}


@pytest.mark.npm
@pytest.mark.skipif(npm_modules() is None, reason="vitest is not installed")
def test_a_module_of_types_alone_is_loaded_as_what_its_text_says(write: Write, node: str) -> None:
    root = write(TYPED)
    modules = npm_modules()
    assert modules is not None
    (root / "node_modules").symlink_to(modules.resolve())
    test = TestId("test/loud.test.ts::loud")
    with measured(root, [test], []) as processes:
        [look] = processes._looked(
            [test], [{"src/index.ts": TYPED["src/index.ts"].replace("'?'", "'!'")}], Limits(5.0, 5.0)
        )
        assert look.outcomes[test].passed


ELEMENTS = {
    **{path: TYPED[path] for path in ("package.json",)},
    "src/h.ts": "export const h = (kind: string, props: unknown, ...all: unknown[]) => `<${kind}>${all.join('')}`;\n",
    "src/view.tsx": "PRAGMA\nimport { h } from './h';\nexport const view = (n: number) => <b>{n + 1}</b>;\n",
    "test/view.test.ts": "import { expect, it } from 'vitest';\nimport { view } from '../src/view';\n"
    "it('view', () => expect(view(1)).toBe('<b>1'));\n",
}


@pytest.mark.npm
@pytest.mark.skipif(npm_modules() is None, reason="vitest is not installed")
@pytest.mark.parametrize(("pragma", "is_judged"), [("/** @jsx h */", True), ("/** @jsxImportSource none */", False)])
def test_elements_are_made_as_their_file_says_and_what_cannot_be_loaded_is_not_judged(
    write: Write, node: str, pragma: str, is_judged: bool
) -> None:
    root = write({path: text.replace("PRAGMA", pragma) for path, text in ELEMENTS.items()})
    modules = npm_modules()
    assert modules is not None
    (root / "node_modules").symlink_to(modules.resolve())
    test = TestId("test/view.test.ts::view")
    with measured(root, [test], []) as processes:
        assert processes.can_try(Candidate((), 1.0, "none"), lambda part: ()) == is_judged
        if is_judged:
            text = ELEMENTS["src/view.tsx"].replace("PRAGMA", pragma).replace("n + 1", "n")
            [look] = processes._looked([test], [{"src/view.tsx": text}], Limits(5.0, 5.0))
            assert look.outcomes[test].passed
