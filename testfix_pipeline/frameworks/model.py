"""What a test framework adapter is.

Most give launches and read events, both pure, and `framework_run` does the rest; those of Python have a runner.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol, runtime_checkable

from testfix_pipeline.core.records import Frame, Grade, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.run_options import RunOptions
from testfix_pipeline.frameworks.manifest import Manifest

Status = Literal["passed", "failed", "error", "skipped", "todo"]
"""failed: the test's own function did not hold. error: something around it did not, so it says nothing of itself."""

TamperingKind = Literal["canary", "identity", "observation", "channel"]


@dataclass(frozen=True)
class ErrorReport:
    """What a framework says of an error: its type, its message, and the project's frames, the innermost first."""

    type: str = ""
    message: str = ""
    frames: tuple[Frame, ...] = ()


@dataclass(frozen=True)
class Loading:
    """A test file begins to load."""

    file: str


@dataclass(frozen=True)
class Collected:
    """Tests were found. `focused`: the file asks for only some of its tests to run."""

    file: str
    ids: tuple[TestId, ...]
    focused: bool = False


@dataclass(frozen=True)
class Begin:
    """A test begins to run."""

    id: TestId


@dataclass(frozen=True)
class Result:
    """A test came to its end. `ms`: milliseconds."""

    id: TestId
    status: Status
    ms: float = 0.0
    error: ErrorReport | None = None


@dataclass(frozen=True)
class FileError:
    """A file could not be loaded, so its tests are not known."""

    file: str
    error: ErrorReport


@dataclass(frozen=True)
class HookError:
    """A hook around tests failed. `titles` lead to its group; `tests` are those that it keeps from running."""

    file: str
    titles: tuple[str, ...]
    hook: str
    error: ErrorReport
    tests: tuple[TestId, ...] = ()


@dataclass(frozen=True)
class Tampering:
    """The run deceives.

    kind: "canary" (an assertion that must fail did not), "identity" (a function of the framework was replaced),
        "observation" (a test that threw was reported as passed), "channel" (somebody else used our channel).
    """

    kind: TamperingKind
    what: str
    file: str = ""


@dataclass(frozen=True)
class OwnFault:
    """An exception in our code within the framework: the run says nothing. versions: of what it ran in."""

    place: str
    error: str
    versions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class StateFound:
    """What of the state that tests share had changed between two of them: see `SuiteRequest.state`."""

    found: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class End:
    """The framework came to its end by itself. `canaries`: how many assertions that must fail did."""

    canaries: int = 0


@dataclass(frozen=True)
class RoundEnd:
    """A process that runs its tests several times came to the end of one of these rounds."""


Event = (
    Loading | Collected | Begin | Result | FileError | HookError | Tampering | OwnFault | StateFound | End | RoundEnd
)


@dataclass(frozen=True)
class Target:
    """One framework's tests in one package of a project.

    folder: of the package, relative to the tree, "" = the root. files: the test files relative to the folder where the
    adapter finds them itself, else empty: the framework does. arguments: the user's own, after the framework's name.
    program: what starts the framework, relative to the folder or absolute. version: "" where it is not known.
    settings: what else the adapter needs to know.
    """

    framework: str
    folder: str = ""
    files: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    program: str = ""
    version: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SuiteRequest:
    """What is to be run.

    ids: exactly these, None = all. files: only these, None = all. without, without_files: not these, whatever else is
    said. seconds: for the whole run. test_seconds: for one test. rounds: how often, for an adapter that `repeats`.
    sequence: the order of the ids as far as groups allow it, () for the framework's. state: two tests, `after` and
    `of`, between which shared state is observed, and names of what is put back then (`put_back`); JavaScript's alone.
    """

    ids: frozenset[TestId] | None = None
    files: tuple[str, ...] | None = None
    without: frozenset[TestId] = frozenset()
    without_files: frozenset[str] = frozenset()
    seconds: float = 1800.0
    test_seconds: float = 60.0
    rounds: int = 1
    sequence: tuple[TestId, ...] = ()
    state: Mapping[str, Any] | None = None

    def wants_file(self, file: str) -> bool:
        """Whether anything of the file is to be run."""
        wanted = self.files is None or file in self.files
        wanted = wanted and (self.ids is None or any(test.file == file for test in self.ids))
        return wanted and file not in self.without_files


Builds = Literal["", "write", "read"]


@dataclass(frozen=True)
class Launch:
    """One process of the framework.

    argv: the program and its arguments; `cwd` is the package's folder. files: the test files that it will load, empty
    where the framework finds them. order: given to the process as JSON on its standard input, with the number of the
    channel (`fd`) and its secret (`nonce`). results: where the events are read from, "channel", "stdout", or a file
    relative to the folder. read: folders that it must be able to see. builds: "write" for a process that builds what
    later ones of the same run only "read": the order then has two folders, `cache` (kept from run to run) and `work`
    (of this run alone). Code of the project's should never run with "write": it could change what others build from.
    """

    argv: tuple[str, ...]
    files: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    order: Mapping[str, Any] = field(default_factory=dict)
    results: str = "channel"
    read: tuple[str, ...] = ()
    builds: Builds = ""


@dataclass(frozen=True)
class Capabilities:
    """What an adapter can do.

    subset: by which of these it can run part of a suite. language: of the code that the tests run, by its name in the
    entry-point groups of languages, "" = not known. in_interpreter: see `ProjectSuite`. repeats: what it
    starts once can run its tests several times, each time in new processes with new private folders: where it does so
    in one process, `RoundEnd` ends each time; where it builds first, its other process is started for each.
    build_cache: see `shared_build_cache`, "" for builds that run code of the project.
    """

    grade: Grade
    subset: Literal["id", "file", "none"]
    language: str = ""
    in_interpreter: bool = False
    repeats: bool = False
    build_cache: str = ""


class DetectingAdapter(Protocol):
    """What the adapters of all test frameworks have in common."""

    name: str

    def detect(self, tree: Path, manifest: Manifest) -> Target | None:
        """The framework's tests in the package of `manifest`, None where it has none. Runs nothing.

        Raises ProjectError where the framework is used but not installed, with the command that installs it.
        """

    def capabilities(self, target: Target) -> Capabilities:
        """What can be relied on for this target."""


class LaunchingAdapter(DetectingAdapter, Protocol):
    """An adapter that says which processes run its tests, and reads what they write."""

    def launches(self, target: Target, request: SuiteRequest) -> Sequence[Launch]:
        """The processes that run what is asked, in this order. Pure."""

    def events(self, launch: Launch, data: Iterable[bytes]) -> Iterator[Event]:
        """The events in what a process of `launch` wrote, while it is written. Pure; never raises on odd data."""


@runtime_checkable
class RunningAdapter(DetectingAdapter, Protocol):
    """An adapter whose tests have a runner of their own."""

    def run(self, project: TargetProject, tree: Path, tests: Sequence[TestId] | None, options: RunOptions) -> SuiteRun:
        """See `ProjectSuite.run`."""


@runtime_checkable
class WarmAdapter(Protocol):
    """An adapter that can run tests of its framework again and again in one process, for a first opinion."""

    def warm_launch(self, target: Target) -> Launch:
        """The process; its order is the first line of its standard input. Pure."""


@runtime_checkable
class ExplainingAdapter(Protocol):
    """An adapter that may know why a process of its framework left before its end."""

    def explain(self, target: Target, manifest: Manifest) -> str:
        """A sentence on what may be the cause, "" where nothing is known. May run programs, none of the project's."""


@runtime_checkable
class CompiledWarmAdapter(Protocol):
    """An adapter that can build many variants of a project's code at once, and run tests of each, for a first opinion.

    The two processes share the folders of one run: see `Launch.builds`.
    """

    def warm_build_launch(self, target: Target) -> Launch:
        """The process that builds; its order is the first line of its standard input. Pure."""

    def warm_run_launch(self, target: Target) -> Launch:
        """The process that runs what is built, likewise. Pure."""


@dataclass(frozen=True)
class UserCommand:
    """How a user runs tests by hand.

    suite: the command for all tests. selection: what follows it for some, with `{folder}` and `{word}`.
    """

    suite: str
    selection: str

    def of_tests(self, folder: str, word: str) -> str:
        """The command for the tests below `folder` whose names have `word` in them."""
        return f"{self.suite} {self.selection}".format(folder=shlex.quote(folder), word=shlex.quote(word))


@runtime_checkable
class CommandAdapter(Protocol):
    """An adapter that names the command for its framework, which plans then show."""

    user_command: UserCommand


FrameworkAdapter = LaunchingAdapter | RunningAdapter
"""One test framework."""
