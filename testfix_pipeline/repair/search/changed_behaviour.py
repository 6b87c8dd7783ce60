"""What a change that somebody made does to the functions that it edits, beyond what the tests ask for."""

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
from testfix_pipeline.repair.history.undo import difference
from testfix_pipeline.repair.model.candidate import Candidate, Part
from testfix_pipeline.repair.model.clock import Clock, TimeIsUp
from testfix_pipeline.repair.model.outcome import CandidateOutcome
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.search.patch_behaviour import INPUTS, MOST_SHOWN, BehaviourRow, Difference, rows_of
from testfix_pipeline.repair.validation.baseline import Baseline
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.probes import watched_calls
from testfix_pipeline.repair.validation.validator import Aims, Validator

if TYPE_CHECKING:
    from testfix_pipeline.execution.project import TargetProject

KIND = "change"
# Part of the time that the calls may take; the rest is for loading the tests and running those that are watched.
CALLS_SHARE = 0.4
# How many of each kind of tests are watched, and how many seconds they may take together.
MOST_TESTS, TEST_SECONDS = 12, 0.8


@dataclass(frozen=True)
class BehaviourComparison:
    """What was seen: calls whose outcomes differ. calls: how many were compared; note: why none, as a sentence."""

    differences: tuple[Difference, ...] = ()
    calls: int = 0
    note: str = ""


@dataclass(frozen=True)
class Watched:
    """The tests whose calls are watched, by what they do before the change, with the seconds that each takes."""

    passing: Mapping[TestId, float]
    failing: Mapping[TestId, float]

    def cheap(self) -> tuple[list[TestId], list[TestId]]:
        """The quickest of each, as long as they stay cheap together."""
        return _cheap(self.passing), _cheap(self.failing)


def compare_behaviour(
    project: TargetProject, tree: Path, texts: Mapping[str, str], watched: Watched, seconds: float
) -> BehaviourComparison:
    """How the functions that a change edits behave before and after it, on calls of tests and on others like them.

    tree: the project before the change, which stays as it is; texts: the changed files after it, by their paths from
    the project's root. Takes `seconds` at most. Calls that failing tests make are left out: they are to differ.
    """
    candidate = _as_candidate(project.root(tree), texts)
    if candidate is None:
        return BehaviourComparison(note="No file of the change is code that runs in a warm process.")
    passing, failing = watched.cheap()
    if not passing and not failing:
        return BehaviourComparison(note="No test is quick enough to be watched.")
    folder = scratch_folders.make_folder()
    try:
        own = Path(shutil.copytree(tree, folder / "tree", symlinks=True))
        with _validator(project, own, watched, Clock(seconds), folder) as validator:
            if not validator.swappable(candidate):
                return BehaviourComparison(note="The change is not within functions alone.")
            answer = watched_calls(validator, [candidate], failing, passing, INPUTS, seconds * CALLS_SHARE)
    except (TimeIsUp, ServerLost, OSError, shutil.Error):
        return BehaviourComparison(note="There was no time to compare calls, or the tests can't be loaded.")
    finally:
        scratch_folders.drop(folder)
    rows = [row for row in rows_of(answer, 1) if row.origin != "failing"]
    shown = (Difference(one.call, one.before, {KIND: one.under[0]}, one.origin) for one in _telling(rows))
    return BehaviourComparison(tuple(shown), len(rows), "" if rows else "The tests make no calls that can be repeated.")


def _telling(rows: Sequence[BehaviourRow]) -> list[BehaviourRow]:
    """Some rows that differ: those of tests first, of every function one, the simplest first."""
    simplest = sorted(rows, key=lambda row: (row.origin != "passing", len(row.call)))
    differing = [row for row in simplest if row.under[0] != row.before]
    seen: Counter[str] = Counter()
    ranked = []
    for row in differing:
        ranked.append((seen[name := row.call.partition("(")[0]], row))
        seen[name] += 1
    return [row for _, row in sorted(ranked, key=lambda one: one[0])][:MOST_SHOWN]


def _validator(
    project: TargetProject, tree: Path, watched: Watched, clock: Clock, folder: Path
) -> contextlib.AbstractContextManager[Validator]:
    """What holds the tests that are watched, and believes what was measured of them."""
    passing, failing = watched.cheap()
    known = {**watched.passing, **watched.failing}
    outcomes = {
        test: CandidateOutcome(test, "passed" if test in watched.passing else "failed", seconds=known[test])
        for test in [*passing, *failing]
    }
    aims = Aims(failing, [], passing)
    baseline = Baseline(outcomes)
    pristine = folder / "pristine"
    scope = [*passing, *failing]
    return Validator(project, tree, aims, None, baseline, clock=clock, pristine=pristine, discard=folder, scope=scope)


def _cheap(tests: Mapping[TestId, float]) -> list[TestId]:
    chosen: list[TestId] = []
    spent = 0.0
    for test in sorted(tests, key=lambda one: (tests[one], one)):
        spent += tests[test]
        if len(chosen) < MOST_TESTS and spent < TEST_SECONDS:
            chosen.append(test)
    return chosen


def _as_candidate(root: Path, texts: Mapping[str, str]) -> Candidate | None:
    """The change as edits of the files as they are; None where one of them is no code, or new."""
    sources = Sources(root)
    parts = []
    for path, text in texts.items():
        source = sources.source(path)
        if source is None or source.absent:
            return None
        edits = [replace(edit, kind=KIND, note="") for edit in difference(source, text)]
        parts += [Part(source, tuple(edits))] if edits else []
    return Candidate(tuple(parts), 1.0, KIND) if parts else None
