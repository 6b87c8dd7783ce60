"""What tests are worth: how many pass and stay so, the lines and branches they run, the faults they notice."""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.planning.generation.corpus import Task
from benchmarks.planning.generation.held_out import Fault
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.processes.environment import IN_TARGET, target_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, ProcessResult, run
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.planning.generation.admission import temporary_files

FLAKY_RUNS = 20
_RUN_SECONDS = 300.0
_FAULT_CPU = 4.0
_GREEN = ("passed", "skipped")
"""Also `skipped`, as an expected failure that fails is reported."""


def judge(task: Task, files: Mapping[str, str], faults: Sequence[Fault], *, flaky_runs: int) -> dict[str, Any]:
    """The figures of one tool's tests for a task; what fails without a fault is not counted as a test of it."""
    with temporary_files(task.tree, files):
        first, second = _suite(task, files, 0), _suite(task, files, 1)
        passing = [test for test in first.collected if _is_green(first, test) and _is_green(second, test)]
        if not passing:
            return {"collected": len(first.collected), "passing": 0, "flaky": 0, **_nothing(faults)}
        ran = _coverage(task, passing)
        noticed = _noticed(task, passing, faults, ran["functions"])
        flaky = _flaky(task, files, passing, flaky_runs)
    return {"collected": len(first.collected), "passing": len(passing), "flaky": flaky, **ran, **noticed}


def _nothing(faults: Sequence[Fault]) -> dict[str, Any]:
    figures = {"lines": [0, 0], "branches": [0, 0], "functions": []}
    return {**figures, "noticed": [], "control": "passed", "faults": [_name(one) for one in faults]}


def _suite(task: Task, files: Mapping[str, str], seed: int, tests: Sequence[str] | None = None) -> SuiteRun:
    arguments, wanted = (list(files), None) if tests is None else ([], list(map(TestId, tests)))
    return run_suite(
        task.target(), task.tree, tests=wanted, timeout=_RUN_SECONDS, hash_seed=str(seed), extra_args=arguments,
        ordered=wanted is not None,
    )  # fmt: skip


def _is_green(suite: SuiteRun, test: str) -> bool:
    outcome = suite.outcomes.get(TestId(test))
    return outcome is not None and outcome.status in _GREEN


def _flaky(task: Task, files: Mapping[str, str], passing: Sequence[str], runs: int) -> int:
    """How many tests don't end the same each time: other hash seeds, and backwards every second time."""
    unsteady: set[str] = set()
    for number in range(runs):
        suite = _suite(task, files, number, passing[:: -1 if number % 2 else 1])
        unsteady |= {test for test in passing if not _is_green(suite, test)}
    return len(unsteady)


def _in_target(task: Task, command: Sequence[str], scratch: Path, stdin: bytes | None, seconds: float) -> ProcessResult:
    return run(
        [str(task.interpreter), *command],
        cwd=task.tree,
        env=target_environment(task.target(), task.tree),
        limits=ProcessLimits(seconds, processes=256, output_bytes=16 << 20),
        policy=target_policy(task.target()),
        writable=[scratch],
        stdin=stdin,
    )


def _coverage(task: Task, tests: Sequence[str]) -> dict[str, Any]:
    """Lines and branches of the functions' bodies by coverage.py: [run, all], and the functions run at all."""
    with tempfile.TemporaryDirectory(prefix="testfix-coverage-") as folder:
        data, report = f"{folder}/data", Path(folder) / "report.json"
        # Not the project's configuration: it may leave lines out.
        plain = ["--rcfile=/dev/null", f"--data-file={data}"]
        options = [*plain, "--branch", f"--include={task.file}"]
        # Nor its options for pytest: they may name a plugin that isn't loaded.
        pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "addopts=", *tests]
        ran = _in_target(task, ["-m", "coverage", "run", *options, *pytest], Path(folder), None, _RUN_SECONDS)
        _in_target(task, ["-m", "coverage", "json", *plain, "-o", str(report)], Path(folder), None, 60)
        found = json.loads(report.read_text())["files"] if report.is_file() else {}
        if tests and not found:
            print(f"{task.module.name}: no coverage was measured: {ran.stderr[-300:]!r}", file=sys.stderr)
    return _figures(task, next(iter(found.values()), {}))


def _figures(task: Task, found: Mapping[str, Any]) -> dict[str, Any]:
    bodies = _body_lines(task)
    run_, missing = ({*found.get(kind, ())} & bodies for kind in ("executed_lines", "missing_lines"))
    taken, untaken = (
        [pair for pair in found.get(kind, ()) if pair[0] in bodies]
        for kind in ("executed_branches", "missing_branches")
    )
    functions = [one.target for one in task.functions if run_ & one.body_lines]
    return {
        "lines": [len(run_), len(run_ | missing)],
        "branches": [len(taken), len(taken) + len(untaken)],
        "functions": functions,
    }


def _body_lines(task: Task) -> set[int]:
    return {line for one in task.functions for line in one.body_lines}


def _noticed(task: Task, tests: Sequence[str], faults: Sequence[Fault], run_functions: Sequence[str]) -> dict[str, Any]:
    """Which faults the tests notice. Only faults in functions that they run are tried."""
    tried = [one for one in faults if one.target in set(run_functions)]
    cpu = _cpu(task, tests)
    seconds = (len(tried) + 1) * 4.0 * cpu
    tries = [{"file": str(task.file), "text": text, "tests": list(tests)} for text in (None, *(t.text for t in tried))]
    order = {"tries": tries, "arguments": [], "first": True, "cpu": cpu, "seconds": seconds}
    with tempfile.TemporaryDirectory(prefix="testfix-faults-") as folder:
        worker = Path(__file__).with_name("meet_faults.py").read_text()  # a file of ours can't be read there
        done = _in_target(task, ["-c", worker, str(IN_TARGET)], Path(folder), json.dumps(order).encode(), 30 + seconds)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(tried) + 1:
        print(
            f"{task.module.name}: {len(answers)} answers for {len(tried) + 1}: {done.stderr[-300:]!r}", file=sys.stderr
        )
    noticed = [_name(one) for one, answer in zip(tried, answers[1:], strict=False) if answer]
    control = "none" if not answers else "failed" if answers[0] else "passed"
    return {"noticed": noticed, "control": control, "faults": [_name(one) for one in faults]}


def _cpu(task: Task, tests: Sequence[str]) -> int:
    """Seconds of processor time that one run of the tests may take, four times what it takes now."""
    suite = _suite(task, {}, 0, tests)
    return int(_FAULT_CPU * max(1.0, sum(outcome.duration for outcome in suite.outcomes.values()))) + 2


def _name(fault: Fault) -> str:
    return f"{fault.target}:{fault.line}:{fault.operator}:{hash_of(fault.text)}"


def hash_of(text: str) -> str:
    """A short name for a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]
