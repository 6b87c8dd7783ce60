"""A file that `node --test` takes in and that declares no test: a helper is none, a script is an error."""

import json
from pathlib import Path

import pytest

from testfix_pipeline.frameworks.registry import targets
from testfix_pipeline_tests.frameworks.conftest import project, verdict_of

TEST = "import test from 'node:test';\nimport './other.mjs';\ntest('one', () => {});\n"


@pytest.mark.program("node")
@pytest.mark.parametrize(
    ("path", "text", "refused"),
    [
        ("test/other.mjs", "export const VALUES = [1, 2];\n", False),
        ("test/other.cjs", "module.exports = { wait: (ms) => new Promise((go) => setTimeout(go, ms)) };\n", False),
        ("test/other.mjs", "import assert from 'node:assert';\nassert.equal(1, 1);\n", True),
        ("test/other.cjs", "process.exit(0);\n", True),
        ("test/other.cjs", "throw new Error('broken');\n", True),
    ],
)
def test_a_helper_beside_the_tests_is_no_test(tmp_path: Path, path: str, text: str, refused: bool) -> None:
    package = json.dumps({"scripts": {"test": "node --test test/*"}})
    tests = TEST if path.endswith(".mjs") else TEST.replace("import './other.mjs';\n", "")
    project(tmp_path, **{"package.json": package, "test/one.test.mjs": tests, path: text})
    (found,) = targets(tmp_path)
    verdict = verdict_of(found, tmp_path)
    assert [test.titles[-1] for test in verdict.results] == ["one"]
    assert ({*verdict.file_errors} == {path}) is refused
    assert verdict.green is not refused
