"""Python's tests: pytest runs those of pytest and those of unittest, with our reporter in its process."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.pytest_settings import pytest_configuration, words_of
from testfix_pipeline.execution.run_options import RunOptions
from testfix_pipeline.execution.runners.pytest_runner import run_pytest
from testfix_pipeline.frameworks.builtin.python.detection import (
    evidence_of_pytest,
    evidence_of_unittest,
    pytest_patterns,
    python_folder,
    python_test_texts,
)
from testfix_pipeline.frameworks.builtin.python.unittest_files import is_named, unittest_files
from testfix_pipeline.frameworks.manifest import Manifest
from testfix_pipeline.frameworks.model import Capabilities, Target, UserCommand
from testfix_pipeline.frameworks.project_walk import project_files


class Pytest:
    """pytest, from the project's root for all of it. Tests of unittest beside its own are in the same suite."""

    name = "pytest"
    user_command = UserCommand("python -m pytest", "{folder} -q -k {word}")

    def detect(self, tree: Path, manifest: Manifest) -> Target | None:
        """The project's tests, None where nothing says that it has any for pytest. Interpreters are found later."""
        if manifest.folder or not _is_for_pytest(tree):
            return None
        target, root = python_target(tree, self.name), tree / python_folder(tree)
        patterns = pytest_patterns(root)
        named = (path for path in project_files(root) if is_named(path, patterns))
        return target if any(named) else _collecting(target, root, discovered_files(tree))

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
        if manifest.folder or _is_for_pytest(tree):
            return None
        files = discovered_files(tree)
        if not files and not evidence_of_unittest(python_test_texts(tree)):
            return None
        return _collecting(python_target(tree, self.name), tree / python_folder(tree), files)


def discovered_files(tree: Path) -> list[str]:
    """The files that unittest would load, relative to the folder of the project's Python; none of Django's tests.

    These need the databases that Django's own test runner prepares.
    """
    return [] if (tree / "manage.py").is_file() else list(unittest_files(tree / python_folder(tree)))


def _collecting(target: Target, root: Path, files: Sequence[str]) -> Target:
    """The target, with the argument by which pytest collects those of `files` that it would leave out by their names.

    They are named by their paths: another file of the same name may be a program that does something when imported.
    """
    patterns = pytest_patterns(root)
    more = [path for path in files if not is_named(path, patterns)]
    added = ("-o", f"python_files={shlex.join((*patterns, *more))}") if more else ()
    return replace(target, arguments=(*target.arguments, *added))


def python_target(tree: Path, framework: str = Pytest.name) -> Target:
    """The target of a project's tests in Python.

    Where all of it lies in a sub-folder, the settings name that as `python_folder`, and the arguments are those of
    pytest that run its tests by its configuration.
    """
    folder = python_folder(tree)
    if not folder:
        return Target(framework=framework)
    name, settings = pytest_configuration(tree / folder)
    paths = [f"{folder}/{path}" for path in words_of(settings.get("testpaths")) if (tree / folder / path).exists()]
    configured = ("-c", f"{folder}/{name}") if name else ()
    return Target(
        framework=framework, arguments=(*configured, *(paths or [folder])), settings={"python_folder": folder}
    )


def _is_for_pytest(tree: Path) -> bool:
    folder = python_folder(tree)
    return bool(evidence_of_pytest(tree / folder, python_test_texts(tree)))
