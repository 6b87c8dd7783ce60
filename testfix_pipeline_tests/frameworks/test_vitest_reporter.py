"""Our reporter in vitest knows what ran although vitest itself ends before it says so."""

import json
import subprocess
from pathlib import Path

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.frameworks.channel import INJECTED
from testfix_pipeline.frameworks.conformance.checks import find_target, write_project
from testfix_pipeline_tests.frameworks.conftest import npm_modules, verdict_of
from testfix_pipeline_tests.frameworks.dialects import javascript

LONG = "é" * 70_000  # more than one read of the hints
HINTS = [
    {"loading": "a.test.js"},
    {"collected": "a.test.js", "ids": [["a.test.js", [LONG], 0], ["a.test.js", ["culprit"], 0]]},
    {"begin": ["a.test.js", ["culprit"], 0]},
]
SCRIPT = """
import { appendFileSync } from 'node:fs';
const [reporter, hints, lines] = process.argv.slice(2);
const { default: Reporter } = await import(reporter);
new Reporter(hints);
appendFileSync(hints, await import('node:fs').then((fs) => fs.readFileSync(lines)));
process.exit(1);
"""


def test_what_the_process_of_the_tests_wrote_is_reported_although_vitest_ends_at_once(node, tmp_path) -> None:
    script, lines = tmp_path / "feed.mjs", tmp_path / "lines"
    script.write_text(SCRIPT)
    lines.write_text("".join(json.dumps(hint, ensure_ascii=False) + "\n" for hint in HINTS))
    order = {"nonce": "n", "fd": 1, "root": str(tmp_path), "files": [], "ids": None, "without": [], "without_files": []}
    command: list[str | Path] = [node, script, INJECTED / "vitest" / "reporter.mjs", tmp_path / "hints", lines]
    done = subprocess.run(command, input=json.dumps(order), capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    reported = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["e"] for one in reported] == ["loading", "collected", "begin"]
    assert reported[1]["ids"] == HINTS[1]["ids"]
    assert reported[2]["id"] == HINTS[2]["begin"]


KILLED = """\
import { test } from 'vitest';
test('first', () => {});
test('culprit', async () => {
  for (let i = 0; i < 200; i++) import(`../lazy/a${i}.js`).catch(() => {});
  await new Promise((done) => setTimeout(done, 2));
  process.kill(process.pid, 'SIGKILL');
});
test('last', () => {});
"""


@pytest.mark.npm
def test_a_test_that_kills_its_process_while_vitest_answers_it_is_the_one_that_failed(tmp_path: Path) -> None:
    modules = npm_modules()
    if modules is None:
        pytest.skip("the npm packages of the test frameworks are not installed: make test-full installs them")
    dialect = javascript.vitest(modules)
    lazy = {f"lazy/a{i}.js": f"export const a = {i};\n" for i in range(200)}
    files = {**dialect.project([]), **lazy, "test/a.test.js": KILLED}
    write_project(dialect, files, tmp_path)
    verdict = verdict_of(find_target(dialect, tmp_path), tmp_path)
    statuses = {test.titles[-1]: result.status for test, result in verdict.results.items()}
    assert statuses == {"first": "passed", "culprit": "failed", "last": "passed"}
    culprit = verdict.results[TestId.of("test/a.test.js", ["culprit"])]
    assert culprit.error is not None and culprit.error.type == "ProcessEnded"
