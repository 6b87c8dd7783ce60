"""Projects that pin an older mocha: its tests, their outcomes, files that can't be loaded, and hooks."""

import json
import subprocess
from pathlib import Path

import pytest

from testfix_pipeline.frameworks.registry import targets
from testfix_pipeline_tests.frameworks.conftest import project, verdict_of

FILES = {
    "test/a.js": """\
const assert = require('node:assert');
describe('group', () => {
  it('passes', () => assert.strictEqual(1, 1));
  it('fails', () => assert.strictEqual(1, 2));
  it('waits', (done) => {});
  it.skip('later', () => {});
  describe('inner', () => {
    before(() => { throw new Error('no start'); });
    it('never begins', () => {});
  });
});
""",
    "test/broken.js": "const a = (;\n",
    "test/z.js": "it('comes after a broken file', () => Promise.resolve());\n",
}


@pytest.mark.npm
@pytest.mark.parametrize("version", ["6.2.3", "7.2.0", "8.4.0"])
def test_an_older_mocha_is_observed_as_a_newer_one(tmp_path: Path, version: str) -> None:
    project(tmp_path, **{"package.json": json.dumps({"scripts": {"test": "mocha"}}), **FILES})
    install = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock", f"mocha@{version}"]
    subprocess.run(install, cwd=tmp_path, check=True, capture_output=True)
    (found,) = targets(tmp_path)
    verdict = verdict_of(found, tmp_path)
    assert {"/".join(test.titles): result.status for test, result in verdict.results.items()} == {
        "group/passes": "passed",
        "group/fails": "failed",
        "group/waits": "failed",
        "group/later": "skipped",
        "group/inner/never begins": "error",
        "comes after a broken file": "passed",
    }
    assert {*verdict.file_errors} == {"test/broken.js"}
    assert (verdict.faults, verdict.grade) == ((), "proved")
