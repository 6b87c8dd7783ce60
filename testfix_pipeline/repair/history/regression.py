"""Tests that used to pass: which change broke them, and the smallest undo of it that fixes them.

The code of earlier states is tried under the tests as they are now, in the warm process. So a test counts as one that
used to pass even where it is younger than the change, and an earlier state that can't be run is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.change_history import Change
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.history.bisect import State, first_bad
from testfix_pipeline.repair.history.minimise import minimise
from testfix_pipeline.repair.history.project_history import ChangeHistory, PlacedUndo, Places, together
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit, Overlap
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.symptoms import FaultLocation
from testfix_pipeline.repair.validation.validator import Validator

MOST_TESTS = 50
# Priors of undoing the culprit: the smallest set of hunks or lines, other sizes, all of it.
SMALLEST, OTHER_SIZE, WHOLE_UNDO = 0.95, 0.8, 0.5
# Prior of undoing other changes, once one or none was found to blame.
INNOCENT = 0.2

Piece = tuple[SourceText, Edit]


@dataclass(frozen=True)
class Regression:
    """Since when tests fail.

    good: the last commit whose code they pass with, "" where that has no id. bad: the changes after it of which one,
    mostly the only one, broke them, newest first, for humans.
    """

    tests: tuple[TestId, ...]
    good: str
    bad: tuple[str, ...]

    @property
    def text(self) -> str:
        """The regression in a sentence."""
        shown = self.tests[0] + (f" and {len(self.tests) - 1} more" if len(self.tests) > 1 else "")
        verb = "pass" if len(self.tests) > 1 else "passes"
        since = self.bad[0] if len(self.bad) == 1 else f"one of {len(self.bad)} changes up to {self.bad[0]}"
        return f"{shown} {verb} with the code of {self.good[:10]} and not since {since}."


class Hunt:
    """Looks for the change that broke the failing tests while `go_on` allows; calls `count` with each candidate."""

    def __init__(
        self,
        history: ChangeHistory,
        locations: Sequence[FaultLocation],
        validator: Validator,
        go_on: Callable[[], bool],
        count: Callable[[Candidate], object],
    ) -> None:
        self.history = history
        self.places = Places(locations)
        self.validator = validator
        self.go_on = go_on
        self.count = count
        self.regression: Regression | None = None
        self.hunks: list[PlacedUndo] = []
        self.targets = [test for test in validator.failing if test not in validator.baseline.hung][:MOST_TESTS]
        self.targets = self.targets or list(validator.failing[:1])

    def candidates(self) -> Iterator[Candidate]:
        """Undos of the culprit that fix what all of its undo fixes: smallest first, the whole last.

        Nothing where no change is to blame. Either way the history knows afterwards which changes to undo.
        """
        found = first_bad(len(self.history.changes), self._state) if self.history.changes else None
        if found is None:
            if self.go_on():
                self._blame(range(0))
            return
        culprits = range(found[0], found[1] + 1)
        self._blame(culprits)
        everything = self.history.code_before(found[1])
        self.targets = sorted(self._repaired(everything))
        if self.targets:
            self.regression = self._regression([self.history.changes[index] for index in culprits])
            yield from self._undos(culprits, everything)

    def _state(self, index: int) -> State:
        passed = self._run(self.history.code_before(index), self.targets[:1]).get(self.targets[0])
        return "unknown" if passed is None else "pass" if passed else "fail"

    def _blame(self, culprits: range) -> None:
        for index in range(len(self.history.weights)):
            self.history.weights[index] *= 1.0 if index in culprits else INNOCENT

    def _regression(self, changes: Sequence[Change]) -> Regression:
        return Regression(tuple(self.targets), changes[-1].parent, tuple(change.label for change in changes))

    def _undos(self, culprits: range, everything: Sequence[Piece]) -> Iterator[Candidate]:
        hunks = [placed for index in culprits for placed in self.history.undos(index)]
        self.hunks = sorted(hunks, key=lambda placed: -self.places.weight(placed))
        whole: Sequence[Piece] = [(placed.source, placed.undo.whole) for placed in self.hunks]
        if not self._keeps(whole):  # what came later builds on it
            whole = everything
        least = minimise(whole, self._keeps)
        lines = minimise(_finer(least, self.hunks, "parts"), self._keeps)
        pieces = minimise(_finer(lines, self.hunks, "pieces"), self._keeps)
        for chosen, score in ((lines, SMALLEST), (least, OTHER_SIZE), (pieces, OTHER_SIZE), (whole, WHOLE_UNDO)):
            if self._usable(candidate := together(chosen, score)):
                yield candidate

    def _keeps(self, pieces: Sequence[Piece]) -> bool:
        return set(self.targets) <= self._repaired(pieces)

    def _repaired(self, pieces: Sequence[Piece]) -> set[TestId]:
        return {test for test, passed in self._run(pieces, self.targets).items() if passed}

    def _run(self, pieces: Sequence[Piece], tests: Sequence[TestId]) -> dict[TestId, bool]:
        """Which tests pass with these edits; nothing where they can't be run, or the search is to end."""
        candidate = together(pieces, WHOLE_UNDO)
        if not self.go_on() or not self._usable(candidate):
            return {}
        self.count(candidate)
        return {test: one.passed for test, one in self.validator.outcomes_under(candidate, tests).items()}

    def _usable(self, candidate: Candidate) -> bool:
        try:
            return bool(candidate.parts) and candidate.valid()
        except Overlap:
            return False


def _finer(pieces: Sequence[Piece], hunks: Sequence[PlacedUndo], what: str) -> list[Piece]:
    """The pieces with those taken apart that can be, as lines (`parts`) or as changes within lines (`pieces`)."""
    found: list[Piece] = []
    for source, edit in pieces:
        undo = next((placed.undo for placed in hunks if placed.source is source and _holds(placed, edit)), None)
        finer = [one for one in getattr(undo, what, ()) if edit.start <= one.start and one.end <= edit.end]
        found += [(source, one) for one in finer] or [(source, edit)]
    return found


def _holds(placed: PlacedUndo, edit: Edit) -> bool:
    whole = placed.undo.whole
    return whole.start <= edit.start and edit.end <= whole.end
