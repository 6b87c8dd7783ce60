"""A test framework's tests in one package of a project, as the cycle runs them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from testfix_pipeline.core.records import RunFault, SuiteRun
from testfix_pipeline.execution.project import SandboxPolicy, TargetProject
from testfix_pipeline.frameworks.manifest import Manifest
from testfix_pipeline.frameworks.model import Ask, FrameworkAdapter, Target
from testfix_pipeline.frameworks.running import Surroundings, run_target
from testfix_pipeline.frameworks.suite_records import ids_to_run, suite_run

_PYTHON = (".py", ".pyi", ".md", ".rst", ".txt")
"""Files whose tests pytest runs, doctests included."""


@dataclass(frozen=True)
class FrameworkSuite:
    """What an adapter found in a package. `manifest` is that of the user's checkout: no patch changes how tests run."""

    adapter: FrameworkAdapter
    manifest: Manifest
    target: Target

    @property
    def framework(self) -> str:
        return self.target.framework

    @property
    def folder(self) -> str:
        return self.target.folder

    @property
    def is_configured(self) -> bool:
        """Whether the user said how these tests run."""
        return bool(self.target.settings.get("configured"))

    def owns(self, file: str) -> bool:
        """Whether tests of a file (relative to the project) may be of this suite."""
        if self.is_configured:
            return True
        inside = file.startswith(f"{self.folder}/") if self.folder else True
        return inside and not file.endswith(_PYTHON)

    def run(
        self,
        project: TargetProject,
        tree: Path,
        tests: Sequence[str] | None,
        *,
        timeout: float,
        test_seconds: float,
        memory_bytes: int | None,
        cancel: Callable[[], bool] | None,
    ) -> SuiteRun:
        """Run the suite, or at least those of its tests that `tests` names; see `AdapterSuite`."""
        root = project.root(tree)
        target = self.target if self.is_configured else self.adapter.detect(root, self.manifest)
        if target is None:
            message = f"No test of {self.framework} is left{f' in {self.folder}' if self.folder else ''}."
            return SuiteRun(fault=RunFault(kind="no_tests", message=message), grade="reported")
        ask = replace(self._ask(target, tests), seconds=timeout, test_seconds=test_seconds)
        surroundings = Surroundings(_policy(project), project.env, memory_bytes)
        done = run_target(self.adapter, root, target, ask, surroundings=surroundings, cancel=cancel)
        return suite_run(done, self.folder, None if ask.ids is None else tests)

    def _ask(self, target: Target, tests: Sequence[str] | None) -> Ask:
        """What the adapter is asked for: these tests, their files where it knows no ids, else the whole suite."""
        subset = self.adapter.capabilities(target).subset
        if tests is None or subset == "none":
            return Ask()
        ids = ids_to_run(tests, self.folder)
        if subset == "file" or any(test.is_file for test in ids):
            return Ask(files=tuple(sorted({test.file for test in ids})))
        return Ask(ids=ids)


def _policy(project: TargetProject) -> SandboxPolicy:
    """The project's sandbox, opened for reading the folders that its trees link to."""
    if project.origin is None:
        return project.sandbox
    shared = [str(project.origin.resolve() / name) for name in project.shared]
    return replace(project.sandbox, read=(*project.sandbox.read, *shared))
