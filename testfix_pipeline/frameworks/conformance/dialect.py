"""What a test suite consists of, whatever the framework, and how a framework writes it down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.frameworks.model import Status

Does = Literal["pass", "fail", "throw", "skip", "todo", "focus", "hang", "spin", "exit", "crash", "snapshot", "reject"]
"""fail: an assertion does not hold. throw: the program raises. hang: waits for ever. spin: computes for ever. exit:
ends the process with code 0. crash: the process is killed. snapshot: compares with a snapshot that does not exist."""

Hook = Literal["", "before all", "before each", "after each", "after all"]
Broken = Literal["", "syntax", "import", "exit", "throw", "spin"]


@dataclass(frozen=True)
class Test:
    """One test."""

    __test__ = False

    title: str
    does: Does = "pass"


@dataclass(frozen=True)
class Group:
    """Tests under a common title. `failing_hook`: which of its hooks raises."""

    title: str
    members: Sequence[Test | Group]
    failing_hook: Hook = ""


@dataclass(frozen=True)
class TestFile:
    """A test file. `broken`: why it can't be loaded."""

    __test__ = False

    name: str
    members: Sequence[Test | Group]
    broken: Broken = ""


class Dialect(Protocol):
    """How one framework's projects are written.

    adapter: the name of the adapter. unable: names of rows that the framework or its format can't express. focus: what
    a focused test keeps from running, its file's other tests or the whole run's. todo: how a test without a body is
    reported. groups_are_tests: whether a group has a result of its own.
    """

    @property
    def adapter(self) -> str: ...
    @property
    def unable(self) -> frozenset[str]: ...
    @property
    def focus(self) -> Literal["file", "run", "ignored"]: ...
    @property
    def todo(self) -> Status: ...
    @property
    def groups_are_tests(self) -> bool: ...

    def path_of(self, file: TestFile) -> str:
        """Where the file lies in the project."""

    def identity(self, file: TestFile, titles: Sequence[str], occurrence: int) -> TestId:
        """The identity of the test of these titles (the occurrence counts from 1)."""

    def project(self, files: Sequence[TestFile]) -> Mapping[str, str]:
        """All files of a project with these tests, by path."""

    def prepare(self, folder: Path) -> None:
        """Make what the project needs beside its files, such as a link to its dependencies."""

    def attacks(self) -> Mapping[str, Mapping[str, str]]:
        """Projects whose program deceives, by the name of the attack.

        Each has a test "ok", which holds, and a test "bad", which does not. Names that start with "none" or "honest",
        after the last `/`, are those of controls.
        """
