"""Tests of programs that write in colour meet no variable of ours against it; messages come without colours."""

import json
from pathlib import Path

import pytest

from testfix_pipeline.frameworks.channel import read_error
from testfix_pipeline.frameworks.registry import targets
from testfix_pipeline_tests.frameworks.conftest import npm_modules, project, verdict_of

COLOUR = """\
const coloured = () => !process.env.NO_COLOR && process.env.FORCE_COLOR !== '0';
test('the program decides', () => { if (!coloured()) throw new Error('no colour'); });
test('a message in colour', () => { throw new Error('\\x1b[31mred\\x1b[39m'); });
"""
HEADS = {"node --test": "const test = require('node:test');\n", "mocha": "const test = it;\n", "jest": "", "vitest": ""}


@pytest.mark.parametrize(
    "script",
    [
        pytest.param("node --test", marks=pytest.mark.program("node")),
        *(pytest.param(name, marks=pytest.mark.npm) for name in ("mocha", "jest", "vitest run --globals")),
    ],
)
def test_no_variable_of_ours_turns_colours_off(tmp_path: Path, script: str) -> None:
    modules = npm_modules()
    if modules is not None:
        (tmp_path / "node_modules").symlink_to(modules)
    name = script.removesuffix(" run --globals")
    package = {"scripts": {"test": script}, "devDependencies": {name: "*"} if name in HEADS else {}}
    project(tmp_path, **{"package.json": json.dumps(package), "test/colour.test.js": HEADS[name] + COLOUR})
    (found,) = targets(tmp_path)
    results = {test.titles[-1]: result for test, result in verdict_of(found, tmp_path).results.items()}
    assert results["the program decides"].status == "passed"
    error = results["a message in colour"].error
    assert error is not None and error.message == "red"


def test_colours_are_taken_out_of_messages_and_stacks() -> None:
    stack = "Error: x\n    \x1b[2mat f (/p/a.js:3:1)\x1b[22m"
    found = read_error({"type": "Error", "message": "\x1b[1;31mx\x1b[0m", "stack": stack}, "/p")
    assert found is not None and found.message == "x"
    assert [(frame.file, frame.line) for frame in found.frames] == [("a.js", 3)]
