"""Tries new tests for the quality gate: in other orders and under other hash seeds.

Everything is bounded in time; what could not be tried is said.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from testfix_pipeline.core.plan_records import Finding, GeneratedTest, Generation
from testfix_pipeline.core.progress import OnProgress, WorkProgress, ignore_progress
from testfix_pipeline.core.records import Outcome, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.planning.code_readers import is_javascript
from testfix_pipeline.planning.generation.withdrawal import node_id

SEEDS = ("2", "3")
"""Hash seeds of the shuffled runs, others than admission's; each is the seed of its order, too."""

_MOST_DOUBTFUL = 10
_GREEN = ("passed", "skipped")
"""Also `skipped`, as an expected failure that fails is reported."""

ADVICE = {
    "order_dependence": "make what it needs itself and leave nothing behind: a fixture, monkeypatch",
    "unstable_test": "don't depend on the order of sets, on chance or the clock: sort, seed, or pass the time in",
}


@dataclass
class Trial:
    """The result of trying tests.

    seconds: run time of the new tests. unable: why something was not tried.
    """

    findings: list[Finding] = field(default_factory=list)
    orders: int = 0
    seconds: float | None = None
    unable: list[str] = field(default_factory=list)


def try_tests(
    target: TargetProject,
    tree: Path,
    generation: Generation,
    suite: SuiteRun,
    *,
    seconds: float,
    on_progress: OnProgress = ignore_progress,
) -> Trial:
    """Try the admitted tests of a generation whose files lie in `tree`; `suite` is a run of all tests there.

    Critical findings are tests that end otherwise in another order or under another hash seed, and those of JavaScript
    that are not green in that run. Takes about `seconds` at most, and raises nothing of the target's.
    """
    tests = {node_id(test): test for test in generation.tests if test.kept and not is_javascript(test.file)}
    cases = {case: name for case in suite.outcomes for name in tests if case == name or case.startswith(f"{name}[")}
    work = _Work(target, tree, tests, cases, suite, time.monotonic() + seconds, Trial(), on_progress)
    work.trial.seconds = round(sum(suite.outcomes[case].duration for case in cases), 3) if cases else None
    if cases:
        work.run_shuffled()
    others = {node_id(test): test for test in generation.tests if test.kept and is_javascript(test.file)}
    work.trial.findings += [
        _finding("unstable_test", name, test.file, "is not green when the whole suite runs")
        for name, test in others.items()
        if not _is_green(suite, name)
    ]
    if others:
        work.trial.unable.append("tests of JavaScript and TypeScript ran in their own order alone")
    return work.trial


@dataclass
class _Work:
    target: TargetProject
    tree: Path
    tests: Mapping[TestId, GeneratedTest]
    cases: Mapping[TestId, TestId]
    suite: SuiteRun
    deadline: float
    trial: Trial
    on_progress: OnProgress

    def left(self) -> float:
        return max(5.0, self.deadline - time.monotonic())

    def add_finding(self, pattern: str, test: TestId, message: str) -> None:
        """Add a critical finding about a test, with advice on how to pass."""
        self.trial.findings.append(_finding(pattern, test, self.tests[test].file, message))

    # --- orders and hash seeds

    def run_shuffled(self) -> None:
        """Run the new tests in other orders, and report why each test fails that is not green there."""
        unsteady = {case: "when the whole suite runs" for case in self.cases if not _is_green(self.suite, case)}
        for done, seed in enumerate(SEEDS):
            self.on_progress(WorkProgress("running the generated tests in other orders", done, len(SEEDS)))
            order = sorted(self.cases)
            random.Random(f"order-{seed}").shuffle(order)
            shuffled = self._run(order, seed)
            if shuffled.fault is not None and not shuffled.outcomes:
                self.trial.unable.append(f"another order was not tried: {shuffled.fault.message}")
                return
            self.trial.orders += 1
            for case in order:
                if not _is_green(shuffled, case):
                    unsteady.setdefault(case, f"in another order, with PYTHONHASHSEED={seed}")
        self._explain_failures(dict(list(unsteady.items())[:_MOST_DOUBTFUL]))

    def _explain_failures(self, unsteady: Mapping[TestId, str]) -> None:
        described: set[str] = set()
        for done, (case, when) in enumerate(unsteady.items()):
            self.on_progress(WorkProgress("running tests alone that another order fails", done, len(unsteady), case))
            test = self.cases[case]
            if test in described:
                continue
            described.add(test)
            seed = when.partition("=")[2] or "0"
            if _is_green(self._run([case], seed), case):
                self.add_finding("order_dependence", test, f"passes alone and fails {when}")
            else:
                self.add_finding("unstable_test", test, f"fails {when}, and alone under that hash seed")

    def _run(self, order: Sequence[TestId], seed: str) -> SuiteRun:
        files = sorted({test.file for test in self.tests.values()})
        return run_suite(self.target, self.tree, tests=order, ordered=True, hash_seed=seed, timeout=self.left(),
                         extra_args=files)  # fmt: skip


def _finding(pattern: str, test: TestId, file: str, message: str) -> Finding:
    said = f"{message}; {ADVICE[pattern]}"
    return Finding(category="test_quality", pattern=pattern, severity="critical", file=file, message=said, test=test)


def _is_green(suite: SuiteRun, case: TestId) -> bool:
    outcome: Outcome | None = suite.outcomes.get(case)
    return outcome is not None and outcome.status in _GREEN
