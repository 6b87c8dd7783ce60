"""Finds the suites of a project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from testfix_pipeline.core.errors import InvalidConfig, ProjectError
from testfix_pipeline.execution.runners.pytest_runner import calls_pytest, parse_test_command
from testfix_pipeline.frameworks.builtin.python.adapter import Pytest
from testfix_pipeline.frameworks.builtin.report.adapter import report_target
from testfix_pipeline.frameworks.framework_suite import FrameworkSuite
from testfix_pipeline.frameworks.manifest import Manifest, manifests
from testfix_pipeline.frameworks.model import Target
from testfix_pipeline.frameworks.registry import adapters, find_adapter


@dataclass(frozen=True)
class FoundSuites:
    """The suites that can be run, and the errors of frameworks that are not installed, by name."""

    suites: tuple[FrameworkSuite, ...] = ()
    not_installed: Mapping[str, ProjectError] = field(default_factory=dict)


def find_suites(root: Path, test_command: str = "", results: str = "") -> FoundSuites:
    """The suites of the project in `root`, its workspaces included; nothing is run to find out.

    test_command, results: the user's settings. With both, the command alone is run, and what it reports is read;
    where the command calls pytest, that alone is run.
    Raises InvalidConfig where the command can't be read or `results` stands alone.
    """
    if test_command.strip():
        return FoundSuites((_of_command(test_command, results),))
    if results.strip():
        raise InvalidConfig("`results` names what no command writes.", "Give the command by `test_command`.")
    suites: list[FrameworkSuite] = []
    missing: dict[str, ProjectError] = {}
    for manifest in manifests(root):
        for adapter in adapters().values():
            try:
                target = adapter.detect(root, manifest)
            except ProjectError as error:
                missing.setdefault(adapter.name, error)
                continue
            if target is not None:
                suites.append(FrameworkSuite(adapter, manifest, target))
    return FoundSuites(_apart([replace(suite, inner=_inner(suite, suites)) for suite in suites]), missing)


def required_suites(root: Path, test_command: str = "") -> tuple[FrameworkSuite, ...]:
    """The same suites; of a project of which nothing is known, that of pytest, which then says that it has no tests.

    Raises ProjectError where there are none because a framework is not installed, or the test script runs none.
    """
    found = find_suites(root, test_command)
    for error in found.not_installed.values() if not found.suites else ():
        raise error
    if not found.suites:
        check_test_script(root)
    return found.suites or (pytest_suite(),)


def check_test_script(root: Path) -> None:
    """Raise ProjectError for a project without suites whose `package.json` has a test script: it runs none of them."""
    script = next(manifests(root)).scripts.get("test", "").strip()
    if script:
        raise ProjectError(
            f"The test script of package.json, `{script}`, runs no test framework that is known here.",
            "Give the command by `test_command` and the JUnit XML or TAP that it writes by `results`.",
        )


def pytest_suite() -> FrameworkSuite:
    """The tests that pytest finds in a project, whether or not anything says that there are any."""
    return FrameworkSuite(Pytest(), Manifest(), Target(framework=Pytest.name))


def _apart(suites: Sequence[FrameworkSuite]) -> tuple[FrameworkSuite, ...]:
    """The suites that have tests of their own, those of the interpreter first; each of these knows the others."""
    own = [suite for suite in suites if suite.has_own_tests()]
    others = tuple(suite for suite in own if not suite.in_interpreter)
    return (*(replace(suite, others=others) for suite in own if suite.in_interpreter), *others)


def _inner(suite: FrameworkSuite, suites: Sequence[FrameworkSuite]) -> tuple[str, ...]:
    others = [other.folder for other in suites if other.framework == suite.framework and other.folder != suite.folder]
    return tuple(folder for folder in others if not suite.folder or folder.startswith(f"{suite.folder}/"))


def _of_command(test_command: str, results: str) -> FrameworkSuite:
    if not results.strip():
        parse_test_command(test_command)  # refused where it is none of pytest
    if not results.strip() or calls_pytest(test_command):
        return pytest_suite()
    return FrameworkSuite(find_adapter("report"), Manifest(), report_target(test_command, results))
