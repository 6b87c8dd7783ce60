"""Check that stored programs are sound; exit with 1 where one isn't.

    python -m benchmarks.repair.programs.check [NAME | SET]...

Of each program: the buggy tree fails at least one visible test and passes at least one; the fixed tree passes every
visible and hidden test; the buggy tree fails at least one hidden test; the tests of the fixed tree need less than a
second.
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
    """What is not sound about a program; empty where all is. Raises RuntimeError where its tests can't be run."""
    with tempfile.TemporaryDirectory() as scratch:
        buggy, fixed = Path(scratch) / "buggy", Path(scratch) / "fixed"
        program.write_buggy(buggy)
        program.write_reference(fixed)
        for tree in (buggy, fixed):
            program.write_hidden(tree)
        return _complaints_of(run_tests(buggy), run_tests(fixed))


def _complaints_of(buggy: dict[str, Outcome], fixed: dict[str, Outcome]) -> list[str]:
    failed = sorted(test for outcome in fixed.values() for test in outcome.failed)
    seconds = sum(outcome.seconds for outcome in fixed.values())
    rules = {
        f"the fixed tree fails {failed}": not failed,
        "no visible test fails": bool(buggy["tests"].failed),
        "no visible test passes": bool(buggy["tests"].passed),
        "no hidden test fails": bool(buggy["hidden"].failed),
        f"the tests need {seconds:.1f} s": seconds < SUITE_SECONDS,
    }
    return [rule for rule, holds in rules.items() if not holds]


def check(chosen: Iterable[Program]) -> int:
    """Check programs, print the unsound ones and a summary last; return how many there are of them."""
    count = unsound = 0
    for program in chosen:
        count += 1
        try:
            found = complaints(program)
        except RuntimeError as error:
            found = [str(error)]
        if found:
            print(f"{program.set}/{program.name}: {'; '.join(found)}", flush=True)
        unsound += bool(found)
    print(f"{count} programs, {unsound} not sound")
    return unsound


if __name__ == "__main__":
    names = set(sys.argv[1:])
    everything = [program for which in SETS for program in programs(which)]
    sys.exit(check(p for p in everything if not names or p.name in names or p.set in names) > 0)
