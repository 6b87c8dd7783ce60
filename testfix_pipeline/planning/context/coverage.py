"""Test coverage of the source: measured from the lines that each test ran, else guessed from names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.plan_records import CoverageStats, FileCoverage, MissingTest
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.execution.coverage_map import WHOLE_SUITE, CoverageMap
from testfix_pipeline.planning.project.naming_conventions import Naming
from testfix_pipeline.planning.python_code.outline import Outline, SkippedBranch

LINE_AIM = 80.0  # percent
_HOW = (
    "Lines that the tests ran (and that ran at import), against the statements, functions and branches of each file by "
    "its syntax tree. The branch rate is a lower bound: passing an `if` without `else` counts only where one test did "
    "nothing else there, and leaving a loop is not counted."
)
_GUESSED = (
    "Guessed, not measured: a file counts as tested where a test file is named after it, a function where a test file "
    "mentions its name; there are no line and branch rates."
)


@dataclass
class _Share:
    """The number of parts that were seen, of all parts."""

    seen: int = 0
    all: int = 0

    def add(self, found: Iterable[bool]) -> _Share:
        for one in found:
            self.seen += one
            self.all += 1
        return self

    @property
    def rate(self) -> float:
        return round(100 * self.seen / self.all, 2) if self.all else 0.0


@dataclass(frozen=True)
class _Executed:
    """The lines of one file that ran: at import, and in each test that ran any of it."""

    imported: frozenset[int]
    by_test: Sequence[frozenset[int]]
    tests: frozenset[int]

    @property
    def lines(self) -> frozenset[int]:
        return self.imported | self.tests


def why_not_measurable(coverage: CoverageMap | None, run: SuiteRun | None) -> str:
    """The reason why coverage can't be measured, "" if it can."""
    if run is not None and run.fault is not None:
        return f"the tests can't run yet ({run.fault.kind}: {run.fault.message})"
    if run is not None and run.grade is not None and (coverage is None or not coverage.tests):
        return f"{len(run.outcomes)} tests ran, and no lines could be recorded for them"
    if coverage is None:
        return "no test run has recorded the lines of each test"
    if not coverage.tests:
        return "no test ran"
    return ""


def measured_stats(outlines: Mapping[str, Outline], coverage: CoverageMap, run: SuiteRun | None) -> CoverageStats:
    """Measured coverage of every file of `outlines`; files that no test imports count with all of their lines."""
    executed = _executed_by_file(coverage, outlines)
    lines, branches, functions = _Share(), _Share(), _Share()
    files = {
        path: _file_coverage(each, executed[path], lines, branches, functions)
        for path, each in sorted(outlines.items())
        if not each.error  # not read, so not covered to 100 % either
    }
    return CoverageStats(
        source="measured",
        reason=" ".join([_HOW, *_caveats(coverage, run, outlines)]),
        uncollected=_uncollected_files(run),
        line_rate=lines.rate,
        branch_rate=branches.rate if branches.all else None,
        function_rate=functions.rate,
        files=files,
    )


def _executed_by_file(coverage: CoverageMap, files: Collection[str]) -> dict[str, _Executed]:
    by_test: dict[str, list[frozenset[int]]] = {path: [] for path in files}
    for touched in coverage.tests.values():
        for path, lines in touched.items():
            if path in by_test:
                by_test[path].append(lines)
    return {
        path: _Executed(coverage.import_lines.get(path, frozenset()), each, frozenset().union(*each))
        for path, each in by_test.items()
    }


def _file_coverage(
    each: Outline, executed: _Executed, lines: _Share, branches: _Share, functions: _Share
) -> FileCoverage:
    ran = executed.lines
    missing = [first for first, span in each.statements.items() if ran.isdisjoint(span)]
    called = {name: _called(name, each, executed) for name in each.functions}
    ways = _Share().add(_is_taken(way, executed) for way in each.branches)
    lines.all += len(each.statements)
    lines.seen += len(each.statements) - len(missing)
    branches.all += ways.all
    branches.seen += ways.seen
    functions.add(called.values())
    total = len(each.statements)
    return FileCoverage(
        line_rate=round(100 * (total - len(missing)) / total, 2) if total else 100.0,
        branch_rate=ways.rate if ways.all else None,
        executable_lines=total,
        missing_lines=sorted(missing),
        functions=called,
    )


def _called(name: str, each: Outline, executed: _Executed) -> bool:
    """Whether a line of the function's body ran.

    Import runs a body that shares its line with `def`, so that only lines run by tests count there.
    """
    ran = executed.tests if name in each.one_line else executed.lines
    return any(not ran.isdisjoint(span) for span in each.functions[name])


def _is_taken(way: range | SkippedBranch, executed: _Executed) -> bool:
    if isinstance(way, range):
        return not executed.lines.isdisjoint(way)
    runs = (executed.imported, *executed.by_test)
    return any(not lines.isdisjoint(way.header) and lines.isdisjoint(way.body) for lines in runs)


def _caveats(coverage: CoverageMap, run: SuiteRun | None, outlines: Mapping[str, Outline]) -> Iterable[str]:
    broken = [path for path, each in outlines.items() if each.error]
    if broken:
        yield f"Can't be parsed, so not counted: {first_names(broken)}."
    if WHOLE_SUITE in coverage.tests:
        yield "Of JavaScript and TypeScript it is known which lines the suite runs, not which test runs them."
    if coverage.unsure:
        yield f"{len(coverage.unsure)} tests start processes, whose lines are not seen."
    if uncollected := _uncollected_files(run):
        yield f"Test files that can't be collected count for nothing: {first_names(uncollected)}."


def _uncollected_files(run: SuiteRun | None) -> list[str]:
    return sorted({outcome.id for outcome in run.outcomes.values() if outcome.phase == "collect"}) if run else []


def guessed_stats(outlines: Mapping[str, Outline], test_text: str, has_tests: bool, why: str) -> CoverageStats:
    """Coverage guessed from names; `source` is `name_matching`, or `none` where the project has no tests."""
    words = set(re.findall(r"\w+", test_text))
    files, functions = {}, _Share()
    for path, each in sorted(outlines.items()):
        named = {name: name.rpartition(".")[2] in words for name in each.functions}
        files[path] = FileCoverage(executable_lines=len(each.statements), functions=named)
        functions.add(named.values())
    if not has_tests:
        return CoverageStats(source="none", reason=f"The project has no tests: {why}.", files=files)
    reason = f"{why[:1].upper()}{why[1:]}. {_GUESSED}"
    return CoverageStats(source="name_matching", reason=reason, function_rate=functions.rate, files=files)


def missing_tests(
    stats: CoverageStats, naming: Naming, changed: Collection[str], critical: Collection[str]
) -> list[MissingTest]:
    """The source files whose tests are missing or incomplete, most urgent first.

    `changed` and `critical` files have high priority.
    """
    found, taken = [], set[str]()
    for path, coverage in stats.files.items():
        gap = _measured_gap(coverage) if stats.source == "measured" else _guessed_gap(path, coverage, naming)
        if gap is None:
            continue
        reason, untested = gap
        urgent = untested or path in changed or path in critical
        suggested = naming.suggest(path, taken)
        taken.add(suggested)
        small = not urgent and not any(not called for called in coverage.functions.values())
        found.append(
            MissingTest(
                implementation_file=path,
                suggested_test_file=suggested,
                priority="high" if urgent else "low" if small else "medium",
                reason=reason + ("; changed by the source session" if path in changed else ""),
            )
        )
    order = {"high": 0, "medium": 1, "low": 2}
    return sorted(found, key=lambda each: (order[each.priority], each.implementation_file))


def _measured_gap(coverage: FileCoverage) -> tuple[str, bool] | None:
    """The gap in words, and whether no function is tested at all; None if there is no gap."""
    uncalled = [name for name, called in coverage.functions.items() if not called]
    if coverage.functions and len(uncalled) == len(coverage.functions):
        return f"no test calls any of its functions ({len(uncalled)})", True
    if uncalled:
        return (
            f"{len(uncalled)} of {len(coverage.functions)} functions are never called: {first_names(uncalled)}",
            False,
        )
    missing = len(coverage.missing_lines)
    if coverage.line_rate < LINE_AIM:
        return f"{missing} of {coverage.executable_lines} lines never run", False
    return None


def _guessed_gap(path: str, coverage: FileCoverage, naming: Naming) -> tuple[str, bool] | None:
    unnamed = [name for name, mentioned in coverage.functions.items() if not mentioned]
    if not coverage.functions:
        return None
    if not naming.tests_of(path):
        return f"no test file is named after it (functions: {len(coverage.functions)})", True
    if unnamed:
        return (
            f"no test mentions {len(unnamed)} of {len(coverage.functions)} functions: {first_names(unnamed)}",
            False,
        )
    return None
