"""Finds the suites of a project that test framework adapters run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from testfix_pipeline.core.errors import InvalidConfig, ProjectError
from testfix_pipeline.execution.runners.pytest_runner import calls_pytest, parse_test_command
from testfix_pipeline.frameworks.builtin.report.adapter import report_target
from testfix_pipeline.frameworks.framework_suite import FrameworkSuite
from testfix_pipeline.frameworks.manifest import Manifest, manifests
from testfix_pipeline.frameworks.registry import adapter_named, adapters


@dataclass(frozen=True)
class FoundSuites:
    """The suites that can be run, and the errors of frameworks that are not installed, by name."""

    suites: tuple[FrameworkSuite, ...] = ()
    not_installed: Mapping[str, ProjectError] = field(default_factory=dict)


def find_suites(root: Path, test_command: str = "", results: str = "") -> FoundSuites:
    """The suites of the project in `root`, its workspaces included; nothing is run to find out.

    test_command, results: the user's settings. With both, the command alone is run, and what it reports is read;
    where the command calls pytest, there is nothing to find.
    Raises InvalidConfig where the command can't be read or `results` stands alone.
    """
    if test_command.strip():
        return FoundSuites(_reported(test_command, results))
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
    own = [replace(suite, inner=_inner(suite, suites)) for suite in suites]
    return FoundSuites(tuple(suite for suite in own if suite.has_own_tests()), missing)


def _inner(suite: FrameworkSuite, suites: Sequence[FrameworkSuite]) -> tuple[str, ...]:
    others = [other.folder for other in suites if other.framework == suite.framework and other.folder != suite.folder]
    return tuple(folder for folder in others if not suite.folder or folder.startswith(f"{suite.folder}/"))


def _reported(test_command: str, results: str) -> tuple[FrameworkSuite, ...]:
    if not results.strip():
        parse_test_command(test_command)  # refused where it is none of pytest
        return ()
    if calls_pytest(test_command):
        return ()
    return (FrameworkSuite(adapter_named("report"), Manifest(), report_target(test_command, results)),)
