"""Proves that the stored programs are sound; ends with 1 where one isn't.

    python -m benchmarks.repair.programs.check [NAME | training | measuring]...

Of each program: the buggy tree fails at least one visible test and passes at least one; the reference passes every
visible and hidden test; the buggy tree fails at least one hidden test; nobody who repairs can see the answer; the tests
need less than a second.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.repair.programs import SETS, Program, programs

LIMIT_SECONDS = 60.0
SUITE_SECONDS = 1.0
FEWEST_TESTS, MOST_TESTS = 5, 20
MOST_FAILING = 4
FOLDERS = ("tests", "hidden")


@dataclass(frozen=True)
class Outcome:
    """The tests of one folder: the ids that passed, those that didn't, the seconds they took."""

    passed: frozenset[str]
    failed: frozenset[str]
    seconds: float


def run_tests(tree: Path) -> dict[str, Outcome]:
    """Run the tests of every folder in `tree` with this interpreter; outcomes by folder.

    Raises RuntimeError where pytest can't collect them all, or never ends.
    """
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.xml"
        argv = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=no", f"--junitxml={report}"]
        env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "COV_"))}
        env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        try:
            done = subprocess.run(
                [*argv, *FOLDERS], cwd=tree, env=env, capture_output=True, text=True, timeout=LIMIT_SECONDS
            )
        except subprocess.TimeoutExpired as error:
            raise RuntimeError(f"the tests take more than {LIMIT_SECONDS:.0f} s") from error
        if done.returncode not in (0, 1):
            raise RuntimeError(f"pytest ended with {done.returncode}: {done.stdout[-400:]}")
        cases = list(ET.parse(report).getroot().iter("testcase"))
    return {
        folder: _outcome(case for case in cases if (case.get("classname") or "").startswith(f"{folder}."))
        for folder in FOLDERS
    }


def _outcome(cases: Iterable[ET.Element]) -> Outcome:
    passed: set[str] = set()
    failed: set[str] = set()
    seconds = 0.0
    for case in cases:
        bad = any(child.tag in ("failure", "error", "skipped") for child in case)
        (failed if bad else passed).add(f"{case.get('classname')}::{case.get('name')}")
        seconds += float(case.get("time") or 0)
    return Outcome(frozenset(passed), frozenset(failed), seconds)


def complaints(program: Program) -> list[str]:
    """What is not sound about a program; empty where all is."""
    with tempfile.TemporaryDirectory() as scratch:
        buggy, reference = Path(scratch) / "buggy", Path(scratch) / "reference"
        program.write_buggy(buggy)
        shown = [path.name for path in buggy.iterdir() if path.name in ("hidden", "bug.json")]
        program.write_reference(reference)
        for tree in (buggy, reference):
            program.write_hidden(tree)
        found = [f"the buggy tree shows {name}" for name in shown]
        return found + _complaints_of(run_tests(buggy), run_tests(reference))


def _complaints_of(buggy: dict[str, Outcome], reference: dict[str, Outcome]) -> list[str]:
    visible, solved = buggy["tests"], reference["tests"]
    seconds = sum(outcome.seconds for outcome in reference.values())
    count = len(solved.passed)
    rules = {
        "no visible test fails": bool(visible.failed),
        "every visible test fails": bool(visible.passed),
        f"{len(visible.failed)} visible tests fail": len(visible.failed) <= MOST_FAILING,
        f"there are {count} visible tests": FEWEST_TESTS <= count <= MOST_TESTS,
        "no hidden test fails": bool(buggy["hidden"].failed),
        "there are no hidden tests": bool(reference["hidden"].passed),
        f"the reference fails {sorted(solved.failed)}": not solved.failed,
        f"the reference fails {sorted(reference['hidden'].failed)}": not reference["hidden"].failed,
        f"the tests take {seconds:.1f} s": seconds < SUITE_SECONDS,
    }
    return [complaint for complaint, kept in rules.items() if not kept]


def check(chosen: Iterable[Program]) -> int:
    """Check programs, print one line each and a summary last; the number that is not sound."""
    counts = {"missing": 0, "wrong": 0}
    unsound = two_places = 0
    for program in chosen:
        try:
            found = complaints(program)
        except (RuntimeError, ValueError) as error:
            found = [str(error)]
        print(f"{program.set}/{program.name}: {'; '.join(found) or 'sound'}", flush=True)
        unsound += bool(found)
        counts[program.category] += 1
        two_places += len(program.edits) > 1
    print(f"{sum(counts.values())} programs, {counts}, {two_places} in two or more places, {unsound} not sound")
    return unsound


if __name__ == "__main__":
    names = set(sys.argv[1:])
    everything = [program for which in SETS for program in programs(which)]
    sys.exit(check(p for p in everything if not names or p.name in names or p.set in names) > 0)
