"""JavaScript projects that can't be run as they are: each gets an error that says why, and the next step."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.core.records import RunFault
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.builtin.javascript.node_version import version_sentence
from testfix_pipeline.frameworks.manifest import Manifest
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline.planning.project.supported_framework import runnable_suites
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.frameworks.conftest import npm_modules

Write = Callable[[Mapping[str, str]], Path]
MOCHA = {"package.json": json.dumps({"scripts": {"test": "mocha"}}), "a.js": "1;\n"}

pytestmark = pytest.mark.usefixtures("node")


def script(command: str) -> dict[str, str]:
    return {"package.json": json.dumps({"scripts": {"test": command}})}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{,}", "Expecting property name"),
        ("", "Expecting value"),
        ("[]", "it holds no object"),
        (json.dumps({"scripts": {"test": "jest"}, "x": "y" * (5 << 20)}), "it has more than 4 MiB"),
    ],
    ids=["malformed", "empty", "no object", "huge"],
)
def test_a_manifest_that_can_not_be_read_is_refused(write: Write, text: str, why: str) -> None:
    with pytest.raises(ProjectError, match=r"project/package\.json can't be read: ") as refused:
        runnable_suites(write({"package.json": text, "a.test.js": "test('a', () => {});\n"}))
    assert why in refused.value.what and refused.value.next_step == "Correct the file."


def test_beside_tests_in_python_it_is_named(write: Write) -> None:
    found = runnable_suites(write({"package.json": "[]", "pytest.ini": ""}))
    assert [suite.framework for suite in found.suites] == ["pytest"]
    assert found.notices == ("Not run: project/package.json can't be read: it holds no object. Correct the file.",)


def test_a_script_with_an_open_quote_is_refused(write: Write) -> None:
    with pytest.raises(ProjectError, match="`jest 'src`, has an open quote"):
        runnable_suites(write(script("jest 'src")))


@pytest.mark.parametrize(
    ("version", "engines", "said"),
    [
        ("v18.20.4", ">=18", "Node.js 18.20.4 is too old: install 20.14 or newer."),
        ("v20.13.1", None, "Node.js 20.13.1 is too old: install 20.14 or newer."),
        ("v22.1.0", ">=24", "It ran with Node.js 22.1.0; package.json asks for >=24."),
        ("v22.1.0", None, ""),
        ("v22.1.0", {"node": 3}, ""),
        ("", ">=24", ""),
    ],
)
def test_a_version_of_node_that_may_be_the_cause_is_named(version: str, engines: object, said: str) -> None:
    assert version_sentence(version, Manifest(data={"engines": {"node": engines}})) == said


def test_the_version_stands_with_what_the_framework_said(write: Write) -> None:
    package = {"scripts": {"test": "node --test --no-such-option"}, "engines": {"node": ">=99"}}
    folder = write({"package.json": json.dumps(package), "a.test.js": "require('node:test').test('a', () => {});\n"})
    fault = run_suite(project_of(folder), folder).fault
    assert fault is not None and fault.kind == "crash"
    assert "--no-such-option" in fault.message and fault.message.endswith("package.json asks for >=99.")


def project_of(folder: Path) -> TargetProject:
    return ours(suites=find_suites(folder).suites)


@pytest.mark.npm
@pytest.mark.skipif(npm_modules() is None, reason="the npm packages are not installed")
@pytest.mark.parametrize("framework", ["jest", "vitest"])
def test_a_test_file_without_a_test_fails_as_by_the_framework_itself(write: Write, framework: str) -> None:
    modules = npm_modules()
    assert modules is not None
    tests = "const { test } = await import('vitest');\n" * (framework == "vitest") + "test('adds', () => {});\n"
    folder = write({**script(framework), "a.test.mjs" if tests[0] == "c" else "a.test.js": tests, "b.test.js": "1;\n"})
    (folder / "node_modules").symlink_to(modules.resolve())
    run = run_suite(project_of(folder), folder, timeout=300)
    assert run.fault is None and len(run.passed) == 1 and [*run.failing] == ["b.test.js"]
    assert "test suite" in run.outcomes[TestId("b.test.js")].message


def fault_of(folder: Path) -> RunFault:
    """The fault of the only suite's run, with the npm packages of the frameworks."""
    modules = npm_modules()
    assert modules is not None
    (folder / "node_modules").symlink_to(modules.resolve())
    fault = run_suite(project_of(folder), folder, timeout=300).fault
    assert fault is not None
    return fault


@pytest.mark.npm
@pytest.mark.skipif(npm_modules() is None, reason="the npm packages are not installed")
def test_mocha_without_a_test_file_has_no_tests(write: Write) -> None:
    """As every other framework: phase 4 may then generate some."""
    assert fault_of(write(MOCHA)).kind == "no_tests"


@pytest.mark.npm
@pytest.mark.skipif(npm_modules() is None, reason="the npm packages are not installed")
def test_an_error_above_a_long_stack_is_quoted(write: Write) -> None:
    fault = fault_of(write({**MOCHA, **script("mocha --require ./nope.js"), "test/a.js": "it('a', () => {});\n"}))
    assert fault.kind == "crash" and "Cannot find module" in fault.message and "nope.js" in fault.message
