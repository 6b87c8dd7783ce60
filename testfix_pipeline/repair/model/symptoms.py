"""The input of fault localisation, and the statements that it ranks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.model.profile import Profile
from testfix_pipeline.repair.model.source_text import Function, SourceText, Statement

Executed = Mapping[TestId, Mapping[str, Collection[int]]]
"""Test id -> file -> executed lines."""


@dataclass(frozen=True)
class Symptoms:
    """The observations of failing tests.

    executed: the lines each test runs, failing and passing. failures: of the failing tests. profiles: of some failing
    tests. older: earlier texts of files, newest first. elsewhere: tests that may run unknown lines, because they start
    processes. imported: by file, the lines that run on import.
    """

    failing: Sequence[TestId]
    passing: Sequence[TestId]
    executed: Executed
    failures: Sequence[Failure] = ()
    profiles: Mapping[TestId, Profile] = field(default_factory=dict)
    older: Mapping[str, Sequence[str]] = field(default_factory=dict)
    elsewhere: Collection[TestId] = ()
    imported: Mapping[str, Collection[int]] = field(default_factory=dict)

    @cached_property
    def traced(self) -> Mapping[TestId, Profile]:
        """The profiles of failing tests."""
        return {test: self.profiles[test] for test in self.failing if test in self.profiles}


@dataclass(frozen=True)
class SuspiciousStatement:
    """A statement that may be at fault. `function` is the innermost enclosing one; for a function's header that
    function.

    reason: coverage | traceback | message | names (reached from the test by names alone) | signature | import. via: the
    place that led to it, for the last two.
    """

    source: SourceText
    stmt: Statement
    function: Function | None
    reason: str = "coverage"
    via: SuspiciousStatement | None = None

    @property
    def key(self) -> tuple[str, int]:
        """(file, first line)."""
        return self.source.path, self.stmt.lineno

    @property
    def is_header(self) -> bool:
        """Whether it is the header of a function."""
        return self.function is not None and self.stmt is self.function.node

    @property
    def name(self) -> str:
        """The qualified name of the function, "<module>" outside of functions."""
        return self.function.qualname if self.function else "<module>"


@dataclass(frozen=True)
class FaultLocation:
    """One statement with its score (0..1); `reason` is the source of the score."""

    file: str
    line: int
    score: float
    function: str
    reason: str = "coverage"
