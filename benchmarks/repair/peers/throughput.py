"""How fast candidates are validated, beside `pytest` in a subprocess, and what candidates cost that never end."""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil

from benchmarks import candidates
from benchmarks.repair.judge import project
from benchmarks.repair.task import Task
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.runners.pytest_runner import run_suite
from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.edits.edit import Edit
from testfix_pipeline.repair.source import SourceFile
from testfix_pipeline.repair.validate import Aims, Validator

WARM, COLD = 120, 4
LOOPS = """\
def total(values):
    at, found = 0, 0
    while at < len(values):
        found += values[at % len(values)]
        at += 1
    return found - 1


def halves(number):
    steps = []
    while number > 1:
        number //= 2
        steps.append(number)
    return steps


def digits(text):
    return [int(part) for part in text if part.isdigit()]
"""
TESTS = """\
from loops import digits, halves, total


def test_total():
    assert total([1, 2, 3]) == 6
    assert halves(9) == [4, 2, 1]
    assert digits("a1") == [1]


def test_halves():
    assert halves(4) == [2, 1]
"""
ENDLESS = (
    ("        at += 1\n", "        at += 0\n"),
    ("        at += 1\n", "        at -= 1\n"),
    ("        at += 1\n", ""),
    ("        at += 1\n", "        at = 0\n"),
    ("while at < len(values):", "while True:"),
    ("while at < len(values):", "while at <= at:"),
    ("    while at < len(values):", "    while found >= 0 and values:"),
    ("number //= 2", "number //= 1"),
    ("number //= 2", "number += 2"),
    ("number //= 2", "number = number"),
    ("while number > 1:", "while number != 0 or steps:"),
    ("while number > 1:", "while number > -1:"),
)


def ratio(task: Task) -> dict[str, Any]:
    """A row: candidates a second in the warm process and by subprocess, the same ones, on one task."""
    with tempfile.TemporaryDirectory(prefix="testfix-bench-") as name:
        folder = Path(name)
        (folder / "subject").mkdir()
        (folder / "scratch").mkdir()
        tree = task.build(folder / "subject")
        rates = candidates.measure(task.id, tree, project(task, judging=False), folder / "scratch", counts=(WARM, COLD))
    return {"id": task.id, "peer": "subprocess", "warm": rates.warm, "cold": rates.cold, "tests": rates.tests}


def loops() -> dict[str, Any]:
    """A row: CPU seconds that a candidate costs which never ends, first look and second together."""
    with tempfile.TemporaryDirectory(prefix="testfix-bench-") as name:
        tree = Path(name, "tree")
        tree.mkdir()
        (tree / "loops.py").write_text(LOOPS)
        (tree / "test_loops.py").write_text(TESTS)
        target = TargetProject(Path(sys.executable), "benchmark")
        run = run_suite(target, tree)
        aims = Aims(sorted(run.failing), [], sorted(run.passed))
        with Validator(target, tree, aims, None) as validator:
            endless = list(endless_candidates(SourceFile("loops.py", LOOPS.encode())))
            before = cpu_seconds()
            seen = validator.screen(endless)
            verdicts = [one or validator.try_candidate(edit) for one, edit in zip(seen, endless, strict=True)]
            spent = cpu_seconds() - before
    wrong = [verdict.finding for verdict in verdicts if verdict.finding in ("plausible", "partial")]
    return {"id": "endless loops", "peer": "loops", "cpu": spent / len(endless), "n": len(endless), "wrong": wrong}


def endless_candidates(source: SourceFile) -> Iterator[Candidate]:
    for old, new in ENDLESS:
        start = source.text.index(old)
        edit = Edit(source.path, start, start + len(old), new, "endless", 1.0, source.line_at(start))
        yield Candidate.single(source, edit, 1.0, "endless")


def cpu_seconds() -> float:
    """Of all processes that were started from here and still run, with those that these have waited for."""
    total = 0.0
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            times = process.cpu_times()
            total += times.user + times.system + times.children_user + times.children_system
    return total
