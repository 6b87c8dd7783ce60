"""A language's proposals for a failure that a library's change caused: one rule at all use sites is one fix."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import InstalledVersions, Update
from testfix_pipeline.execution.processes.preloaded_interpreter import RunProcess
from testfix_pipeline.execution.processes.supervisor import run
from testfix_pipeline.execution.project import TargetProject

NOT_AT_HAND = "library.unproved"
"""The kind of what edits nothing and says that old releases could not be looked at."""


@dataclass(frozen=True)
class LibraryQuestion:
    """A tree whose tests fail.

    files: the project's folder, for reading. make_tree: copies the repository to a place where tests may write.
    failures: of the tests to fix, as they fail there. test_files: never to be edited. seconds: for reading the
    installed libraries. tests: ids of those to fix. memory: data that the language stores from one step of a repair to
    the next. is_thorough: whether to try what was left out before because it takes longer. earlier: requirements by
    library that are known from before an update, where the project's files do not say; npm packages as `npm:NAME`.
    lasting: data that the language stores from one repair of the project to the next. installed: what is beside the
    interpreter, where that is known. cancel: asked often; true ends every process. run_process: runs programs of the
    project's interpreter in copies of the repository.
    """

    project: TargetProject
    files: Path
    make_tree: Callable[[], Path]
    failures: Sequence[Failure]
    test_files: Collection[str]
    seconds: float
    tests: Sequence[TestId] = ()
    memory: dict[str, Any] = field(default_factory=dict)
    is_thorough: bool = False
    earlier: Mapping[str, str] = field(default_factory=dict)
    lasting: dict[str, Any] = field(default_factory=dict)
    installed: InstalledVersions | None = None
    cancel: Callable[[], bool] | None = None
    run_process: RunProcess = run

    @cached_property
    def tree(self) -> Path:
        """The copy of the repository, created on first use."""
        return self.make_tree()

    @property
    def root(self) -> Path:
        """The project's folder in the copy."""
        return self.project.root(self.tree)


@dataclass(frozen=True)
class LibraryFix:
    """One rule, applied wherever the program needs it.

    texts: the new text of each changed file, by its path from the project's root; none if only tests would have to
    change: then there is only the note. kind: a stable id. note: the change, the library and version that it is for,
    and its source, for people. likelihood: of the fix by the evidence alone, 0 to 1. symbol: the name that the library
    lacks. updates: facts found about the libraries. modules: with NOT_AT_HAND, the outermost modules of the libraries.
    """

    texts: Mapping[str, str]
    kind: str
    note: str
    likelihood: float
    symbol: str
    updates: tuple[Update, ...] = ()
    modules: frozenset[str] = frozenset()


@dataclass(frozen=True)
class BehaviourCheck:
    """Calls recorded under old releases, compared with those of a patched tree under the installed ones.

    compared: their number; differences: the calls with another result, as sentences. dropped: functions of libraries
    that the program called and that no other call has taken the place of. rare: differences for few of many varied
    arguments, which odd ones may lead to. causes: what the failing tests call of a library and it answers otherwise
    now.
    """

    compared: int
    differences: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    rare: tuple[str, ...] = ()
    causes: tuple[Update, ...] = ()
