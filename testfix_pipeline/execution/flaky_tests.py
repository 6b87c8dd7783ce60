"""Re-runs failing tests to tell real failures from flaky ones and from victims of other tests.

Economy: a process for each re-run of each test would cost minutes. So the failing tests first run together, `times`
rounds: in one start of a framework that repeats them in new processes, else in a start each, on two cores two at once,
in the suite's order, then reversed, then under other hash seeds.
Where a process stays that has imported the project, its forks run the rounds under the suite's own hash seed.
What fails in every round is real: reversing has put other tests before it. Only tests that passed in some round run
alone, each time in a fresh process, first under the suite's hash seed, then under others, until a pass and a failure
are both seen.
A test that passes half of the time fails five rounds in a row in 3 % of the cases: keep `times` at 5 or more.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.cycle_rules.results import ABSENT, is_collection_id, status_of
from testfix_pipeline.core.progress import OnProgress, WorkProgress, ignore_progress, progress_counter
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.parallel_runs import can_run_in_parallel, second_tree
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_rounds, run_suite

FailureKind = Literal["real", "flaky", "order_dependent"]
_SUITE_SEED = "0"


ROUNDS = 5
"""How often a test that failed is run again."""
SAMPLE = 4
"""How many of the tests with the same error are run again, where very many fail."""
_FORKED = 2
FailingAgain = Callable[[Sequence[TestId]], Collection[TestId]]
"""Which tests fail in order and in reverse, each time in a fork of a process that has imported the project."""


@dataclass(frozen=True)
class ConcurrentSuiteRun:
    """A run of the whole suite under another hash seed that the caller needs anyway.

    result: waits for it, if the caller has started it already, else makes it.
    """

    result: Callable[[], SuiteRun]
    seed: str


@dataclass(frozen=True)
class FlakeVerdict:
    """The verdict on a failing test after its re-runs.

    real: it failed every time. flaky: it passed and failed under the same conditions or with the hash seed.
    order_dependent: alone it always passes, so that other tests make it fail.
    """

    runs: int
    passes: int
    kind: FailureKind
    evidence: str


@dataclass
class _RerunResults:
    """The results of one test: (hash seed, passed) of its runs together with other tests, and alone.

    absent: runs that did not know its id. A file that could not be collected has passed where it can be. varied:
    whether orders and hash seeds differ between its runs, as they do where pytest runs it.
    """

    together: list[tuple[str, bool]] = field(default_factory=list)
    alone: list[tuple[str, bool]] = field(default_factory=list)
    absent: int = 0
    varied: bool = True

    def add_joint_run(self, test: TestId, seed: str, run: SuiteRun) -> None:
        self._append(self.together, status_of(test, run.outcomes), seed)

    def add_single_run(self, test: TestId, seed: str, run: SuiteRun) -> None:
        self._append(self.alone, status_of(test, run.outcomes) if _is_usable(run) else "error", seed)

    def _append(self, runs: list[tuple[str, bool]], status: str, seed: str) -> None:
        """Append a run's result; count the run as absent if it does not know the test."""
        if status == ABSENT:
            self.absent += 1
        else:
            runs.append((seed, status in ("passed", "skipped")))

    def verdict(self) -> FlakeVerdict:
        results = self.together + self.alone
        passes = sum(passed for _, passed in results)
        kind: FailureKind = "real" if passes == 0 else "flaky" if self.failed_alone else "order_dependent"
        return FlakeVerdict(len(results), passes, kind, self._describe_evidence(kind, len(results), passes))

    @property
    def failed_alone(self) -> bool:
        """Whether the test failed in a run in which it ran alone."""
        return any(not passed for _, passed in self.alone)

    def _describe_evidence(self, kind: FailureKind, runs: int, passes: int) -> str:
        if runs == 0:
            return "No re-run collected it: its id changes from run to run, or depends on the tests beside it."
        if kind == "real":
            return f"Failed in all of {runs} re-runs{', in both orders and under several hash seeds' * self.varied}."
        if kind == "order_dependent":
            alone = f"in each of {counted(len(self.alone), 'run')} alone" if self.alone else f"in {passes} re-runs"
            return f"Passed {alone}, failed with other tests before it: they share state."
        failing = sorted({seed for seed, passed in self.alone if not passed})
        passing = sorted({seed for seed, passed in self.alone if passed})
        if self.varied and passing and not set(failing) & set(passing):
            return (
                f"Depends on the hash seed: fails alone under {', '.join(failing)}, passes under {', '.join(passing)}."
            )
        return f"Passed {passes} of {runs} re-runs."


def rerun_failing_tests(
    project: TargetProject,
    tree: Path,
    tests: Iterable[TestId],
    *,
    times: int | None = None,
    timeout: float = 600,
    on_progress: OnProgress = ignore_progress,
    elsewhere: ConcurrentSuiteRun | None = None,
    failing_again: FailingAgain | None = None,
    quick: bool = True,
) -> dict[TestId, FlakeVerdict]:
    """Return the verdict on each of `tests`, in the suite's order; all of them failed in a run of the suite.

    `times`: in how many rounds each test runs again, by default ROUNDS. `timeout`: seconds that each process may take.
    quick: whether the tests take less time than a start of their framework, so that one for all rounds saves time.

    Else, where the sandbox keeps them apart, two rounds run at once, the second one in a copy of the tree. `elsewhere`
    is a run of the whole suite on the same content that the caller needs anyway: it stands in for the last round.
    `failing_again` stands in for the first two rounds where it says that all of them fail.
    `on_progress` hears how far a round of them together is, then how many of those that run alone are judged.
    A re-run that crashes or hangs counts as a failure of the tests it did not get to when they run alone.
    """
    times = times or ROUNDS
    records = {test: _RerunResults(varied=project.runs_in_interpreter(TestId(test).file)) for test in tests}
    repeat = quick or not can_run_in_parallel(project)
    _JointRounds(project, records, timeout, elsewhere, failing_again).run(tree, times, on_progress, repeat)
    unclear_tests = [
        test for test, one in records.items() if not one.together or any(passed for _, passed in one.together)
    ]
    for done, test in enumerate(unclear_tests):
        on_progress(WorkProgress("running failing tests again, each alone", done, len(unclear_tests)))
        _run_alone(project, tree, test, records[test], times, timeout)
    return {test: record.verdict() for test, record in records.items()}


def rerun_samples(
    groups: Iterable[Sequence[TestId]], rerun: Callable[[Sequence[TestId]], dict[TestId, FlakeVerdict]]
) -> dict[TestId, FlakeVerdict]:
    """Return the verdicts on groups of tests with the same error each, of which a few are run again by `rerun`.

    All of a group are, where one of those few passed. Hundreds of failures mostly have one cause, and to run them all
    again takes longer than the suite.
    """
    samples = [(group, group[:: -(-len(group) // SAMPLE)]) for group in groups]
    verdicts = rerun([test for _, some in samples for test in some])
    unsure = [group for group, some in samples if any(verdicts[test].kind != "real" for test in some)]
    verdicts |= rerun([test for group in unsure for test in group if test not in verdicts]) if unsure else {}
    for group, some in samples:
        said = FlakeVerdict(0, 0, "real", f"As {len(some)} tests with the same error, which failed in all re-runs.")
        verdicts = {**dict.fromkeys(group, said), **verdicts}
    return verdicts


class _JointRounds:
    """Runs rounds of all tests that have not passed yet, until none is left; discards all results if a round fails."""

    def __init__(
        self,
        project: TargetProject,
        records: dict[TestId, _RerunResults],
        timeout: float,
        elsewhere: ConcurrentSuiteRun | None,
        failing_again: FailingAgain | None,
    ) -> None:
        self._project = project
        self._records = records
        self._timeout = timeout
        self._elsewhere = elsewhere
        self._failing_again = failing_again
        self._lock = threading.Lock()
        self._suite = list(records)
        self._faulty = False
        self._cancelled = threading.Event()

    def run(self, tree: Path, times: int, on_progress: OnProgress, repeat: bool) -> None:
        """Run `times` rounds: if `repeat`, those that can in one start; the others two at once, given two trees."""
        numbers = list(range(times if self._elsewhere is None else times - 1))
        done = self._repeat(tree, len(numbers), on_progress) if repeat else 0
        numbers = numbers[done or self._fork(len(numbers)) :][::-1]
        with second_tree(self._project, tree, len(numbers) > 1) as other, ThreadPoolExecutor(1) as beside:
            try:
                first = self._next_number(numbers)  # the one that is shown
                helper = beside.submit(self._run_rounds, other, numbers, ignore_progress) if other is not None else None
                self._run_rounds(tree, numbers, on_progress, first)
                if helper is not None:
                    helper.result()
            except BaseException:
                self._cancelled.set()
                raise
        if self._elsewhere is not None:
            self._add_concurrent_run(self._elsewhere, tree, times - 1, on_progress)
        if self._faulty:
            for record in self._records.values():
                record.together.clear()

    def _repeat(self, tree: Path, times: int, on_progress: OnProgress) -> int:
        """Run rounds in one start of the framework, where it can repeat; returns how many there were."""
        on_progress(WorkProgress("running failing tests again", 0, len(self._suite)))
        wanted = list(self._suite)
        runs = run_rounds(self._project, tree, wanted, times, timeout=self._timeout, cancel=self._cancelled.is_set)
        for run in runs:
            self._add_results(run, self._tests_without_pass(), _SUITE_SEED)
        return len(runs)

    def _fork(self, most: int) -> int:
        """Add the rounds of `failing_again` where all tests failed in them; returns how many there were."""
        tests = self._tests_without_pass()
        if self._failing_again is None or most < _FORKED or not {*tests} <= {*self._failing_again(tests)}:
            return 0
        for test in tests:
            self._records[test].together += [(_SUITE_SEED, False)] * _FORKED
        return _FORKED

    def _run_rounds(self, tree: Path, numbers: list[int], on_progress: OnProgress, first: int | None = None) -> None:
        number = self._next_number(numbers) if first is None else first
        while number is not None:
            self._run_round(tree, number, on_progress)
            number = self._next_number(numbers)

    def _next_number(self, numbers: list[int]) -> int | None:
        with self._lock:
            return numbers.pop() if numbers and not self._faulty and self._tests_without_pass() else None

    def _tests_without_pass(self) -> list[TestId]:
        records = self._records
        return [test for test in self._suite if not any(passed for _, passed in records[test].together)]

    def _run_round(self, tree: Path, number: int, on_progress: OnProgress) -> None:
        seed, backwards = _hash_seed(number), number % 2 == 1
        with self._lock:
            left = self._tests_without_pass()
        if backwards:  # a file that can't be collected depends on the order of imports, which is the suite's
            left = [test for test in reversed(left) if not is_collection_id(test)]
        if not left:
            return
        what = f"running failing tests again, round {number + 1}"
        on_progress(WorkProgress(what, 0, len(left)))
        run = run_suite(
            self._project, tree, tests=left, ordered=backwards, timeout=self._timeout, hash_seed=seed,
            cancel=self._cancelled.is_set, on_test=progress_counter(on_progress, what),
        )  # fmt: skip
        with self._lock:
            if _is_usable(run):
                self._suite = self._suite if backwards else [test for test in run.collected if test in self._records]
            self._add_results(run, left, seed)

    def _add_results(self, run: SuiteRun, tests: Iterable[TestId], seed: str) -> None:
        self._faulty = self._faulty or not _is_usable(run)
        for test in () if self._faulty else tests:
            self._records[test].add_joint_run(test, seed, run)

    def _add_concurrent_run(
        self, elsewhere: ConcurrentSuiteRun, tree: Path, number: int, on_progress: OnProgress
    ) -> None:
        """Add the results of the run that the caller started; run a round instead if it could not be used."""
        run = elsewhere.result()
        if self._faulty or not self._tests_without_pass():
            return
        if _is_usable(run):
            self._add_results(run, self._tests_without_pass(), elsewhere.seed)
        else:
            self._run_round(tree, number, on_progress)


def _run_alone(
    project: TargetProject, tree: Path, test: TestId, record: _RerunResults, times: int, timeout: float
) -> None:
    """Run one test in fresh processes until it has both passed and failed, at most `times` times."""
    for number in range(times):
        seed = _hash_seed(number)
        run = run_suite(project, tree, tests=[test], timeout=timeout, hash_seed=seed)
        record.add_single_run(test, seed, run)
        if not record.alone or {passed for _, passed in record.alone} == {True, False}:
            return


def _hash_seed(number: int) -> str:
    """The hash seed of a round: the suite's own one twice, to tell chance from the seed, then another one each time."""
    return _SUITE_SEED if number < 2 else str(number - 1)


LAST_SEED = _hash_seed(ROUNDS - 1)
"""The hash seed of the last round, for a run that stands in for it."""


def _is_usable(run: SuiteRun) -> bool:
    """Whether the results of a run may be used. Missing ids do not invalidate the other tests' results."""
    return run.fault is None or run.fault.kind == "missing_ids"
