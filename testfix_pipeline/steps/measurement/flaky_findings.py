"""Explains flaky failures, and those that may come from outside the code, by runs under control."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from testfix_pipeline.core.cycle_rules.explained_failures import with_flaky_causes
from testfix_pipeline.core.flaky_records import FlakyCause, FlakyFindings
from testfix_pipeline.core.progress import WorkProgress
from testfix_pipeline.core.records import Failure, SuiteResults
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.import_graph import ImportGraph, python_files
from testfix_pipeline.execution.flaky_causes.search import Known, find_cause
from testfix_pipeline.execution.flaky_causes.trials import ControlledTrials
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.steps.session.progress_list import progress_reporter
from testfix_pipeline.steps.session.spending import seconds_left
from testfix_pipeline.steps.session.test_side import is_test_side
from testfix_pipeline.steps.session.workbench import Workbench

MOST_TESTS, MOST_STEADY = 5, 2
"""How many flaky tests are explained, and how many that always fail; more of them mostly have one cause."""
SECONDS, SHARE = 40.0, 20
"""Time for one test, and at most which part of what is left of the budget."""
MOST_FILES = 400
"""In larger projects no test that always fails is asked."""
_OUTSIDE = re.compile(
    r"\.(?:now|today|utcnow|localtime|gmtime|time|fromtimestamp)\(|\b(?:socket|urllib|http\.client|requests)\b"
)
"""What a file must hold that a test imports for it to be asked although it always fails."""


def with_flaky_findings(wb: Workbench, commit: str, results: SuiteResults) -> SuiteResults:
    """Return the results of a commit with what decides on flaky tests, and on those that the clock or a network fails.

    A suite without such tests costs nothing.
    """
    asked = [one for one in results.failures if _may_be_controlled(wb, one)]
    flaky: dict[TestId, Known] = {one.test: "flaky" for one in asked if one.flaky}
    reading = _files_that_read(wb.project.root) if len(flaky) < len(asked) else set()
    steady: dict[TestId, Known] = {one.test: "steady" for one in asked if not one.flaky and one.test.file in reading}
    wanted = dict([*list(flaky.items())[:MOST_TESTS], *list(steady.items())[:MOST_STEADY]])
    if not wanted:
        return results
    with wb.worktree("flaky", commit) as tree:
        findings = flaky_causes(wb, tree, wanted)
    if not findings.tests:
        return results
    failures = with_flaky_causes(results.failures, findings)
    return results.model_copy(update={"failures": failures, "flaky_findings": findings})


def flaky_causes(wb: Workbench, tree: Path, tests: Mapping[TestId, Known]) -> FlakyFindings:
    """Return what decides on each test in a worktree."""
    return FlakyFindings(tests=list(_causes(wb, tree, tests)))


def _causes(wb: Workbench, tree: Path, tests: Mapping[TestId, Known]) -> Iterator[FlakyCause]:
    root, files = wb.root(tree), {test.file for test in tests}

    def is_test(file: str) -> bool:
        return file in files or is_test_side(wb, f"{wb.target.subdir}/{file}".lstrip("/"))

    for done, (test, known) in enumerate(tests.items()):
        progress_reporter(wb)(WorkProgress("looking for what makes tests flaky", done, len(tests)))
        trials = ControlledTrials(wb.target, tree, test, min(SECONDS, seconds_left(wb) / SHARE))
        found = find_cause(trials, lambda file: read_text(root / file), is_test, known)
        if found is not None:
            yield found


def _may_be_controlled(wb: Workbench, failure: Failure) -> bool:
    """Whether pytest runs the test in the project's interpreter, and nothing else explains the failure."""
    test = TestId(failure.test)
    ours = wb.target.uses_interpreter and wb.target.runs_in_interpreter(test.file) and not test.is_file
    return ours and not failure.order and not failure.never_ended and failure.update is None


def _files_that_read(root: Path) -> set[str]:
    """Return the files that read a clock or use a network, and those that import one of them."""
    files = list(islice(python_files(root), MOST_FILES + 1))
    reading = [file for file in files if _OUTSIDE.search(read_text(root / file))]
    if not reading or len(files) > MOST_FILES:
        return set()
    graph = ImportGraph(root, {}, statements_only=True)
    return {file for one in reading for file in graph.importers_of(one)}
