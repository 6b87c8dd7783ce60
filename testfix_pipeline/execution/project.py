"""What is needed to run a project's tests: interpreter, folder, limits, sandbox."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.deadline import NO_DEADLINE, Deadline
from testfix_pipeline.execution.run_options import RunOptions

SandboxMode = Literal["auto", "off", "strict"]


@dataclass(frozen=True)
class SandboxPolicy:
    """What untrusted processes may read and write.

    mode: `auto` takes the best containment there is, `off` runs without a sandbox (processes are still ended),
        `strict` refuses to run without a full one.
    network: False means an own network namespace with nothing but loopback.
    env: names of variables let through from our environment.
    read, write: absolute paths made visible, or writable, beyond what the run itself needs.
    hide: absolute paths that look empty, whatever lies there; only bubblewrap can do that.
    nests: the program makes a sandbox of its own inside, for which root is another user there.
    """

    mode: SandboxMode = "auto"
    network: bool = False
    env: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    write: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()
    nests: bool = False


@dataclass(frozen=True)
class KnownDurations:
    """What an earlier run showed of the project's tests: durations, for which see `hanging_tests.py`, and ids.

    longest: seconds of the longest test that came to its end. hung: ids of tests that never did. tests: all ids, in
    their order: where a run has others for the same tests, they get these (see `in_target/testfix_places.py`).
    """

    longest: float = 0.0
    hung: frozenset[str] = frozenset()
    tests: tuple[TestId, ...] = ()


class ProjectSuite(Protocol):
    """The tests of one framework in one package of a project.

    framework: the name of its adapter. folder: of the package, relative to the project, "" = the project itself.
    is_nested: whether the package is of a project in a sub-folder that the root does not declare.
    in_interpreter: whether they run in the project's interpreter, in a process of pytest: what its installed libraries
    do, which lines each test executes and what live functions do can only be observed there. user_command: how people
    run them in the suite's folder, "" where that is not known. shared_process_options: by which all files run in one
    process, where the framework gives each its own. python_folder: where all of the project's Python lies in
    a sub-folder, that folder; python_arguments: those by which pytest runs its tests.
    """

    @property
    def framework(self) -> str: ...

    @property
    def folder(self) -> str: ...

    @property
    def is_nested(self) -> bool: ...

    @property
    def in_interpreter(self) -> bool: ...

    @property
    def user_command(self) -> str: ...

    @property
    def shared_process_options(self) -> tuple[str, ...]: ...

    @property
    def python_folder(self) -> str: ...

    @property
    def python_arguments(self) -> tuple[str, ...]: ...

    def owns(self, file: str) -> bool:
        """Whether tests of a file (relative to the project) may be of this suite."""

    def run(self, project: TargetProject, tree: Path, tests: Sequence[TestId] | None, options: RunOptions) -> SuiteRun:
        """Run the suite, or those of its tests that `tests` names, on the files of `tree`; nothing else is reported.

        A run that is no measurement comes back with `fault` set. Raises BudgetSpent where the project's deadline ends
        the run before `options.timeout` seconds do.
        """


@dataclass(frozen=True)
class TargetProject:
    """A project under test, apart from the tree (checkout, worktree) that one run takes its files from.

    interpreter: absolute path of the Python that has the project's dependencies and pytest, where a suite needs it.
    interpreter_source: how it was found, for humans.
    subdir: the project's folder inside its repository, "" = the root.
    pytest_args: arguments of the user's test command after `pytest`.
    env: variables set for the tests. imports_src: whether the folder `src` is on the search path of Python's.
    shared: dependency folders, relative to the repository's root, that are linked read-only into every tree; of them,
        build_output: what a build has made that scripts in git import.
    origin: root of the user's own checkout; project modules must not be imported from there.
    test_seconds: how long one test may compute, or do nothing; 0 where the runner decides.
    known: what earlier runs showed of how long tests take.
    deadline: when every run of it has to have ended.
    suites: the tests that there are, by framework and package.
    notify: is given each notice of a run; the same one may come again.
    """

    interpreter: Path
    interpreter_source: str
    subdir: str = ""
    pytest_args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    imports_src: bool = True
    shared: tuple[str, ...] = ()
    build_output: tuple[str, ...] = ()
    sandbox: SandboxPolicy = SandboxPolicy()
    origin: Path | None = None
    test_seconds: float = 0.0
    known: KnownDurations = KnownDurations()
    deadline: Deadline = NO_DEADLINE
    suites: tuple[ProjectSuite, ...] = ()
    notify: Callable[[str], None] = field(default=lambda notice: None, compare=False, repr=False)

    def root(self, tree: Path) -> Path:
        """The project's folder in `tree`, which is a checkout of its repository."""
        return tree / self.subdir if self.subdir else tree

    @property
    def checkout(self) -> Path:
        """The project's folder as the user has it."""
        return self.root(self.origin or Path())

    @property
    def described_interpreter(self) -> str:
        """The interpreter and how it was found, for people."""
        return f"{self.interpreter} ({self.interpreter_source})"

    @property
    def uses_interpreter(self) -> bool:
        """Whether tests run in the project's interpreter."""
        return any(suite.in_interpreter for suite in self.suites)

    @property
    def uses_programs(self) -> bool:
        """Whether tests run otherwise, by programs of their frameworks and installed packages."""
        return not all(suite.in_interpreter for suite in self.suites)

    def suite_of(self, file: str) -> ProjectSuite | None:
        """The first suite that tests of a file (relative to the project) may be of."""
        return next((suite for suite in self.suites if suite.owns(file)), None)

    def runs_in_interpreter(self, file: str) -> bool:
        """Whether tests of a file run in the project's interpreter."""
        suite = self.suite_of(file)
        return suite is not None and suite.in_interpreter
