"""The program spectrum: the number of failing and passing tests that run each line."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.model.symptoms import Executed


class SpectrumCounts(NamedTuple):
    """For one element of the program: failing and passing tests that run it, and the totals of each."""

    ef: int
    ep: int
    failing: int
    passing: int


def ochiai(c: SpectrumCounts) -> float:
    """Ochiai's suspiciousness (Abreu et al. 2007), between 0 and 1."""
    return c.ef / math.sqrt(c.failing * (c.ef + c.ep)) if c.ef else 0.0


@dataclass(frozen=True)
class Spectrum:
    """Counts of the lines that failing tests run. `failed`, `passed`: file -> line -> number of tests; `failing`,
    `passing`: the number of tests whose lines are known."""

    failed: Mapping[str, Mapping[int, int]]
    passed: Mapping[str, Mapping[int, int]]
    failing: int
    passing: int

    @classmethod
    def of(cls, executed: Executed, failing: Collection[TestId], passing: Collection[TestId]) -> Spectrum:
        """The counts of the lines that failing tests run, over the tests whose lines are known."""
        failed: dict[str, Counter[int]] = {}
        known = [test for test in failing if executed.get(test)]
        for test in known:
            for file, lines in executed[test].items():
                failed.setdefault(file, Counter()).update(lines)
        passed: dict[str, Counter[int]] = {file: Counter() for file in failed}
        failing_lines = {file: frozenset(lines) for file, lines in failed.items()}
        others = [test for test in passing if executed.get(test)]
        for test in others:
            for file, lines in executed[test].items():
                if file in failing_lines:
                    passed[file].update(failing_lines[file].intersection(lines))
        return cls(failed, passed, len(known), len(others))

    def counts(self, file: str, line: int) -> SpectrumCounts:
        """The counts of one line."""
        ef = self.failed.get(file, {}).get(line, 0)
        return SpectrumCounts(ef, self.passed.get(file, {}).get(line, 0), self.failing, self.passing)


class LinePairs:
    """Counts tests that run one line and run, or do not run, another line of the same file, for lines named
    beforehand."""

    def __init__(self, executed: Executed, tests: Sequence[TestId], lines: Mapping[str, Collection[int]]) -> None:
        wanted = {file: frozenset(of_file) for file, of_file in lines.items()}
        self._bits: dict[tuple[str, int], int] = {}
        for number, test in enumerate(tests):
            for file, run in executed.get(test, {}).items():
                for line in wanted[file].intersection(run) if file in wanted else ():
                    self._bits[file, line] = self._bits.get((file, line), 0) | 1 << number

    def count(self, file: str, line: int, other: int, runs_other: bool) -> int:
        """The number of tests that run a line and run, or do not run, another one."""
        tests_of_line, tests_of_other = self._bits.get((file, line), 0), self._bits.get((file, other), 0)
        return (tests_of_line & (tests_of_other if runs_other else ~tests_of_other)).bit_count()
