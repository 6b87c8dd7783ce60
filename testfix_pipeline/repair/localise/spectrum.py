"""The program spectrum: how many failing and passing tests run each line, and formulas that score it.

The formulas: Ochiai and Jaccard (Abreu et al. 2007), Tarantula (Jones & Harrold 2005), Barinel's for one fault (Abreu
et al. 2009), O^p (Naish et al. 2011), DStar with the exponent 2 (Wong et al. 2014), GP13 (Yoo 2012). Which of them the
ranking uses was chosen by measurement: `python -m benchmarks.repair.localisation`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Executed = Mapping[str, Mapping[str, Collection[int]]]
"""Test id -> file -> executed lines."""


class Counts(NamedTuple):
    """Of one element of the program: failing and passing tests that run it, and how many there are of each."""

    ef: int
    ep: int
    failing: int
    passing: int


Formula = Callable[[Counts], float]


def ochiai(c: Counts) -> float:
    return c.ef / math.sqrt(c.failing * (c.ef + c.ep)) if c.ef else 0.0


def jaccard(c: Counts) -> float:
    return c.ef / (c.failing + c.ep) if c.ef else 0.0


def tarantula(c: Counts) -> float:
    share = c.ef / c.failing if c.failing else 0.0
    return share / (share + c.ep / max(1, c.passing)) if c.ef else 0.0


def barinel(c: Counts) -> float:
    return c.ef / (c.ef + c.ep) if c.ef else 0.0


def op2(c: Counts) -> float:
    return c.ef - c.ep / (c.passing + 1)


def dstar(c: Counts) -> float:
    missed = c.ep + c.failing - c.ef
    return c.ef**2 / missed if missed else c.ef**2 * 1e6


def gp13(c: Counts) -> float:
    return c.ef * (1 + 1 / (2 * c.ep + c.ef)) if c.ef else 0.0


FORMULAS: Mapping[str, Formula] = {
    "ochiai": ochiai,
    "dstar2": dstar,
    "tarantula": tarantula,
    "barinel": barinel,
    "op2": op2,
    "gp13": gp13,
    "jaccard": jaccard,
}


@dataclass(frozen=True)
class Spectrum:
    """Counts of the lines that failing tests run. `failed`, `passed`: file -> line -> tests; `failing`, `passing`: all
    tests whose lines are known."""

    failed: Mapping[str, Mapping[int, int]]
    passed: Mapping[str, Mapping[int, int]]
    failing: int
    passing: int

    @classmethod
    def of(cls, executed: Executed, failing: Collection[str], passing: Collection[str]) -> Spectrum:
        failed: dict[str, Counter[int]] = {}
        known = [test for test in failing if executed.get(test)]
        for test in known:
            for file, lines in executed[test].items():
                failed.setdefault(file, Counter()).update(lines)
        passed: dict[str, Counter[int]] = {file: Counter() for file in failed}
        wanted = {file: frozenset(lines) for file, lines in failed.items()}
        others = [test for test in passing if executed.get(test)]
        for test in others:
            for file, lines in executed[test].items():
                if file in wanted:
                    passed[file].update(wanted[file].intersection(lines))
        return cls(failed, passed, len(known), len(others))

    def counts(self, file: str, line: int) -> Counts:
        ef = self.failed.get(file, {}).get(line, 0)
        return Counts(ef, self.passed.get(file, {}).get(line, 0), self.failing, self.passing)


class Together:
    """How many tests run one line and do, or don't, run another of the same file, for lines named beforehand."""

    def __init__(self, executed: Executed, tests: Sequence[str], lines: Mapping[str, Collection[int]]) -> None:
        wanted = {file: frozenset(of_file) for file, of_file in lines.items()}
        self._bits: dict[tuple[str, int], int] = {}
        for number, test in enumerate(tests):
            for file, run in executed.get(test, {}).items():
                for line in wanted[file].intersection(run) if file in wanted else ():
                    self._bits[file, line] = self._bits.get((file, line), 0) | 1 << number

    def count(self, file: str, line: int, other: int, runs_other: bool) -> int:
        here, there = self._bits.get((file, line), 0), self._bits.get((file, other), 0)
        return (here & (there if runs_other else ~there)).bit_count()
