"""Records of tests whose result depends on the tests that ran before them."""

from __future__ import annotations

import shlex
from typing import Literal

from pydantic import Field

from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.test_ids import TestId

TESTS_WOULD_FIX = ".process/tests-would-fix.patch"
"""The offered change of tests that depend on the order, in a session's folder."""
_OF_A_FUNCTION = ("__defaults__[", "__kwdefaults__[")


class SharedState(Record):
    """A piece of state that one test changes and another one reads.

    save, restore: an expression and statements of the tests' language that put it back, which read the value as
    `saved`; empty where no statement can name it. modules: what these import. of_program: whether a module of the
    project holds it, and no test of those that it makes fail or that change it names it.
    """

    name: str
    before: str = ""
    after: str = ""
    save: str = ""
    restore: list[str] = Field(default_factory=list)
    modules: list[str] = Field(default_factory=list)
    of_program: bool = False

    def describe(self) -> str:
        """Return the name, with both values where they are known."""
        known = self.before and self.after and self.before != self.after
        return f"{self.name} ({self.before} before, {self.after} after)" if known else self.name


class OrderDependence(Record):
    """A test that depends on the order of the tests.

    kind: a victim passes alone and fails after `others`, its polluters; a brittle test fails alone and passes after
    `others`, its state-setters. cleaners: tests that make a victim pass if they run between. state: the pieces that
    decide. proof: in which orders it passes with the change of the tests that is offered, "" where none is. command:
    shows the dependence: the victim fails in it; the brittle test passes, or fails where no order can be asked for.
    """

    test: TestId
    kind: Literal["victim", "brittle"]
    others: list[TestId]
    state: list[SharedState] = Field(default_factory=list)
    cleaners: list[TestId] = Field(default_factory=list)
    proof: str = ""
    command: str = ""

    @property
    def is_of_a_function(self) -> bool:
        """Whether the state belongs to a function, which no test should have to know of."""
        return any(mark in one.name for one in self.state for mark in _OF_A_FUNCTION)

    @property
    def may_be_the_program(self) -> bool:
        """Whether the program may be wrong to keep the state: it alone names it, such as a list that it should copy."""
        return self.is_of_a_function or any(one.of_program for one in self.state)

    @property
    def pytest_command(self) -> str:
        """The command where pytest runs the tests, else ""; findings of earlier versions have none."""
        return f"pytest {shlex.join([*self.others, self.test])}" if TestId(self.test).file.endswith(".py") else ""

    def describe(self) -> str:
        """Return the evidence as sentences: the tests, the state, the command."""
        command = self.command or self.pytest_command
        others = " and ".join(self.others)
        state = ", ".join(one.describe() for one in self.state)
        if self.kind == "victim":
            said = f"Passes alone, fails after {others}"
            said += f", which {'leave' if len(self.others) > 1 else 'leaves'} {state} changed." if state else "."
        else:
            said = f"Fails alone, passes after {others}"
            said += f", which {'set' if len(self.others) > 1 else 'sets'} {state}." if state else "."
        cleaned = f" It passes if {self.cleaners[0]} runs between." if self.cleaners else ""
        offered = f" A change of the tests is offered: {self.proof}." if self.proof else ""
        return f"{said}{cleaned}{offered}" + (f" Reproduce: {command}" if command else "")


class OrderFindings(Record):
    """What a measurement found of tests that depend on the order; patch: a change of the tests, "" where none holds."""

    tests: list[OrderDependence] = Field(default_factory=list)
    patch: str = ""
