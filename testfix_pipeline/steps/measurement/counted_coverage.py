"""The lines that tests of JavaScript and TypeScript run: the suite is run once with a counter before each statement.

What is recorded is of the suite as a whole, not of each test; functions that were entered stand for its tests.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path

from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.core.records import SuiteRun
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


def counted_coverage(wb: Workbench, commit: str, run: SuiteRun) -> CoverageMap | None:
    """What the tests of a commit run; None where nothing of the project is JavaScript, or they do otherwise than in
    `run` with counters in the files.
    """
    if not wb.target.suites:
        return None
    place = wb.coverage_file(commit).with_suffix(".lines.json")
    known = load_or_none(place)
    if known is None:
        with wb.worktree("counted", commit) as tree:
            known = counted_in(wb, tree, run)
        (known or CoverageMap({}, {})).save(place)
    return known if known is not None and known.tests else None


def counted_in(wb: Workbench, tree: Path, run: SuiteRun) -> CoverageMap | None:
    """The same of the files in a worktree, which gets counters."""
    root = wb.root(tree)
    files = [wb.in_project(path) for path in wb.mirror.files(wb.baseline)]
    paths = put_counters(root, files)
    if not paths:
        return None
    on_test = counting_tests(wb, "running the project's tests once more, for the lines that they run")
    counted = run_suite(wb.target, tree, timeout=suite_timeout(wb), on_test=on_test)
    if counted.fault is not None or counted.failing - run.failing or run.passed - counted.passed:
        log.warning("The tests do otherwise with counters in the code: no lines are counted.")
        return None
    return read_counted(root, paths)


def put_counters(root: Path, files: Iterable[str]) -> list[str]:
    """Write counters into those of the files that are source in JavaScript or TypeScript; these, in their order."""
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


def read_counted(root: Path, paths: list[str]) -> CoverageMap:
    """What the tests ran of the files that counters were put into."""
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


def joined(first: CoverageMap | None, second: CoverageMap | None) -> CoverageMap | None:
    """Both records as one, for a project in several languages."""
    if first is None or second is None:
        return first or second
    imported = {**first.import_lines, **second.import_lines}
    tests = {**first.tests, **second.tests}
    return CoverageMap(tests, imported, first.fixtures, first.unsure, first.whole)
