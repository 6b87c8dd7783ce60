"""JavaScript projects that can't be run as they are: each gets an error that says why, and the next step."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.core.records import RunFault
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline.planning.project.supported_framework import runnable_suites
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


def fault_of(folder: Path) -> RunFault:
    """The fault of the only suite's run, with the npm packages of the frameworks."""
    modules = npm_modules()
    assert modules is not None
    (folder / "node_modules").symlink_to(modules.resolve())
    project = TargetProject(Path(sys.executable), "ours", suites=find_suites(folder).suites)
    fault = run_suite(project, folder, timeout=300).fault
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
