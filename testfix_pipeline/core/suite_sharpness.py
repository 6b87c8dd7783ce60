"""What a project's tests notice when calls of the program answer something else: the records of `--tests`."""

from __future__ import annotations

from pydantic import Field

from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.test_ids import TestId


class FunctionSharpness(Record):
    """Other answers of one function's calls: how many are noticed, how many are not, and some of those as sentences."""

    function: str
    calls: int
    noticed: int
    missed: int
    unnoticed: list[str] = Field(default_factory=list)


class SuiteSharpness(Record):
    """What the passing tests notice.

    noticing: tests that fail for some other answer of a call. silent: tests that make calls and fail for no other
    answer that was tried, but for errors. calling_nothing: tests that make no call that can be watched. unknown: tests
    whose calls were not tried for want of time, or that fail while they are watched. functions: those with most
    unnoticed answers first. left: how many answers were not tried; left_out: how many functions, unread: how many files
    can't be watched. unmeasured: tests in languages that are not measured.
    """

    noticing: list[TestId] = Field(default_factory=list)
    silent: list[TestId] = Field(default_factory=list)
    calling_nothing: list[TestId] = Field(default_factory=list)
    unknown: list[TestId] = Field(default_factory=list)
    unmeasured: list[TestId] = Field(default_factory=list)
    functions: list[FunctionSharpness] = Field(default_factory=list)
    left: int = 0
    left_out: int = 0
    unread: int = 0
    seconds: float = 0.0

    @property
    def exit_code(self) -> int:
        """1 if a test notices nothing, 2 if nothing was measured, else 0."""
        if self.silent:
            return 1
        return 0 if self.noticing or self.functions else 2
