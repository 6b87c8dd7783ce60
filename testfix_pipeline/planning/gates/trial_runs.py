"""Tries new tests for the quality gate: in other orders, under other hash seeds, with faults in the tested code.

Everything is bounded in time; what could not be tried is said.
"""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from testfix_pipeline.core.code_names import split_code_name
from testfix_pipeline.core.plan_records import Finding, GeneratedTest, Generation, Severity
from testfix_pipeline.core.progress import OnProgress, WorkProgress, ignore_progress
from testfix_pipeline.core.records import Outcome, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.processes.environment import IN_TARGET, target_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.planning.code_readers import is_javascript
from testfix_pipeline.planning.generation.gate_faults import Fault, faults_of_all
from testfix_pipeline.planning.generation.subjects.subject import Subject, functions_of
from testfix_pipeline.planning.generation.withdrawal import node_id
from testfix_pipeline.planning.python_code.module_source import read_module

SEEDS = ("2", "3")
"""Hash seeds of the shuffled runs, others than admission's; each is the seed of its order, too."""

SLOW_SECONDS = 1.0
_FAULTS_EACH, _MOST_FAULTS = 6, 40
_ENOUGH_FAULTS = 3
"""Of a function: where its tests notice none of so many, they are reported as weak."""

_MOST_DOUBTFUL = 10
_MOST_SURVIVORS = 20
_GREEN = ("passed", "skipped")
"""Also `skipped`, as an expected failure that fails is reported."""

ADVICE = {
    "order_dependence": "make what it needs itself and leave nothing behind: a fixture, monkeypatch",
    "unstable_test": "don't depend on the order of sets, on chance or the clock: sort, seed, or pass the time in",
    "slow_test": f"use a smaller case; under {SLOW_SECONDS:g} s passes",
    "weak_tests": "add a case whose result differs with such a change",
}


@dataclass
class Trial:
    """The result of trying tests.

    noticed, tried: numbers of faults; survivors: descriptions of those that no test noticed. seconds: run time of the
    new tests. unable: why something was not tried.
    """

    findings: list[Finding] = field(default_factory=list)
    orders: int = 0
    noticed: int = 0
    tried: int = 0
    survivors: list[str] = field(default_factory=list)
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
    that are not green in that run; slow ones, and functions
    whose tests notice no fault, are warnings. Takes about `seconds` at most, and raises nothing of the target's.
    """
    tests = {node_id(test): test for test in generation.tests if test.kept and not is_javascript(test.file)}
    cases = {case: name for case in suite.outcomes for name in tests if case == name or case.startswith(f"{name}[")}
    work = _Work(target, tree, tests, cases, suite, time.monotonic() + seconds, Trial(), on_progress)
    work.trial.seconds = round(sum(suite.outcomes[case].duration for case in cases), 3) if cases else None
    if cases:
        work.run_shuffled()
        work.report_slow_tests()
        work.try_faults()
    others = {node_id(test): test for test in generation.tests if test.kept and is_javascript(test.file)}
    work.trial.findings += [
        _finding("unstable_test", name, test.file, "is not green when the whole suite runs", critical=True)
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

    def add_finding(self, pattern: str, test: TestId, message: str, *, critical: bool) -> None:
        """Add a finding about a test, with advice on how to pass."""
        self.trial.findings.append(_finding(pattern, test, self.tests[test].file, message, critical=critical))

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
                self.add_finding("order_dependence", test, f"passes alone and fails {when}", critical=True)
            else:
                self.add_finding("unstable_test", test, f"fails {when}, and alone under that hash seed", critical=True)

    def _run(self, order: Sequence[TestId], seed: str) -> SuiteRun:
        files = sorted({test.file for test in self.tests.values()})
        return run_suite(self.target, self.tree, tests=order, ordered=True, hash_seed=seed, timeout=self.left(),
                         extra_args=files)  # fmt: skip

    # --- time

    def report_slow_tests(self) -> None:
        """Add a warning for each test that takes too long."""
        for case, test in self.cases.items():
            took = self.suite.outcomes[case].duration
            if took > SLOW_SECONDS:
                self.add_finding("slow_test", test, f"takes {took:.1f} s", critical=False)

    # --- faults

    def try_faults(self) -> None:
        """Put faults into the functions that the stable tests are for, and count those that a test notices."""
        doubtful = {finding.test for finding in self.trial.findings}
        sound = {name: one for name, one in self.tests.items() if name not in doubtful and not one.expected_failure}
        own: dict[str, list[TestId]] = {}
        for case, name in self.cases.items():
            if name in sound:
                own.setdefault(sound[name].target, []).append(case)
        faults = faults_of_all(self._subjects(own), each=_FAULTS_EACH, most=_MOST_FAULTS)
        if not faults:
            self.trial.unable.append("no fault could be put into what they test")
            return
        self._tell_faults(0, len(faults))
        answers = self._failing_cases(faults, own)
        if answers is None:
            self.trial.unable.append("faults were not tried: the tests fail there without one, or don't end")
        else:
            self._count_noticed(faults[: len(answers)], answers, own)

    def _tell_faults(self, done: int, total: int) -> None:
        self.on_progress(
            WorkProgress("putting faults into the code, to see whether the generated tests notice", done, total)
        )

    def _subjects(self, targets: Mapping[str, object]) -> list[Subject]:
        modules = (read_module(self.target.root(self.tree), file) for file in _files(targets))
        found = [one for module in modules if module is not None for one in functions_of(module)]
        return [one for one in found if one.target in targets]

    def _failing_cases(self, faults: Sequence[Fault], own: Mapping[str, list[TestId]]) -> list[list[str]] | None:
        """The cases that fail with each fault, fewer where the time is up; None if they fail without a fault."""
        root = self.target.root(self.tree).resolve()
        control = {"file": "", "text": None, "tests": sorted(case for cases in own.values() for case in cases)}
        tries = [
            {"file": str(root / _file_of(one.target)), "text": one.text, "tests": own[one.target]} for one in faults
        ]
        took = sum(self.suite.outcomes[case].duration for case in self.cases)
        order = {
            "tries": [control, *tries],
            "arguments": [f"--rootdir={root}", *self.target.pytest_args],
            "first": False,
            "cpu": int(4 * max(1.0, took)) + 4,
            "seconds": self.left(),
        }
        with tempfile.TemporaryDirectory(prefix="testfix-faults-") as folder:
            done = run(
                [str(self.target.interpreter), str(IN_TARGET / "meet_faults.py")],
                cwd=root,
                env=target_environment(self.target, self.tree),
                limits=ProcessLimits(self.left() + 30, processes=256, output_bytes=16 << 20),
                policy=target_policy(self.target),
                writable=[self.tree, Path(folder)],
                stdin=json.dumps(order).encode(),
                on_lines=lambda lines: self._tell_faults(max(0, lines - 1), len(faults)),
            )
        answers = [json.loads(line) for line in done.stdout.splitlines() if line.endswith(b"]")]
        return answers[1:] if answers and not answers[0] else None

    def _count_noticed(
        self, faults: Sequence[Fault], answers: Sequence[list[str]], own: Mapping[str, list[TestId]]
    ) -> None:
        survivors: dict[str, list[Fault]] = {}
        for fault, failing in zip(faults, answers, strict=True):
            if not failing:
                survivors.setdefault(fault.target, []).append(fault)
        self.trial.tried = len(faults)
        self.trial.noticed = sum(bool(failing) for failing in answers)
        for target, missed in survivors.items():
            number = sum(fault.target == target for fault in faults)
            if number == len(missed) >= _ENOUGH_FAULTS:
                said = (
                    f"and all tests of {target} notice none of {number} faults put into it, as {_fault_text(missed[0])}"
                )
                self.add_finding("weak_tests", self.cases[own[target][0]], said, critical=False)
        described = [_fault_text(fault) for missed in survivors.values() for fault in missed]
        self.trial.survivors = described[:_MOST_SURVIVORS]


def _finding(pattern: str, test: TestId, file: str, message: str, *, critical: bool) -> Finding:
    severity: Severity = "critical" if critical else "warning"
    said = f"{message}; {ADVICE[pattern]}"
    return Finding(category="test_quality", pattern=pattern, severity=severity, file=file, message=said, test=test)


def _is_green(suite: SuiteRun, case: TestId) -> bool:
    outcome: Outcome | None = suite.outcomes.get(case)
    return outcome is not None and outcome.status in _GREEN


def _file_of(target: str) -> str:
    return split_code_name(target)[0]


def _files(targets: Mapping[str, object]) -> Iterator[str]:
    yield from dict.fromkeys(map(_file_of, targets))


def _fault_text(fault: Fault) -> str:
    return f"{_file_of(fault.target)}:{fault.line} {fault.what}"
