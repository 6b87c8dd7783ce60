"""The options, rows and table of a benchmark on small programs."""

from __future__ import annotations

import argparse
import fnmatch
import json
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.languages.program import ForeignProgram
from benchmarks.languages.project_run import SUITE_SECONDS, project_of
from benchmarks.languages.trial import MOST_JUDGED, RepairTask, check, run_trial
from benchmarks.proof import quick_wanted
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.validation.framework_processes import ExpectedOutcomes, FrameworkProcesses

QUICK_PROGRAMS = 8
_Program = TypeVar("_Program", bound=ForeignProgram)


def add_options(parser: argparse.ArgumentParser, sets: Sequence[str]) -> None:
    """Add the options that all such benchmarks have."""
    parser.add_argument("--set", choices=sets, default="development")
    parser.add_argument("--seconds", type=float, default=60.0, help="budget of one program")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument(
        "--rivals", type=float, help="search for so many seconds after the first plausible patch, and judge all patches"
    )
    parser.add_argument("--only", default="*", help="glob of names")
    parser.add_argument("--rows", type=Path, help="file that the raw rows are added to")
    parser.add_argument("--check", action="store_true", help="say which programs are not sound, and leave")
    parser.add_argument("--rate", action="store_true", help="only say how many candidates a second are tried")


def chosen(programs: Sequence[_Program], only: str) -> list[_Program]:
    """The programs to try: those of frameworks that are there, a few where a part is enough."""
    wanted = [one for one in programs if fnmatch.fnmatch(one.program.name, only)]
    found = [one for one in wanted if one.is_runnable]
    if left_out := len(wanted) - len(found):
        print(f"{left_out} programs left out: their framework is not installed (tools/install)")
    if quick_wanted():
        found = found[:: max(1, len(found) // QUICK_PROGRAMS)][:QUICK_PROGRAMS]
        print(f"QUICK: {len(found)} of {len(wanted)} programs, no measurement")
    return found


def measured(programs: Sequence[ForeignProgram], wanted: argparse.Namespace) -> int:
    """Check, time or repair the programs, as the options say; the exit code."""
    if wanted.check:
        found = {one.name: why for one in programs if (why := check(one))}
        print("\n".join(f"{name}: {why}" for name, why in found.items()) or f"{len(programs)} programs are sound")
        return 1 if found else 0
    if wanted.rate:
        for one in programs:
            warm, cold = rate(one)
            print(f"{one.name} ({one.framework}): {warm:.0f} a second warm, {cold:.2f} by processes", flush=True)
        return 0
    return tried(programs, wanted)


def said(row: dict[str, Any]) -> str:
    """One program in a line."""
    first = f"{row['labels'][0].upper()} {row['kinds'][0]} at {row['confidence'][0]}" if row["labels"] else "MISS"
    right = next((n for n, label in enumerate(row["labels"], 1) if label != "wrong"), None)
    refused = f", refused: {row['refused'][0]}" if row["refused"] and not row["labels"] else ""
    return (
        f"{row['id']} ({row['framework']}): {first}, right one: {right}, bug is location {row['location']}; "
        f"{row['tried']} tried in {row['seconds']} s, first after {row['first']} s, {row['ended']}{refused}"
    )


def summary(rows: Sequence[dict[str, Any]]) -> str:
    """All rows in one line."""
    total = len(rows)
    right = sum(row["labels"][:1] in (["exact"], ["equivalent"]) for row in rows)
    plausible = sum(bool(row["labels"]) for row in rows)
    refused = sum(bool(row["refused"]) and not row["labels"] for row in rows)
    among = sum(any(label != "wrong" for label in row["labels"][:MOST_JUDGED]) for row in rows)
    seconds = statistics.median(row["seconds"] for row in rows)
    rate = statistics.median(row["tried"] / max(row["seconds"], 0.01) for row in rows)
    return (
        f"of {total}: right first {right}, right among the first six {among}, plausible {plausible}, "
        f"only refused ones {refused}; median {seconds:.1f} s, {rate:.0f} candidates a second"
    )


def tried(wanted_tasks: Sequence[RepairTask], wanted: argparse.Namespace) -> int:
    """Repair each, and say what came of it; the program's exit code."""
    rows = []
    for one in wanted_tasks:
        row = run_trial(one, wanted.seconds, wanted.cores, wanted.rivals)
        rows.append(row)
        print(said(row), flush=True)
        if wanted.rows:
            with wanted.rows.open("a") as file:
                file.write(json.dumps(row) + "\n")
    if not rows:
        print("nothing to try")
        return 1
    print(summary(rows))
    return 0


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
