"""Measures the lines that tests of other frameworks than pytest run, by counters in the files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.test_ids import TestId, file_of
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.repair.language.registry import language_of, languages
from testfix_pipeline.repair.model.clock import Clock, TimeIsUp
from testfix_pipeline.repair.model.sources import files_below
from testfix_pipeline.repair.validation.framework_processes import ExpectedOutcomes, FrameworkProcesses
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.warm_start import WarmStart

_MOST_WARM = 400
"""Tests that are counted where one process does it for all of them."""
_MOST_FAILING, _MOST_PASSING = 4, 12
"""Tests that are counted where each takes a process of its own."""
_SHARE = 0.25
"""The share of the remaining time that these may take."""
_RECORD = ".testfix-lines"
_MOST_FILES = 400


def count_lines(started: WarmStart, clock: Clock, expected: ExpectedOutcomes) -> CoverageMap | None:
    """The lines of tests, counted in the processes that a search of the same tree goes on with.

    Empty where the time is over; None where the processes failed, which they need not do again.
    """
    try:
        processes = started.lend(clock, None)
        if not isinstance(processes, FrameworkProcesses):
            return None
        processes.measure(expected)
        return measure_coverage(processes, expected.failing, expected.passing)
    except TimeIsUp:
        return CoverageMap({}, {})
    except (ServerLost, MeasurementError, OSError):
        return None


def knows_lines(coverage: CoverageMap | None, failing: Sequence[TestId]) -> bool:
    """Whether a map has lines of any of these tests."""
    return coverage is not None and any(map(coverage.tests.get, failing))


def measure_coverage(
    processes: FrameworkProcesses, failing: Sequence[TestId], passing: Sequence[TestId]
) -> CoverageMap:
    """The lines of failing and passing tests, as many as there is time for. Raises TimeIsUp.

    Passing tests in the files of failing tests come first.
    """
    root = Path(processes.root)
    paths, texts = _files_with_counters(root)
    own = {file_of(test) for test in failing}
    near = sorted(passing, key=lambda test: file_of(test) not in own)
    found = processes.counted(texts, [*failing, *near][:_MOST_WARM])
    tests = {test: _lines_by_file(lines, paths) for test, lines in found.items()}
    if not knows_lines(CoverageMap(tests, {}), failing):
        until = processes.clock.passed() + _SHARE * processes.clock.left()
        for test in [*failing[:_MOST_FAILING], *near[:_MOST_PASSING]]:
            if processes.clock.passed() < until:
                tests[test] = _lines_by_file(processes.recorded(texts, test, _RECORD).split(), paths)
    return CoverageMap(tests, {})


def _files_with_counters(root: Path) -> tuple[list[str], dict[str, str]]:
    """(paths of the files that can have counters, their texts with counters)."""
    paths: list[str] = []
    texts: dict[str, str] = {}
    suffixes = tuple(suffix for one in languages() for suffix in one.suffixes)
    for name in files_below(root, suffixes):
        language = language_of(name)
        source = language.load(root, name)
        counted = language.with_counters(source, len(paths), str(root / _RECORD)) if source is not None else None
        if counted is not None and len(paths) < _MOST_FILES:
            paths.append(name)
            texts[name] = counted
    return paths, texts


def _lines_by_file(counted: Sequence[str], paths: Sequence[str]) -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for line in counted:
        number, _, at = line.partition(":")
        found.setdefault(paths[int(number)], set()).add(int(at))
    return {path: frozenset(lines) for path, lines in found.items()}
