"""Tests in Python as suites: which framework they are of, and which files are theirs beside other suites."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import find_suites, required_suites
from testfix_pipeline_tests.planning.project.test_framework_detection import PYTEST
from testfix_pipeline_tests.project_files import write_files

JEST = {"package.json": '{"devDependencies": {"jest": "29"}}', "sum.test.js": "test('x', () => {})\n"}
NODE = {"package.json": '{"scripts": {"test": "node --test"}}', "a.test.js": "require('node:test')\n"}


@pytest.mark.parametrize(
    ("file", "owners"),
    [
        ("test_a.py", ["pytest"]),
        ("README.md", ["pytest"]),
        ("web/a.test.js", ["node:test"]),
        ("checks.yaml", ["pytest"]),
        ("web/checks.yaml", ["node:test"]),
    ],
)
def test_pytest_has_what_no_other_suite_claims(tmp_path: Path, node: str, file: str, owners: list[str]) -> None:
    web = {f"web/{path}": text for path, text in NODE.items()}
    suites = find_suites(
        write_files(tmp_path, {"package.json": '{"workspaces": ["web"]}', **web, "test_a.py": PYTEST})
    ).suites
    assert [suite.framework for suite in suites if suite.owns(file)] == owners
    project = TargetProject(Path(sys.executable), "ours", suites=suites)
    assert project.runs_in_interpreter(file) == (owners == ["pytest"])
    assert project.uses_interpreter and project.uses_programs


def test_a_project_of_which_nothing_is_known_is_taken_for_one_of_pytest(tmp_path: Path) -> None:
    (suite,) = required_suites(write_files(tmp_path, {"a.py": ""}))
    assert suite.framework == "pytest"
    with pytest.raises(ProjectError, match="need jest"):
        required_suites(write_files(tmp_path, JEST))


@pytest.mark.parametrize("tests", [None, [], [TestId("test_a.py::test_a")]])
def test_without_a_suite_there_is_no_measurement(tmp_path: Path, tests: list[TestId] | None) -> None:
    run = run_suite(TargetProject(Path(sys.executable), "ours"), tmp_path, tests=tests)
    assert run.fault is not None and run.fault.kind == "no_tests"
