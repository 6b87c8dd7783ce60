"""Which of a project's tests can be run, and by what; the others are refused or named, with their framework."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.core.plan_records import FrameworkInfo
from testfix_pipeline.frameworks.framework_suite import FrameworkSuite
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline.frameworks.registry import adapters
from testfix_pipeline.planning.project.framework_detection import detect_framework

# Found by their names, so that a project of Python alone is not walked through.
_MANIFESTS = ("package.json", "go.mod", "Cargo.toml", "pom.xml", "build.gradle", "build.gradle.kts")
_PYTHON = frozenset({"pytest", "unittest"})
REPAIRABLE = frozenset({"node:test", "jest", "vitest", "mocha"})
"""Frameworks other than pytest whose code the built-in engine can repair."""


@dataclass(frozen=True)
class RunnableSuites:
    """The suites that adapters run, whether pytest runs any beside them, and a sentence on each that is not run."""

    suites: tuple[FrameworkSuite, ...] = ()
    has_python_tests: bool = True
    notices: tuple[str, ...] = ()


def runnable_suites(root: Path, test_command: str = "", results: str = "") -> RunnableSuites:
    """What runs the tests of the project in `root`. The settings `test_command` and `results` say it where given.

    Raises ProjectError where nothing can run any of its tests: with the command that installs what is missing, or the
    name of a framework that is not supported. Raises InvalidConfig where the settings can't be used.
    """
    found = find_suites(root, test_command, results)
    if test_command.strip():
        return RunnableSuites(found.suites, not found.suites, _not_run(root, found.suites))
    if not found.suites and not _has_manifest(root):
        return RunnableSuites()
    detected = detect_framework(root)
    named = {detected.framework, *detected.also}
    if not named & _PYTHON and not found.suites:
        _refuse(root, detected, found.not_installed)
    beside = tuple(f"Not run: {error.what} {error.next_step}" for error in found.not_installed.values())
    has_python = bool(named & _PYTHON) or not found.suites
    return RunnableSuites(found.suites, has_python, (*beside, *_not_run(root, found.suites, found.not_installed)))


def require_runnable_tests(root: Path, test_command: str = "", results: str = "") -> None:
    """Do nothing for a project whose tests can be run, else raise what `runnable_suites` raises."""
    runnable_suites(root, test_command, results)


def repairable_suites(root: Path, test_command: str = "") -> RunnableSuites:
    """What runs the tests of a project that the built-in engine can repair. Raises ProjectError for another."""
    found = runnable_suites(root, test_command)
    if not found.has_python_tests and not any(suite.framework in REPAIRABLE for suite in found.suites):
        raise ProjectError(
            "The built-in engine repairs Python, JavaScript and TypeScript, and the project has no tests of these.",
            "Run `testfix fix --agents` with a model's tool.",
        )
    return found


def other_tests(root: Path, test_command: str = "", results: str = "") -> list[str]:
    """A sentence on the tests of the project that are not run; none where all are."""
    return list(runnable_suites(root, test_command, results).notices)


def _refuse(root: Path, detected: FrameworkInfo, not_installed: Mapping[str, ProjectError]) -> None:
    """Raise why no test can be run, unless nothing is known of any: pytest then says so."""
    for error in not_installed.values():
        raise error
    if detected.framework in adapters():
        raise ProjectError(f"{root.name} has no tests of {detected.framework}.", "Add some, or give --test-command.")
    if detected.framework != "unknown":
        evidence = str(getattr(detected, "evidence", "")) or "its configuration"
        raise ProjectError(
            f"The tests of {root.name} are of {detected.framework} ({evidence}), which is not supported yet.",
            "Name the command that runs them by --test-command, and by --results the JUnit XML or TAP files that it "
            "writes; or the folder of another project by --project.",
        )


def _not_run(root: Path, suites: tuple[FrameworkSuite, ...], said: Iterable[str] = ()) -> tuple[str, ...]:
    """A sentence on the frameworks that are neither run nor in `said`; none where there are none."""
    if not _has_manifest(root) or any(suite.is_configured for suite in suites):
        return ()
    detected = detect_framework(root)
    run = {suite.framework for suite in suites} | _PYTHON | {"unknown", *said}
    names = [name for name in dict.fromkeys((detected.framework, *detected.also)) if name not in run]
    notice = f"Not run: the project's tests of {', '.join(names)}. What is said of its tests leaves them out."
    return (notice,) if names else ()


def _has_manifest(root: Path) -> bool:
    return any((root / name).is_file() for name in _MANIFESTS)
