"""Our reporter in vitest, fed as vitest feeds it: hints of the tests' process may come before vitest's own word."""

import json
import subprocess
from pathlib import Path

from testfix_pipeline.frameworks.channel import INJECTED

SCRIPT = """
import { appendFileSync } from 'node:fs';
const [reporter, hints, root] = process.argv.slice(2);
const { default: Reporter } = await import(reporter);
const one = new Reporter(hints);
const module = { type: 'module', moduleId: `${root}/a.test.js` };
const tests = ['first', 'culprit'].map((name) => ({ type: 'test', name, id: name, parent: module }));
module.children = { allTests: () => tests };
appendFileSync(hints, tests.map(({ id }) => JSON.stringify({ begin: id }) + '\\n').join(''));
one.onTestModuleCollected(module);
process.exit(0);
"""


def test_tests_that_began_before_their_file_was_told_are_told_after_it(node: str, tmp_path: Path) -> None:
    script = tmp_path / "feed.mjs"
    script.write_text(SCRIPT)
    order = {"nonce": "n", "fd": 1, "root": str(tmp_path), "files": [], "ids": None, "without": [], "without_files": []}
    command = [node, script, INJECTED / "vitest" / "reporter.mjs", tmp_path / "hints", tmp_path]
    done = subprocess.run(command, input=json.dumps(order), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["e"], one.get("id", ["", [""]])[1][0]) for one in told] == [
        ("collected", ""),
        ("begin", "first"),
        ("begin", "culprit"),
    ]
