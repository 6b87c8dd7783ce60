"""Tries new tests for the quality gate: in other orders and under other hash seeds.

Everything is bounded in time; what could not be tried is said.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from testfix_pipeline.core.plan_records import Finding, Generation
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
    until = time.monotonic() + seconds
    kept = {node_id(test): test for test in generation.tests if test.kept}
    tests = {name: test for name, test in kept.items() if not is_javascript(test.file)}
    cases = {case: name for case in suite.outcomes for name in tests if case == name or case.startswith(f"{name}[")}
    trial = Trial(seconds=round(sum(suite.outcomes[case].duration for case in cases), 3) if cases else None)
    files = sorted({test.file for test in tests})

    def ran(order: Sequence[TestId], seed: str) -> SuiteRun:
        left = max(5.0, until - time.monotonic())
        return run_suite(target, tree, tests=order, ordered=True, hash_seed=seed, timeout=left, extra_args=files)

    unsteady = {case: ("0", "when the whole suite runs") for case in cases if not _is_green(suite, case)}
    for done, seed in enumerate(SEEDS if cases else ()):
        on_progress(WorkProgress("running the generated tests in other orders", done, len(SEEDS)))
        order = sorted(cases)
        random.Random(f"order-{seed}").shuffle(order)
        shuffled = ran(order, seed)
        if shuffled.fault is not None and not shuffled.outcomes:
            trial.unable.append(f"another order was not tried: {shuffled.fault.message}")
            break
        trial.orders += 1
        for case in order:
            if not _is_green(shuffled, case):
                unsteady.setdefault(case, (seed, f"in another order, with PYTHONHASHSEED={seed}"))
    doubtful = {cases[case]: (case, *why) for case, why in reversed(list(unsteady.items())[:_MOST_DOUBTFUL])}
    for done, (test, (case, seed, when)) in enumerate(doubtful.items()):
        on_progress(WorkProgress("running tests alone that another order fails", done, len(doubtful), case))
        alone = _is_green(ran([case], seed), case)
        message = f"passes alone and fails {when}" if alone else f"fails {when}, and alone under that hash seed"
        trial.findings.append(_finding("order_dependence" if alone else "unstable_test", test, message))
    others = [name for name in kept if name not in tests]
    trial.findings += [
        _finding("unstable_test", name, "is not green when the whole suite runs")
        for name in others
        if not _is_green(suite, name)
    ]
    if others:
        trial.unable.append("tests of JavaScript and TypeScript ran in their own order alone")
    return trial


def _finding(pattern: str, test: TestId, message: str) -> Finding:
    said = f"{message}; {ADVICE[pattern]}"
    return Finding(
        category="test_quality", pattern=pattern, severity="critical", file=test.file, message=said, test=test
    )


def _is_green(suite: SuiteRun, case: TestId) -> bool:
    outcome: Outcome | None = suite.outcomes.get(case)
    return outcome is not None and outcome.status in _GREEN
