"""Proves that stored pairs are sound, in real environments; exits with 1 where one isn't.

    python -m benchmarks.updates.check [NAME | HALF]...

Of each pair: all tests, visible and hidden, pass under the old version; under the new one a visible and a hidden test
fail, and with the reference fix all pass.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from benchmarks.repair.stored_program import write_texts
from benchmarks.updates.environments import NoEnvironment, interpreter
from benchmarks.updates.pairs import FOLDERS, HIDDEN, VERSIONS, Pair, pairs
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import pytest_suite

LIMIT_SECONDS = 60.0
VISIBLE = "tests"


def run_tests(python: Path, tree: Path) -> SuiteRun:
    """Run the visible and hidden tests of the tree. Raises RuntimeError where that is no measurement."""
    run = run_suite(
        TargetProject(python, "benchmark", pytest_args=(VISIBLE, HIDDEN), suites=(pytest_suite(),)),
        tree,
        timeout=LIMIT_SECONDS,
    )
    if run.fault is not None:
        raise RuntimeError(f"{run.fault.kind}: {run.fault.message[:300]}")
    return run


def complaints(pair: Pair, old: Path, new: Path) -> list[str]:
    """What is not sound about a pair; empty where all is. Raises RuntimeError where its tests can't be run.

    old, new: the interpreters that have the two versions of the library.
    """
    with tempfile.TemporaryDirectory(prefix="testfix-pairs-") as scratch:
        broken, fixed = Path(scratch) / "broken", Path(scratch) / "fixed"
        for tree in (broken, fixed):
            pair.write(tree)
            pair.write_hidden(tree)
        write_texts(fixed, pair.fixed)
        found = _failures(run_tests(old, broken), f"under {pair.requirement('old')}")
        found += _failures(run_tests(new, fixed), "with the reference fix")
        red = run_tests(new, broken).failing
    for folder in (VISIBLE, HIDDEN):
        if not any(test.startswith(f"{folder}/") for test in red):
            found.append(f"no test of {folder} fails under {pair.requirement('new')}")
    return found


def _failures(run: SuiteRun, when: str) -> list[str]:
    lacking = [f for f in (VISIBLE, HIDDEN) if not any(test.startswith(f"{f}/") for test in run.passed)]
    bad = [f"{test} fails {when}: {run.outcomes[test].message[:200]}" for test in sorted(run.failing)]
    return [*(f"no test of {folder} passes {when}" for folder in lacking), *bad]


def check(chosen: Iterable[Pair]) -> int:
    """Check pairs, print the unsound ones and a summary last; return how many there are of them."""
    count = unsound = 0
    for pair in chosen:
        count += 1
        try:
            found = complaints(pair, *(interpreter(pair, version) for version in VERSIONS))
        except (RuntimeError, NoEnvironment) as error:
            found = [str(error)]
        if found:
            print(f"{pair.half}/{pair.name}: {'; '.join(found)}", flush=True)
        unsound += bool(found)
    print(f"{count} pairs, {unsound} not sound")
    return unsound


if __name__ == "__main__":
    names = set(sys.argv[1:])
    unknown = names - set(FOLDERS) - {pair.name for pair in pairs(*FOLDERS)}
    if unknown:
        sys.exit(f"There is no pair {', '.join(sorted(unknown))}.")
    sys.exit(check(pair for pair in pairs(*FOLDERS) if not names or pair.name in names or pair.half in names) > 0)
