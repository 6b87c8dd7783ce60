"""The outcomes of the tests without a candidate, and the limits that follow from them for runs with one."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from testfix_pipeline.core.test_ids import TestId, file_of
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.repair.model.outcome import CandidateOutcome
from testfix_pipeline.repair.validation.processes import Processes
from testfix_pipeline.repair.validation.warm_server_client import Answer

# CPU seconds that a test may take with a candidate: a constant and a multiple of those without; first, in a first look.
FIRST_LOOK_CPU_S, FIRST_LOOK_CPU_FACTOR = 0.012, 3.0
CPU_S, CPU_FACTOR = 0.4, 6.0
# Seconds that a test may wait without computing, likewise.
FIRST_LOOK_IDLE_S, FIRST_LOOK_IDLE_FACTOR = 0.5, 4.0
IDLE_S, IDLE_FACTOR = 3.0, 15.0
# CPU seconds until a failing test without a candidate is taken to be hanging.
FAILING_CPU_S = 3.0
# Seconds that a test without a candidate may wait; less where threads that it waits for may be missing.
BASELINE_IDLE_S, BASELINE_IDLE_WITHOUT_THREADS_S = 20.0, 2.0
# Bytes that a child may take beyond those of the process that it is forked from.
MEMORY_BYTES = 1 << 30
MOST_HUNG = 20
# How many of the failing tests are also run by themselves.
MOST_ALONE = 12
# Mean CPU seconds of a test up to which the cost of pytest's reports matters.
MOST_MEAN_CPU_S_OF_LEAN = 0.01
# CPU seconds that a test counts with at least: clocks are not finer. What a test without a known outcome counts with.
LEAST_CPU_S, UNKNOWN_CPU_S = 0.01, 0.05
# Seconds that a test without a known outcome is expected to wait.
UNKNOWN_WAIT_S = 0.5
# The part (%) of a file's passing tests that take no longer than its typical CPU seconds.
TYPICAL_PERCENT = 90
# Text in a test file by which its tests may share state.
SHARED = re.compile(r"\bsetUpClass\b|\bsetup_(class|module)\b|\bscope\s*=\s*['\"](class|module|package|session)\b")
# Part of the time left that the first run of the suite may take.
SHARE_OF_TIME = 0.4


@dataclass(frozen=True)
class Baseline:
    """The outcomes of the tests without a candidate, in the warm process where there is one.

    outcomes: in natural order, in one process. hung: tests that were ended, or ended the process. alone: outcomes of
    failing tests by themselves. before: for tests that fail otherwise by themselves, the tests that have to run before.
    perhaps_before: the same for failing tests beside others that need an earlier one. whole: whether there was time for
    all of them. lean: tests with the same outcome without pytest's reports.
    """

    outcomes: Mapping[TestId, CandidateOutcome]
    hung: frozenset[TestId] = frozenset()
    alone: Mapping[TestId, CandidateOutcome] = field(default_factory=dict)
    before: Mapping[TestId, Sequence[TestId]] = field(default_factory=dict)
    perhaps_before: Mapping[TestId, Sequence[TestId]] = field(default_factory=dict)
    whole: bool = True
    lean: Sequence[TestId] = ()
    imports: Mapping[str, float] = field(default_factory=dict)

    def seconds(self, test: TestId) -> float:
        """How long a test takes at least, in seconds of computing."""
        outcome = self.outcomes.get(test) or self.alone.get(test)
        return max(outcome.seconds, LEAST_CPU_S) if outcome else UNKNOWN_CPU_S

    def seconds_with_import(self, test: TestId, imported: Collection[str] = ()) -> float:
        """How long a test takes at least, the import of its file included unless that is one of these."""
        file = file_of(test)
        return self.seconds(test) + (0.0 if file in imported else self.imports.get(file, 0.0))

    def passes(self, test: TestId) -> bool:
        """Whether a test passes without a candidate."""
        return test in self.outcomes and self.outcomes[test].passed

    @property
    def total_seconds(self) -> float:
        """How long the whole suite takes, at least."""
        return sum(outcome.seconds + outcome.waited for outcome in self.outcomes.values())

    @cached_property
    def _typical(self) -> dict[str, float]:
        """CPU seconds that most passing tests of a file need at most; "" stands for all files."""
        by_file: dict[str, list[float]] = {"": []}
        for test, outcome in self.outcomes.items():
            if outcome.passed:
                by_file.setdefault(file_of(test), []).append(outcome.seconds)
                by_file[""].append(outcome.seconds)
        return {file: sorted(found)[TYPICAL_PERCENT * len(found) // 100] for file, found in by_file.items() if found}

    def expected(self, test: TestId) -> float:
        """CPU seconds that a test is expected to need; a failing one, which may end early, as much as others."""
        known = [found[test].seconds for found in (self.outcomes, self.alone) if test in found]
        if test not in self.hung and self.passes(test):
            return max(known)
        typical = self._typical
        return max([*known, typical.get(file_of(test), typical.get("", 0.0))])

    def _waited(self, test: TestId) -> float:
        return max(
            (found[test].waited for found in (self.outcomes, self.alone) if test in found), default=UNKNOWN_WAIT_S
        )

    @cached_property
    def cpu(self) -> dict[TestId, float]:
        """CPU seconds that each test may take, as far as they are known."""
        return self.cpu_of([*self.outcomes, *self.hung])

    def cpu_of(self, tests: Iterable[TestId]) -> dict[TestId, float]:
        """CPU seconds that these tests may take."""
        return {test: CPU_S + CPU_FACTOR * self.expected(test) for test in tests}

    @cached_property
    def idle(self) -> float:
        """Seconds that any test may wait."""
        return IDLE_S + IDLE_FACTOR * max(map(self._waited, self.outcomes), default=0.0)

    def tight(self, tests: Sequence[TestId]) -> dict[str, Any]:
        """The limits of a request that runs only these tests in a first look: enough for most repairs."""
        cpu = {test: FIRST_LOOK_CPU_S + FIRST_LOOK_CPU_FACTOR * self.expected(test) for test in tests}
        waited = max(map(self._waited, tests), default=0.0)
        return {"cpu": cpu, "idle": FIRST_LOOK_IDLE_S + FIRST_LOOK_IDLE_FACTOR * waited}


def measure(
    processes: Processes,
    failing: Sequence[TestId],
    known_failing: Collection[TestId],
    on_progress: Callable[[str], None],
    endless: Collection[TestId] = (),
) -> Baseline:
    """Runs all tests once but the endless ones, in natural order, then the failing ones by themselves.

    known_failing: tests that are expected to fail, whose CPU seconds are limited. on_progress: called meanwhile. A test
    that hangs or ends the process is noted and left out from then on. Where the whole suite takes too much of the time,
    tests that were not reached have no outcome. Raises ServerLost, TimeIsUp.
    """
    until = processes.clock.passed() + SHARE_OF_TIME * processes.clock.left()
    outcomes: dict[TestId, CandidateOutcome] = {}
    hung = {test for test in processes.items if test in endless}
    left = [test for test in processes.items if test not in hung]
    most_hung = len(hung) + (0 if processes.threads else MOST_HUNG)
    while left and len(hung) <= most_hung and processes.clock.passed() < until:
        # The more hang, the likelier it is that the next does too.
        limits = dict.fromkeys(known_failing, FAILING_CPU_S / (1 + len(hung)))
        answer = _run(
            processes, left, limits, until, lambda n: on_progress(f"{len(outcomes) + n} of {len(processes.items)}")
        )
        outcomes.update(answer.outcomes)
        left = left[len(answer.outcomes) :]
        if left and answer.end not in ("done", "time"):
            hung.add(left.pop(0))
    alone = [test for test in failing if test in outcomes and not outcomes[test].passed][:MOST_ALONE]
    found = _alone(processes, alone, until)
    odd = [test for test, outcome in found.items() if not _same(outcome, outcomes[test])]
    before = {test: _before(processes, test, outcomes, until) for test in odd}
    perhaps = _perhaps_before(processes, [test for test in found if test not in before], outcomes, until)
    lean = _lean(processes, outcomes, until) if not left else ()
    return Baseline(outcomes, frozenset(hung), found, before, perhaps, not left, lean)


def _run(
    processes: Processes,
    tests: Sequence[TestId],
    limits: Mapping[TestId, float],
    until: float,
    on_progress: Callable[[int], None] | None = None,
) -> Answer:
    idle = BASELINE_IDLE_WITHOUT_THREADS_S if processes.threads else BASELINE_IDLE_S
    request = {"tests": list(tests), "cpu": limits, "idle": idle, "memory": MEMORY_BYTES}
    seconds = max(0.0, until - processes.clock.passed())
    return processes.ask_as_is(request, seconds=seconds, on_progress=on_progress)


def _lean(processes: Processes, outcomes: Mapping[TestId, CandidateOutcome], until: float) -> Sequence[TestId]:
    """The tests with the same outcome without reports, where leaving these out saves a good part of the time."""
    candidates = [test for test in processes.warm.lean if test in outcomes] if processes.warm else []
    if (
        sum(outcome.seconds for outcome in outcomes.values()) > MOST_MEAN_CPU_S_OF_LEAN * len(outcomes)
        or not candidates
    ):
        return ()
    processes.know(lean=candidates)
    again = _run(processes, list(outcomes), {}, until).outcomes
    return [test for test in candidates if test in again and _same(again[test], outcomes[test])]


def _alone(processes: Processes, tests: Iterable[TestId], until: float) -> dict[TestId, CandidateOutcome]:
    """Outcomes of tests when each is the only one of a process; those that do not end are left out."""
    found: dict[TestId, CandidateOutcome] = {}
    for test in tests:
        if processes.clock.passed() < until:
            found.update(_run(processes, [test], {test: FAILING_CPU_S}, until).outcomes)
    return found


def _same(one: CandidateOutcome, other: CandidateOutcome) -> bool:
    return (one.status, one.error, one.line) == (other.status, other.error, other.line)


def _before(
    processes: Processes, test: TestId, outcomes: Mapping[TestId, CandidateOutcome], until: float
) -> Sequence[TestId]:
    """The tests after which a test fails as it does in the suite: those of its file before it, or all before it."""
    tests = list(outcomes)
    for before in (_of_file_before(test, tests), tests[: tests.index(test)]):
        answer = _run(processes, [*before, test], {test: FAILING_CPU_S}, until)
        if test in answer.outcomes and _same(answer.outcomes[test], outcomes[test]):
            return before
    return ()


def _of_file_before(test: TestId, tests: Sequence[TestId]) -> Sequence[TestId]:
    file = file_of(test)
    return [one for one in tests[: tests.index(test)] if file_of(one) == file]


def _perhaps_before(
    processes: Processes, failing: Sequence[TestId], outcomes: Mapping[TestId, CandidateOutcome], until: float
) -> dict[TestId, Sequence[TestId]]:
    """For failing tests of files whose tests share a fixture, or whose passing tests do not all pass in reverse: the
    tests of the file before them."""
    files: dict[str, list[TestId]] = {}
    for test, outcome in outcomes.items():
        if outcome.passed:
            files.setdefault(file_of(test), []).append(test)
    found = {}
    for file in dict.fromkeys(file_of(test) for test in failing):
        passing = files.get(file, [])[::-1]
        again = _run(processes, passing, {}, until).outcomes if len(passing) > 1 else {}
        shared = SHARED.search(read_text(Path(processes.root, file)))
        if shared or not all(again[test].passed for test in passing if test in again):
            own = [test for test in failing if file_of(test) == file]
            found.update({test: _of_file_before(test, list(outcomes)) for test in own})
    return found
