"""Python's tests: pytest runs those of pytest and those of unittest, with our reporter in its process."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.run_options import RunOptions
from testfix_pipeline.execution.runners.pytest_runner import run_pytest
from testfix_pipeline.frameworks.builtin.python.detection import (
    evidence_of_pytest,
    evidence_of_unittest,
    python_test_texts,
)
from testfix_pipeline.frameworks.manifest import Manifest
from testfix_pipeline.frameworks.model import Capabilities, Target, UserCommand


class Pytest:
    """pytest, from the project's root for all of it. Tests of unittest beside its own are in the same suite."""

    name = "pytest"
    user_command = UserCommand("python -m pytest", "{folder} -q -k {word}")

    def detect(self, tree: Path, manifest: Manifest) -> Target | None:
        """The project's tests, None where nothing says that it has any for pytest. Interpreters are found later."""
        if manifest.folder or not evidence_of_pytest(tree, python_test_texts(tree)):
            return None
        return Target(framework=self.name)

    def capabilities(self, target: Target) -> Capabilities:
        return Capabilities(grade="proved", subset="id", language="python", in_interpreter=True)

    def run(self, project: TargetProject, tree: Path, tests: Sequence[TestId] | None, options: RunOptions) -> SuiteRun:
        return run_pytest(project, tree, tests, options)


class Unittest(Pytest):
    """unittest, of a project in which nothing is written for pytest, which runs it all the same."""

    name = "unittest"
    user_command = UserCommand("python -m unittest", "discover -s {folder} -k {word}")

    def detect(self, tree: Path, manifest: Manifest) -> Target | None:
        """The project's tests, None where it has test cases of unittest neither alone nor at all."""
        if manifest.folder or evidence_of_pytest(tree, python_test_texts(tree)):
            return None
        return Target(framework=self.name) if evidence_of_unittest(python_test_texts(tree)) else None
