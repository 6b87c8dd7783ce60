"""Finds the suites of a project that can be run; refuses or names the others with their frameworks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.core.plan_records import FrameworkInfo
from testfix_pipeline.frameworks.builtin.python.detection import PYTHON_FRAMEWORKS
from testfix_pipeline.frameworks.framework_suite import FrameworkSuite
from testfix_pipeline.frameworks.left_out.other_checks import unmeasured_checks
from testfix_pipeline.frameworks.project_suites import (
    find_suites,
    pytest_suite,
    require_known_tests,
    require_readable_script,
)
from testfix_pipeline.frameworks.registry import adapters

# Found by their names, so that a project of Python alone is not walked through.
_MANIFESTS = ("package.json", "go.mod", "Cargo.toml", "pom.xml", "build.gradle", "build.gradle.kts")


@dataclass(frozen=True)
class RunnableSuites:
    """The suites of a project that can be run. found: notices of detection; is_chosen: by the user's own command."""

    suites: tuple[FrameworkSuite, ...]
    root: Path
    found: tuple[str, ...] = ()
    is_chosen: bool = False

    @property
    def notices(self) -> tuple[str, ...]:
        """A notice on each suite that is not run, and on what else is not measured; read from the project's files."""
        return (*self.found, *(() if self.is_chosen else unmeasured_checks(self.root)))


def runnable_suites(root: Path, test_command: str = "", results: str = "") -> RunnableSuites:
    """The suites of the project in `root` that can be run.

    The settings `test_command` and `results` override detection.

    Raises ProjectError if nothing can run any of its tests: with the command that installs what is missing, or the
    name of a framework that is not supported. Raises InvalidConfig if the settings can't be used.
    """
    found = find_suites(root, test_command, results)
    if not found.suites and _has_manifest(root):
        _raise_if_unsupported(root, _detected(root), found.not_installed)
    if not found.suites:
        require_known_tests(root, found)
    suites = found.suites or (pytest_suite(root),)
    others = _missing_framework_notices(root, suites, found.not_installed)
    return RunnableSuites(suites, root, (*found.notices, *others), is_chosen=bool(test_command.strip()))


def require_runnable_tests(root: Path, test_command: str = "", results: str = "") -> None:
    """Raise what `runnable_suites` raises for a project whose tests can't be run."""
    runnable_suites(root, test_command, results)


def require_repairable_tests(root: Path, test_command: str = "") -> None:
    """Raise ProjectError for a project without tests of code that the built-in engine can repair."""
    from testfix_pipeline.repair.model.source_languages import source_languages  # measuring needs none

    repaired = {language.name for language in source_languages()}
    if not any(suite.language in repaired for suite in runnable_suites(root, test_command).suites):
        raise ProjectError(
            "The built-in engine repairs Python, JavaScript, TypeScript and Go, and the project has no tests of these.",
            "Run `testfix fix --agents` with a model's tool.",
        )


def _raise_if_unsupported(root: Path, detected: FrameworkInfo, not_installed: Mapping[str, ProjectError]) -> None:
    """Raise ProjectError with the reason why no test can be run.

    Returns where no framework was detected: pytest then reports that there are no tests.
    """
    for error in not_installed.values():
        raise error
    if detected.framework in adapters():
        require_readable_script(root)
        raise ProjectError(f"{root.name} has no tests of {detected.framework}.", "Add some, or give --test-command.")
    if detected.framework != "unknown":
        evidence = str(getattr(detected, "evidence", "")) or "its configuration"
        raise ProjectError(
            f"The tests of {root.name} are of {detected.framework} ({evidence}), which is not supported yet.",
            "Name the command that runs them by --test-command, and by --results the JUnit XML or TAP files that it "
            "writes; or the folder of another project by --project.",
        )


def _missing_framework_notices(
    root: Path, suites: tuple[FrameworkSuite, ...], said: Iterable[str] = ()
) -> tuple[str, ...]:
    """A notice on the frameworks that are neither run nor in `said`; empty if there are none."""
    if not _has_manifest(root) or any(suite.is_configured for suite in suites):
        return ()
    detected = _detected(root)
    run = {suite.framework for suite in suites} | PYTHON_FRAMEWORKS | {"unknown", *said}
    names = [name for name in dict.fromkeys((detected.framework, *detected.also)) if name not in run]
    notice = f"Not run: the project's tests of {', '.join(names)}. What is said of its tests leaves them out."
    return (notice,) if names else ()


def _detected(root: Path) -> FrameworkInfo:
    from testfix_pipeline.planning.project.framework_detection import detect_framework  # it reads all languages

    return detect_framework(root)


def _has_manifest(root: Path) -> bool:
    return any((root / name).is_file() for name in _MANIFESTS)
