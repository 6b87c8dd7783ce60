"""The behaviour of functions that a change edits, before and after it, beyond the tests' assertions."""

from __future__ import annotations

import contextlib
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.processes import scratch_folders
from testfix_pipeline.repair.history.undo import edits_to_text
from testfix_pipeline.repair.model.candidate import Candidate, Part
from testfix_pipeline.repair.model.clock import Clock, TimeIsUp
from testfix_pipeline.repair.model.outcome import CandidateOutcome
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.search.framework_behaviour import rows_in_framework
from testfix_pipeline.repair.search.patch_behaviour import INPUTS, MOST_SHOWN, BehaviourRow, Difference, rows_of
from testfix_pipeline.repair.validation.baseline import Baseline
from testfix_pipeline.repair.validation.framework_processes import of_frameworks
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.private_tree import private_copy
from testfix_pipeline.repair.validation.probes import watched_calls
from testfix_pipeline.repair.validation.validator import Aims, Validator

if TYPE_CHECKING:
    from testfix_pipeline.execution.project import TargetProject

KIND = "change"
# The share of the time for the calls; the rest is for loading the tests and running the watched ones.
CALLS_SHARE = 0.4
# The number of tests of each kind that are watched, and their seconds in all.
MOST_TESTS, TEST_SECONDS = 12, 0.8


@dataclass(frozen=True)
class BehaviourComparison:
    """Calls whose outcomes differ. calls: the number of compared calls; note: why there are none, as a sentence."""

    differences: tuple[Difference, ...] = ()
    calls: int = 0
    note: str = ""


@dataclass(frozen=True)
class WatchedTests:
    """The tests whose calls are watched, by their outcome before the change, with the seconds of each."""

    passing: Mapping[TestId, float]
    failing: Mapping[TestId, float]

    def cheap(self) -> WatchedTests:
        """The quickest tests of each, within the limits of number and time."""
        return WatchedTests(_quickest(self.passing), _quickest(self.failing))


def compare_behaviour(
    project: TargetProject, tree: Path, texts: Mapping[str, str], watched: WatchedTests, seconds: float
) -> BehaviourComparison:
    """Compares the functions that a change edits before and after it, on calls of tests and on similar calls.

    tree: the project before the change, not modified; texts: the changed files after it, by their paths from the
    project's root. Takes `seconds` at most. Calls of failing tests are left out: they should differ.
    """
    cheap = watched.cheap()
    passing, failing = list(cheap.passing), list(cheap.failing)
    if not passing and not failing:
        return BehaviourComparison(note="No test is quick enough to be watched.")
    folder, clock = scratch_folders.make_folder(), Clock(seconds)
    try:
        copied_tree = private_copy(tree, folder / "tree", project.shared, clock)
        if of_frameworks(project, [*passing, *failing]):
            called = CALLS_SHARE * seconds
            found = rows_in_framework(project, copied_tree, texts, passing, failing, called, clock)
        else:
            found = _rows_in_interpreter(project, copied_tree, texts, cheap, seconds, clock)
    except (TimeIsUp, ServerLost, OSError, shutil.Error):
        return BehaviourComparison(note="There was no time to compare calls, or the tests can't be loaded.")
    finally:
        scratch_folders.drop(folder)
    if isinstance(found, str):
        return BehaviourComparison(note=found)
    rows = [row for row in found if row.origin != "failing"]
    shown = (Difference(one.call, one.before, {KIND: one.under[0]}, one.origin) for one in _rows_to_show(rows))
    return BehaviourComparison(tuple(shown), len(rows), "" if rows else "The tests make no calls that can be repeated.")


def _rows_in_interpreter(
    project: TargetProject, tree: Path, texts: Mapping[str, str], watched: WatchedTests, seconds: float, clock: Clock
) -> list[BehaviourRow] | str:
    """As `rows_in_framework`, in a warm process of the interpreter, where the functions' code is swapped."""
    candidate = _as_candidate(project.root(tree), texts)
    if candidate is None:
        return "No file of the change is code that runs in a warm process."
    passing, failing = list(watched.passing), list(watched.failing)
    with _validator_of_tests(project, tree, watched, clock, tree.parent) as validator:
        if not validator.swappable(candidate):
            return "The change is not within functions alone."
        response = watched_calls(validator, [candidate], failing, passing, INPUTS, seconds * CALLS_SHARE)
    return list(rows_of(response, 1))


def _rows_to_show(rows: Sequence[BehaviourRow]) -> list[BehaviourRow]:
    """Some rows that differ: those of tests first, one of every function, the simplest first."""
    simplest = sorted(rows, key=lambda row: (row.origin != "passing", len(row.call)))
    differing = [row for row in simplest if row.under[0] != row.before]
    seen: Counter[str] = Counter()
    ranked = []
    for row in differing:
        ranked.append((seen[name := row.call.partition("(")[0]], row))
        seen[name] += 1
    return [row for _, row in sorted(ranked, key=lambda one: one[0])][:MOST_SHOWN]


def _validator_of_tests(
    project: TargetProject, tree: Path, watched: WatchedTests, clock: Clock, folder: Path
) -> contextlib.AbstractContextManager[Validator]:
    """A validator for the watched tests that trusts their measured outcomes."""
    known = {**watched.passing, **watched.failing}
    outcomes = {
        test: CandidateOutcome(test, "passed" if test in watched.passing else "failed", seconds=seconds)
        for test, seconds in known.items()
    }
    aims = Aims(list(watched.failing), [], list(watched.passing))
    baseline = Baseline(outcomes)
    pristine = folder / "pristine"
    scope = list(known)
    return Validator(project, tree, aims, None, baseline, clock=clock, pristine=pristine, discard=folder, scope=scope)


def _quickest(tests: Mapping[TestId, float]) -> dict[TestId, float]:
    chosen: dict[TestId, float] = {}
    spent = 0.0
    for test in sorted(tests, key=lambda one: (tests[one], one)):
        spent += tests[test]
        if len(chosen) < MOST_TESTS and spent < TEST_SECONDS:
            chosen[test] = tests[test]
    return chosen


def _as_candidate(root: Path, texts: Mapping[str, str]) -> Candidate | None:
    """The change as edits of the present files; None if one of them is new or no source file."""
    sources = Sources(root)
    parts = []
    for path, text in texts.items():
        source = sources.source(path)
        if source is None or source.absent:
            return None
        edits = [replace(edit, kind=KIND, note="") for edit in edits_to_text(source, text)]
        parts += [Part(source, tuple(edits))] if edits else []
    return Candidate(tuple(parts), 1.0, KIND) if parts else None
