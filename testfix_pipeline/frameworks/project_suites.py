"""Finds the suites of a project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from testfix_pipeline.core.errors import InvalidConfig, ProjectError
from testfix_pipeline.execution.runners.pytest_runner import calls_pytest, parse_test_command
from testfix_pipeline.frameworks.builtin.javascript.project import delegates_to_members
from testfix_pipeline.frameworks.builtin.javascript.script_calls import words_of
from testfix_pipeline.frameworks.builtin.python.adapter import Pytest, python_target
from testfix_pipeline.frameworks.builtin.python.detection import has_python, search_path_notices
from testfix_pipeline.frameworks.builtin.report.adapter import report_target
from testfix_pipeline.frameworks.framework_suite import FrameworkSuite
from testfix_pipeline.frameworks.manifest import Manifest, manifests
from testfix_pipeline.frameworks.model import FrameworkAdapter, Target
from testfix_pipeline.frameworks.registry import adapters, find_adapter

_NO_TESTS = "no test specified"
"""In the test script that `npm init` writes."""


@dataclass(frozen=True)
class FoundSuites:
    """The suites that can be run, and what keeps others from it.

    not_installed: the errors of frameworks that are not installed, by name. unknown: a sentence on each project in a
    sub-folder whose test script runs no framework that is known. wrong: one on each mistake in a configuration.
    """

    suites: tuple[FrameworkSuite, ...] = ()
    not_installed: Mapping[str, ProjectError] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()

    @property
    def notices(self) -> tuple[str, ...]:
        """A sentence on all tests that are not run, or otherwise than by a user, and what would change that."""
        not_run = (f"Not run: {error.what} {error.next_step}" for error in self.not_installed.values())
        return (*not_run, *self.unknown, *self.wrong)


@dataclass
class _Search:
    """What is found while a project's manifests are gone through. only_nested: none of it is the root's."""

    root: Path
    only_nested: bool = True
    suites: list[FrameworkSuite] = field(default_factory=list)
    errors: dict[str, list[tuple[str, ProjectError]]] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)

    def add(self, manifest: Manifest) -> None:
        """Add the suites of a package."""
        if manifest.error is not None:
            self._add_error("package.json", manifest, manifest.error)
        known = [adapter for adapter in adapters().values() if self._add_suite(adapter, manifest)]
        script = manifest.scripts.get("test", "").strip()
        is_for_others = _NO_TESTS in script or delegates_to_members(manifest)
        if manifest.is_nested and script and not known and not is_for_others:
            self.unknown.append(_unknown_script(script, manifest.folder))

    def _add_suite(self, adapter: FrameworkAdapter, manifest: Manifest) -> bool:
        """Add the suite of an adapter, or the error of one that is not installed; returns whether there is either."""
        try:
            target = adapter.detect(self.root, manifest)
        except ProjectError as error:
            self._add_error(adapter.name, manifest, error)
            return True
        if target is not None:
            self.only_nested &= manifest.is_nested
            self.suites.append(FrameworkSuite(adapter, manifest, target))
        return target is not None

    def _add_error(self, name: str, manifest: Manifest, error: ProjectError) -> None:
        self.only_nested &= manifest.is_nested
        self.errors.setdefault(name, []).append((manifest.folder, error))

    def not_installed(self) -> dict[str, ProjectError]:
        """An error for each framework, which also names the other folders that lack it."""
        return {name: _one_error(found) for name, found in self.errors.items()}


def _one_error(errors: Sequence[tuple[str, ProjectError]]) -> ProjectError:
    first, others = errors[0][1], ", ".join(folder for folder, _ in errors[1:])
    return ProjectError(first.what, f"{first.next_step} Likewise in {others}.") if others else first


def _unknown_script(script: str, folder: str) -> str:
    return f"Not run: the test script in {folder}, `{script}`, which runs no test framework that is known here."


def find_suites(root: Path, test_command: str = "", results: str = "") -> FoundSuites:
    """The suites of the project in `root`, those of its workspaces and of projects in sub-folders included.

    Nothing of the project's is run to find out.

    test_command, results: the user's settings. With both, the command alone is run, and what it reports is read;
    where the command calls pytest, that alone is run.
    Raises InvalidConfig where the command can't be read or `results` stands alone.
    """
    if test_command.strip():
        return FoundSuites(_of_command(root, test_command, results))
    if results.strip():
        raise InvalidConfig("`results` names what no command writes.", "Give the command by `test_command`.")
    search = _Search(root)
    for manifest in manifests(root):
        search.add(manifest)
    suites = [replace(suite, inner=_inner(suite, search.suites)) for suite in search.suites]
    if search.only_nested and (suites or search.errors or search.unknown) and has_python(root):
        suites.insert(0, pytest_suite(root))  # as without the others: pytest itself says which tests there are
    return FoundSuites(_apart(suites), search.not_installed(), tuple(search.unknown), search_path_notices(root))


def required_suites(root: Path, test_command: str = "") -> tuple[FrameworkSuite, ...]:
    """The same suites; of a project of which nothing is known, that of pytest, which then says that it has no tests.

    Raises ProjectError where there are none because a framework is not installed, or the test script runs none.
    """
    found = find_suites(root, test_command)
    if not found.suites:
        require_known_tests(root, found)
    return found.suites or (pytest_suite(root),)


def require_known_tests(root: Path, found: FoundSuites) -> None:
    """Raise ProjectError for a project without suites that has tests all the same: they are not run.

    A framework may not be installed, or a test script run none that is known.
    """
    for error in found.not_installed.values():
        raise error
    script = next(manifests(root)).scripts.get("test", "").strip()
    own = f"The test script of package.json, `{script}`, runs no test framework that is known here." if script else ""
    for what in filter(None, (own, *found.unknown)):
        next_step = "Give the command by `test_command` and the JUnit XML or TAP that it writes by `results`."
        raise ProjectError(what, next_step)


def require_readable_script(root: Path) -> None:
    """Raise ProjectError if the quotes of the test script in the root's `package.json` don't match."""
    script = next(manifests(root)).scripts.get("test", "").strip()
    if script and not words_of(script):
        raise ProjectError(f"The test script of package.json, `{script}`, has an open quote.", "Correct the script.")


def pytest_suite(root: Path | None = None) -> FrameworkSuite:
    """The tests that pytest finds in a project, whether or not anything says that there are any.

    root: the project's folder, to run pytest by the configuration of the sub-folder that its Python may lie in.
    """
    return FrameworkSuite(Pytest(), Manifest(), python_target(root) if root else Target(framework=Pytest.name))


def _apart(suites: Sequence[FrameworkSuite]) -> tuple[FrameworkSuite, ...]:
    """The suites that have tests of their own, those of the interpreter first; each of these knows the others."""
    own = [suite for suite in suites if suite.has_own_tests()]
    others = tuple(suite for suite in own if not suite.in_interpreter)
    return (*(replace(suite, others=others) for suite in own if suite.in_interpreter), *others)


def _inner(suite: FrameworkSuite, suites: Sequence[FrameworkSuite]) -> tuple[str, ...]:
    others = [other.folder for other in suites if other.language == suite.language and other.folder != suite.folder]
    return tuple(folder for folder in others if not suite.folder or folder.startswith(f"{suite.folder}/"))


def _of_command(root: Path, test_command: str, results: str) -> tuple[FrameworkSuite, ...]:
    if calls_pytest(test_command):
        return (pytest_suite(),)
    if results.strip():
        return (FrameworkSuite(find_adapter("report"), Manifest(), report_target(test_command, results)),)
    found = _of_script(root, test_command)
    if not found:
        parse_test_command(test_command)  # refused
    return found


def _of_script(root: Path, test_command: str) -> tuple[FrameworkSuite, ...]:
    """The suites of a package whose test script were this command, if it calls a framework's command line."""
    search, manifest = _Search(root), next(manifests(root))
    script = {**manifest.data, "scripts": {**manifest.scripts, "test": test_command}}
    search.add(replace(manifest, data=script))
    named = [one for one in search.suites if any(Path(word).name == one.framework for word in words_of(test_command))]
    return tuple(named)
