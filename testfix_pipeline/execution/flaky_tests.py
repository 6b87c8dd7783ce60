"""Re-runs failing tests to tell real failures from flaky ones and from victims of other tests.

Economy: a process for each re-run of each test would cost minutes. So the failing tests first run together, `times`
rounds in a process each, on two cores two at once: in the suite's order, then reversed, then under other hash seeds.
What fails in every round is real: reversing has put other tests before it. Only tests that passed in some round run
alone, each time in a fresh process, first under the suite's hash seed, then under others, until a pass and a failure
are both seen.
A test that passes half of the time fails five rounds in a row in 3 % of the cases: keep `times` at 5 or more.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from testfix_pipeline.core.cycle_rules.results import ABSENT, is_collection_id, status_of
from testfix_pipeline.core.progress import Advance, Advancing, counting, unheard
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.parallel_runs import tree_beside
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite

FailureKind = Literal["real", "flaky", "order_dependent"]
_SUITE_SEED = "0"


ROUNDS = 5
"""How often a test that failed is run again."""


@dataclass(frozen=True)
class Elsewhere:
    """A run of the whole suite under another hash seed, which is under way."""

    run: Future[SuiteRun]
    seed: str


@dataclass(frozen=True)
class FlakeVerdict:
    """What re-running a failing test showed.

    real: it failed every time. flaky: it passed and failed under the same conditions or with the hash seed.
    order_dependent: alone it always passes, so that other tests make it fail.
    """

    runs: int
    passes: int
    kind: FailureKind
    evidence: str


@dataclass
class _Record:
    """Results of one test: (hash seed, passed) of its runs together with the others, and alone.

    absent: runs that did not know its id. A file that could not be collected has passed where it can be. varied:
    whether orders and hash seeds differ between its runs, as they do where pytest runs it.
    """

    together: list[tuple[str, bool]] = field(default_factory=list)
    alone: list[tuple[str, bool]] = field(default_factory=list)
    absent: int = 0
    varied: bool = True

    def take_together(self, test: TestId, seed: str, run: SuiteRun) -> None:
        self._take(self.together, status_of(test, run.outcomes), seed)

    def take_alone(self, test: TestId, seed: str, run: SuiteRun) -> None:
        self._take(self.alone, status_of(test, run.outcomes) if _is_usable(run) else "error", seed)

    def _take(self, runs: list[tuple[str, bool]], status: str, seed: str) -> None:
        """A run that does not know the test says nothing of it."""
        if status == ABSENT:
            self.absent += 1
        else:
            runs.append((seed, status in ("passed", "skipped")))

    def verdict(self) -> FlakeVerdict:
        results = self.together + self.alone
        passes = sum(passed for _, passed in results)
        kind: FailureKind = "real" if passes == 0 else "flaky" if self.unsteady else "order_dependent"
        return FlakeVerdict(len(results), passes, kind, self._evidence(kind, len(results), passes))

    @property
    def unsteady(self) -> bool:
        """Whether a run alone failed, or runs in the same company under the same conditions differ."""
        return any(not passed for _, passed in self.alone)

    def _evidence(self, kind: FailureKind, runs: int, passes: int) -> str:
        if runs == 0:
            return "No re-run collected it: its id changes from run to run, or depends on the tests beside it."
        if kind == "real":
            return f"Failed in all of {runs} re-runs{', in both orders and under several hash seeds' * self.varied}."
        if kind == "order_dependent":
            alone = f"Passed in each of {len(self.alone)} runs alone" if self.alone else f"Passed in {passes} re-runs"
            return f"{alone}, failed with other tests before it."
        failing = sorted({seed for seed, passed in self.alone if not passed})
        passing = sorted({seed for seed, passed in self.alone if passed})
        if self.varied and passing and not set(failing) & set(passing):
            return (
                f"Depends on the hash seed: fails alone under {', '.join(failing)}, passes under {', '.join(passing)}."
            )
        return f"Passed {passes} of {runs} re-runs."


def rerun(
    project: TargetProject,
    tree: Path,
    tests: Iterable[TestId],
    *,
    times: int | None = None,
    timeout: float = 600,
    tell: Advancing = unheard,
    elsewhere: Elsewhere | None = None,
) -> dict[TestId, FlakeVerdict]:
    """Judge each of `tests`, in the suite's order, which failed in a run of it.

    `times`: in how many rounds each test runs again, by default ROUNDS. `timeout`: seconds that each process may take.

    Where the sandbox keeps them apart, two rounds run at once, the second one in a copy of the tree. `elsewhere` is a
    run of the whole suite on the same content that the caller needs anyway: it stands in for the last round.
    `tell` hears how far a round of them together is, then how many of those that run alone are judged.
    A re-run that crashes or hangs counts as a failure of the tests it did not get to when they run alone.
    """
    times = times or ROUNDS
    records = {test: _Record(varied=project.runs_in_interpreter(TestId(test).file)) for test in tests}
    _Together(project, records, timeout, elsewhere).run(tree, times, tell)
    doubtful = [test for test, one in records.items() if not one.together or any(passed for _, passed in one.together)]
    for done, test in enumerate(doubtful):
        tell(Advance("running failing tests again, each alone", done, len(doubtful)))
        _alone(project, tree, test, records[test], times, timeout)
    return {test: record.verdict() for test, record in records.items()}


class _Together:
    """Rounds of all tests that have not passed yet, until none is left; a faulty round leaves nothing said."""

    def __init__(
        self, project: TargetProject, records: dict[TestId, _Record], timeout: float, elsewhere: Elsewhere | None
    ) -> None:
        self._project = project
        self._records = records
        self._timeout = timeout
        self._elsewhere = elsewhere
        self._lock = threading.Lock()
        self._suite = list(records)
        self._faulty = False
        self._cancelled = threading.Event()

    def run(self, tree: Path, times: int, tell: Advancing) -> None:
        """Run `times` rounds, two at once where nothing that one does can reach the other."""
        numbers = list(range(times if self._elsewhere is None else times - 1))[::-1]
        with tree_beside(self._project, tree, len(numbers) > 1) as other, ThreadPoolExecutor(1) as beside:
            try:
                first = self._next(numbers)  # the one that is shown
                helper = beside.submit(self._work, other, numbers, unheard) if other is not None else None
                self._work(tree, numbers, tell, first)
                if helper is not None:
                    helper.result()
            except BaseException:
                self._cancelled.set()
                raise
        if self._elsewhere is not None:
            self._take_elsewhere(self._elsewhere, tree, times - 1, tell)
        if self._faulty:
            for record in self._records.values():
                record.together.clear()

    def _work(self, tree: Path, numbers: list[int], tell: Advancing, first: int | None = None) -> None:
        number = self._next(numbers) if first is None else first
        while number is not None:
            self._round(tree, number, tell)
            number = self._next(numbers)

    def _next(self, numbers: list[int]) -> int | None:
        with self._lock:
            return numbers.pop() if numbers and not self._faulty and self._left() else None

    def _left(self) -> list[TestId]:
        records = self._records
        return [test for test in self._suite if not any(passed for _, passed in records[test].together)]

    def _round(self, tree: Path, number: int, tell: Advancing) -> None:
        seed, backwards = _seed(number), number % 2 == 1
        with self._lock:
            left = self._left()
        if backwards:  # a file that can't be collected depends on the order of imports, which is the suite's
            left = [test for test in reversed(left) if not is_collection_id(test)]
        if not left:
            return
        what = f"running failing tests again, round {number + 1}"
        tell(Advance(what, 0, len(left)))
        run = run_suite(
            self._project, tree, tests=left, ordered=backwards, timeout=self._timeout, hash_seed=seed,
            cancel=self._cancelled.is_set, on_test=counting(tell, what),
        )  # fmt: skip
        with self._lock:
            if _is_usable(run):
                self._suite = self._suite if backwards else [test for test in run.collected if test in self._records]
            self._take(run, left, seed)

    def _take(self, run: SuiteRun, tests: Iterable[TestId], seed: str) -> None:
        self._faulty = self._faulty or not _is_usable(run)
        for test in () if self._faulty else tests:
            self._records[test].take_together(test, seed, run)

    def _take_elsewhere(self, elsewhere: Elsewhere, tree: Path, number: int, tell: Advancing) -> None:
        """The round that somebody else runs; where that came to nothing, one like the others."""
        run = elsewhere.run.result()
        if self._faulty or not self._left():
            return
        if _is_usable(run):
            self._take(run, self._left(), elsewhere.seed)
        else:
            self._round(tree, number, tell)


def _alone(project: TargetProject, tree: Path, test: TestId, record: _Record, times: int, timeout: float) -> None:
    """Runs of one test in fresh processes, ended once both results are seen."""
    for number in range(times):
        seed = _seed(number)
        run = run_suite(project, tree, tests=[test], timeout=timeout, hash_seed=seed)
        record.take_alone(test, seed, run)
        if not record.alone or {passed for _, passed in record.alone} == {True, False}:
            return


def _seed(number: int) -> str:
    """The suite's own seed twice, so that chance shows apart from the seed; then another one each time."""
    return _SUITE_SEED if number < 2 else str(number - 1)


LAST_SEED = _seed(ROUNDS - 1)
"""The hash seed of the last round, for a run that stands in for it."""


def _is_usable(run: SuiteRun) -> bool:
    """Whether what a run reports may be used: ids that it does not report spoil nothing for the others."""
    return run.fault is None or run.fault.kind == "missing_ids"
