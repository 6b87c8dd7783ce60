"""The test script says how a framework is called: by which launcher, with which options of node and variables."""

from __future__ import annotations

import pytest

from testfix_pipeline.frameworks.builtin.javascript.script_calls import ScriptCall, script_call
from testfix_pipeline.frameworks.manifest import Manifest

MODULES = "--experimental-vm-modules"


def call(script: str, program: str) -> ScriptCall | None:
    return script_call(Manifest(data={"scripts": {"test": script}}), program)


@pytest.mark.parametrize(
    ("script", "program", "expected"),
    [
        (f"node {MODULES} node_modules/jest/bin/jest.js --ci", "jest", ScriptCall(("--ci",), (MODULES,))),
        (f"NODE_OPTIONS={MODULES} npx jest src", "jest", ScriptCall(("src",), (), {"NODE_OPTIONS": MODULES})),
        ("cross-env CI=1 TZ=UTC jest", "jest", ScriptCall((), (), {"TZ": "UTC"})),
        ("DATA=$PWD/data PATH=bin jest", "jest", ScriptCall()),
        ("nyc --reporter text mocha -R dot", "mocha", ScriptCall(("-R", "dot"))),
        ("node --import tsx node_modules/.bin/_mocha a.ts", "mocha", ScriptCall(("a.ts",), ("--import", "tsx"))),
        ("c8 --reporter lcov node --test", "node", ScriptCall(("--test",))),
        ("npm run lint; vitest run | tee log", "vitest", ScriptCall(("run",))),
        ("node --inspect node_modules/.bin/mocha", "mocha", ScriptCall()),
        ("eslint jest", "jest", None),
        ("jest-runner-eslint src", "jest", None),
    ],
)
def test_a_call_has_its_arguments_options_of_node_and_variables(script, program, expected):
    assert call(script, program) == expected
