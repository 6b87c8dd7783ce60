"""The lines that tests of JavaScript and TypeScript run, measured by counters in one run of the suite.

The suite is recorded as a whole, not test by test; entered functions stand for their tests.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from pathlib import Path

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import WHOLE_SUITE, CoverageMap, load_or_none
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.planning.code_readers import is_javascript
from testfix_pipeline.planning.javascript_code.javascript_outline import read_source
from testfix_pipeline.repair.languages.javascript.statement_counters import with_counters
from testfix_pipeline.steps.measurement.suite_measurement import suite_timeout
from testfix_pipeline.steps.session.progress_list import counting_tests
from testfix_pipeline.steps.session.workbench import Workbench

log = logging.getLogger(__name__)
_RECORD = ".testfix-lines"
_MOST_FILES = 2000


def javascript_coverage(wb: Workbench, commit: str, run: SuiteRun) -> CoverageMap | None:
    """Return the lines that the tests of a commit run.

    Returns None if there is no JavaScript, or if the counters change the results in `run`.
    """
    if not wb.target.uses_programs:
        return None
    place = wb.coverage_file(commit).with_suffix(".lines.json")
    known = load_or_none(place)
    if known is None:
        with wb.worktree("counted", commit) as tree:
            known = javascript_coverage_in(wb, tree, run)
        (known or CoverageMap({}, {})).save(place)
    return known if known is not None and known.tests else None


def javascript_coverage_in(wb: Workbench, tree: Path, run: SuiteRun) -> CoverageMap | None:
    """Return the lines that the tests run in a worktree, into which counters are written."""
    root = wb.root(tree)
    files = [wb.in_project(path) for path in wb.mirror.files(wb.baseline)]
    paths = insert_counters(root, files)
    if not paths:
        return None
    on_test = counting_tests(wb, "running the project's tests once more, to see which lines they run")
    counted = run_suite(wb.target, tree, timeout=suite_timeout(wb), on_test=on_test)
    if counted.fault is not None or counted.failing - run.failing or run.passed - counted.passed:
        log.warning("The tests do otherwise with counters in the code: no lines are counted.")
        return None
    return read_counters(root, paths)


def lines_run_by(wb: Workbench, commit: str, tests: Sequence[TestId]) -> CoverageMap | None:
    """Return the lines that some tests of JavaScript and TypeScript run in a commit; None for no tests.

    Raises MeasurementError if they can't be determined.
    """
    if not tests:
        return None
    with wb.worktree("counted", commit) as tree:
        root = wb.root(tree)
        paths = insert_counters(root, [wb.in_project(path) for path in wb.mirror.files(commit)])
        run = run_suite(wb.target, tree, tests=tests, timeout=suite_timeout(wb))
        found = read_counters(root, paths)
    if run.fault is not None:
        raise MeasurementError(f"It is not known what the failing tests run: {run.fault.message}")
    if not (found.import_lines or any(found.tests.values())):
        raise MeasurementError("It is not known what the failing tests run: they recorded no line.")
    return found


def merge_coverage(first: CoverageMap | None, second: CoverageMap | None) -> CoverageMap | None:
    """Both coverage maps as one, for a project in several languages."""
    if first is None or second is None:
        return first or second
    imported = {**first.import_lines, **second.import_lines}
    tests = {**first.tests, **second.tests}
    return CoverageMap(tests, imported, first.fixtures, first.unsure, first.whole)


def insert_counters(root: Path, files: Iterable[str]) -> list[str]:
    """Write counters into the JavaScript and TypeScript source among the files; returns the changed files in order."""
    found: list[str] = []
    for path in sorted(files):
        file = root / path
        if not is_javascript(path) or is_test_side(path) or file.is_symlink() or len(found) == _MOST_FILES:
            continue
        try:
            source = read_source(path, file.read_bytes().decode())
            text = with_counters(source, len(found), str(root / _RECORD), tells_entries=True)
        except (OSError, ValueError, SyntaxError, RecursionError):
            continue
        if not text.startswith("#!"):
            file.write_text(text, newline="")
            found.append(path)
    return found


def read_counters(root: Path, paths: list[str]) -> CoverageMap:
    """The lines that the tests ran in the files with counters."""
    lines: dict[str, set[int]] = {}
    entered: dict[str, set[int]] = {}
    record = root / _RECORD
    for said in record.read_text().split() if record.is_file() else ():
        number, _, at = said.partition(":")
        kind = entered if at.startswith("-") else lines
        kind.setdefault(paths[int(number)], set()).add(abs(int(at)))
    record.unlink(missing_ok=True)
    tests = {WHOLE_SUITE: {path: frozenset(found) for path, found in entered.items()}}
    return CoverageMap(tests, {path: frozenset(found) for path, found in lines.items()})
