"""Records of what makes flaky tests pass and fail."""

from __future__ import annotations

import shlex
from typing import Literal

from pydantic import Field

from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.test_ids import TestId

FlakyKind = Literal[
    "time", "randomness", "iteration_order", "network", "ports", "floating_point", "concurrency", "unknown"
]
DESCRIPTIONS: dict[FlakyKind, str] = {
    "time": "the clock or the time zone",
    "randomness": "random numbers without a seed",
    "iteration_order": "the iteration order of sets or the hash of texts",
    "network": "the network",
    "ports": "a fixed port",
    "floating_point": "the rounding of floating-point numbers",
    "concurrency": "when threads run, or how fast the machine is",
    "unknown": "no cause found",
}


class ControlledRuns(Record):
    """Runs of one test alone under a control, such as `hash-seed=3`; "" for none."""

    control: str
    failed: int
    runs: int

    def describe(self, verb: str) -> str:
        """Return how often the test has this result. verb: `fails` or `passes`."""
        count = self.failed if verb == "fails" else self.runs - self.failed
        return f"{verb} in {count} of {counted(self.runs, 'run')} with {self.control or 'nothing controlled'}"


class FlakyCause(Record):
    """What decides on the result of a flaky test: runs that make it fail and runs that make it pass.

    place: the statement that reads the source, as file:line, and detail, what of it; cause: whether the program or the
    test is at fault, "" if unknown. otherwise: how it fails where no control makes it pass. A test of an unknown kind
    has the runs without control as `fails`.
    """

    test: TestId
    kind: FlakyKind
    fails: ControlledRuns
    passes: ControlledRuns | None = None
    place: str = ""
    detail: str = ""
    cause: Literal["program", "test", ""] = ""
    otherwise: str = ""

    @property
    def command(self) -> str:
        """The command that shows the failure."""
        words = ["testfix", "measure", "--repeat", str(self.fails.runs), "--test", self.test]
        return shlex.join([*words, *(["--control", self.fails.control] if self.fails.control else [])])

    def describe(self) -> str:
        """Return the evidence as sentences: the kind, the runs, the place, the command."""
        if self.kind == "unknown":
            return f"Flaky, cause not found: {self.fails.describe('fails')}. Reproduce: {self.command}"
        other = self.passes.describe("passes") if self.passes is not None else self.otherwise
        said = f"Depends on {DESCRIPTIONS[self.kind]}: {self.fails.describe('fails')}, {other}."
        detail = f" ({self.detail})" if self.detail else ""
        side = f", the {self.cause} is at fault" if self.cause else ""
        where = f" Read at {self.place}{detail}{side}." if self.place else ""
        return f"{said}{where} Reproduce: {self.command}"


class FlakyFindings(Record):
    """What a measurement found of flaky tests."""

    tests: list[FlakyCause] = Field(default_factory=list)
