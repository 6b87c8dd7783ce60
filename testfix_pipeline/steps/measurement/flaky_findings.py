"""Explains flaky failures, and those that may come from outside the code, by runs under control."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from testfix_pipeline.core.cycle_rules.order_failures import with_flaky_causes
from testfix_pipeline.core.flaky_records import FlakyFindings
from testfix_pipeline.core.progress import WorkProgress
from testfix_pipeline.core.records import Failure, SuiteResults
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.flaky_causes.search import find_cause
from testfix_pipeline.execution.flaky_causes.trials import ControlledTrials
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.steps.session.progress_list import progress_reporter
from testfix_pipeline.steps.session.test_side import is_test_side
from testfix_pipeline.steps.session.workbench import Workbench

MOST_TESTS, MOST_STEADY = 5, 2
"""How many flaky tests are explained, and how many that always fail; more of them mostly have one cause."""
SECONDS = 40.0
"""Time for one test."""
_OUTSIDE = re.compile(r"\b(?:now|today|utcnow|localtime|gmtime|time\.time|fromtimestamp|socket|urllib|http\.client)\b")
"""What a file with a test that always fails, or one of its frames, must hold for it to be asked."""


def with_flaky_findings(wb: Workbench, commit: str, results: SuiteResults) -> SuiteResults:
    """Return the results of a commit with what decides on flaky tests, and on those that the clock or a network fails.

    A suite without such tests costs nothing.
    """
    asked = [one for one in results.failures if _may_be_controlled(wb, one)]
    flaky = {one.test: True for one in asked if one.flaky}
    if not asked:
        return results
    with wb.worktree("flaky", commit) as tree:
        steady = {one.test: False for one in asked if not one.flaky and _is_of_outside(wb.root(tree), one)}
        wanted = dict([*list(flaky.items())[:MOST_TESTS], *list(steady.items())[:MOST_STEADY]])
        findings = flaky_causes(wb, tree, wanted)
    if not findings.tests:
        return results
    failures = with_flaky_causes(results.failures, findings)
    return results.model_copy(update={"failures": failures, "flaky_findings": findings})


def flaky_causes(wb: Workbench, tree: Path, tests: Mapping[TestId, bool]) -> FlakyFindings:
    """Return what decides on each test in a worktree. tests: whether each one is known to pass and to fail."""
    return FlakyFindings(tests=list(_causes(wb, tree, tests)))


def _causes(wb: Workbench, tree: Path, tests: Mapping[TestId, bool]) -> Iterator:
    root = wb.root(tree)
    for done, (test, is_flaky) in enumerate(tests.items()):
        progress_reporter(wb)(WorkProgress("looking for what makes tests flaky", done, len(tests)))
        found = find_cause(
            ControlledTrials(wb.target, tree, test, SECONDS),
            lambda file: read_text(root / file),
            lambda file: file == test.file or is_test_side(wb, f"{wb.target.subdir}/{file}".lstrip("/")),
            is_flaky=is_flaky,
        )
        if found is not None:
            yield found


def _may_be_controlled(wb: Workbench, failure: Failure) -> bool:
    """Whether pytest runs the test in the project's interpreter, and nothing else explains the failure."""
    test = TestId(failure.test)
    ours = wb.target.uses_interpreter and wb.target.runs_in_interpreter(test.file) and not test.is_file
    return ours and not failure.order and not failure.never_ended and failure.update is None


def _is_of_outside(root: Path, failure: Failure) -> bool:
    files = {TestId(failure.test).file, *(frame.file for frame in failure.frames)}
    return any(_OUTSIDE.search(read_text(root / file)) for file in files)
