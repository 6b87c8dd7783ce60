"""How many times as many candidates a second the warm process tries as the framework in a process each."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from benchmarks.languages.program import ForeignProgram
from benchmarks.languages.project_run import SUITE_SECONDS, project_of
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.validation.framework_processes import ExpectedOutcomes, FrameworkProcesses

WARM, PROCESSES = 480, 4


def rate(one: ForeignProgram) -> tuple[float, float]:
    """Candidates a second, warm and by processes: different texts, all tests of the program."""
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name) / "tree"
        one.write_buggy(tree)
        project = project_of(tree)
        run = run_suite(project, tree, timeout=SUITE_SECONDS)
        failing = [test for test in run.outcomes if test in run.failing]
        passing = [test for test in run.outcomes if test in run.passed]
        processes = FrameworkProcesses(project, tree, Path(name) / "kept", Clock(SUITE_SECONDS))
        try:
            processes.measure(ExpectedOutcomes(failing, passing, {}))
            tests = [*failing, *passing]
            orders = [processes.orders(candidate) for candidate in _candidates(one, tree)]
            began = time.monotonic()
            left = orders
            while left:
                processes.ask_warm({"tests": tests, "batch": left[: processes.batch]})
                left = left[processes.batch :]
            warm = WARM / (time.monotonic() - began)
            began = time.monotonic()
            for _ in range(PROCESSES):
                processes.ask_fresh(None, {"tests": tests})
            return warm, PROCESSES / (time.monotonic() - began)
        finally:
            processes.close()


def _candidates(one: ForeignProgram, tree: Path) -> list[Candidate]:
    """Candidates whose texts differ by a comment at the end."""
    path = one.program.edits[0].file
    source = language_of(path).read(path, (tree / path).read_bytes())
    end = len(source.text)
    edits = [Edit(path, end, end, f"// {number}\n", "comment", 1.0, 1) for number in range(WARM)]
    return [Candidate.single(source, edit, 1.0, "rate") for edit in edits]
