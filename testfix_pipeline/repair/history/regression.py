"""Tests that used to pass: the change that broke them, and the smallest undo of it that fixes them.

The code of earlier states is tried with the present tests in the warm process. So a test counts as one that used to
pass even if it is younger than the change, and an earlier state that cannot be run is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from testfix_pipeline.core.change_history import Change
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.history import project_history
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit, Overlap
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.symptoms import FaultLocation
from testfix_pipeline.repair.validation.validator import Validator

MOST_TESTS = 50
# Priors of undoing the breaking change: the smallest set of hunks or lines, other sizes, all of it.
SMALLEST, OTHER_SIZE, WHOLE_UNDO = 0.95, 0.8, 0.5
# The factor for undos of other changes, once the breaking change is known or none was found.
OTHER_CHANGE = 0.2

Piece = tuple[SourceText, Edit]
T = TypeVar("T")


@dataclass(frozen=True)
class Regression:
    """The change since which tests fail.

    good: the last commit with whose code they pass, "" if it has no id. bad: the later changes among which the breaking
    one is (usually a single one), newest first, for people.
    """

    tests: tuple[TestId, ...]
    good: str
    bad: tuple[str, ...]

    @property
    def text(self) -> str:
        """The regression as a sentence."""
        shown = self.tests[0] + (f" and {len(self.tests) - 1} more" if len(self.tests) > 1 else "")
        verb = "pass" if len(self.tests) > 1 else "passes"
        since = self.bad[0] if len(self.bad) == 1 else f"one of {len(self.bad)} changes up to {self.bad[0]}"
        return f"{shown} {verb} with the code of {self.good[:10]} and not since {since}."


class RegressionSearch:
    """Searches for the change that broke the failing tests while `go_on` allows; calls `count` with each candidate."""

    def __init__(
        self,
        history: project_history.ChangeHistory,
        locations: Sequence[FaultLocation],
        validator: Validator,
        go_on: Callable[[], bool],
        count: Callable[[Candidate], object],
    ) -> None:
        self.history = history
        self.places = project_history.SuspiciousPlaces(locations)
        self.validator = validator
        self.go_on = go_on
        self.count = count
        self.regression: Regression | None = None
        self.hunks: list[project_history.PlacedUndo] = []
        self.targets = [test for test in validator.failing if test not in validator.baseline.hung][:MOST_TESTS]
        self.targets = self.targets or list(validator.failing[:1])

    def candidates(self) -> Iterator[Candidate]:
        """Yields undos of the breaking change that fix everything that its whole undo fixes: smallest first, the whole
        last.

        Nothing if no change broke the tests. In both cases the history's weights are adjusted afterwards.
        """
        found = find_breaking_changes(len(self.history.changes), self._state) if self.history.changes else None
        if found is None:
            if self.go_on():
                self._adjust_weights(range(0))
            return
        culprits = range(found[0], found[1] + 1)
        self._adjust_weights(culprits)
        everything = self.history.code_before(found[1])
        self.targets = sorted(self._fixed_by(everything))
        if self.targets:
            self.regression = self._regression([self.history.changes[index] for index in culprits])
            yield from self._undos(culprits, everything)

    def _state(self, index: int) -> State:
        passed = self._run(self.history.code_before(index), self.targets[:1]).get(self.targets[0])
        return "unknown" if passed is None else "pass" if passed else "fail"

    def _adjust_weights(self, culprits: range) -> None:
        for index in range(len(self.history.weights)):
            self.history.weights[index] *= 1.0 if index in culprits else OTHER_CHANGE

    def _regression(self, changes: Sequence[Change]) -> Regression:
        return Regression(tuple(self.targets), changes[-1].parent, tuple(change.label for change in changes))

    def _undos(self, culprits: range, everything: Sequence[Piece]) -> Iterator[Candidate]:
        hunks = [placed for index in culprits for placed in self.history.undos(index)]
        self.hunks = sorted(hunks, key=lambda placed: -self.places.weight(placed))
        all_hunks: Sequence[Piece] = [(placed.source, placed.undo.whole) for placed in self.hunks]
        if not self._fixes_targets(all_hunks):  # later changes build on it
            all_hunks = everything
        minimal_hunks = minimise(all_hunks, self._fixes_targets)
        lines = minimise(_split_pieces(minimal_hunks, self.hunks, "parts"), self._fixes_targets)
        pieces = minimise(_split_pieces(lines, self.hunks, "pieces"), self._fixes_targets)
        for chosen, score in (
            (lines, SMALLEST),
            (minimal_hunks, OTHER_SIZE),
            (pieces, OTHER_SIZE),
            (all_hunks, WHOLE_UNDO),
        ):
            if self._usable(candidate := project_history.candidate_of_edits(chosen, score)):
                yield candidate

    def _fixes_targets(self, pieces: Sequence[Piece]) -> bool:
        return set(self.targets) <= self._fixed_by(pieces)

    def _fixed_by(self, pieces: Sequence[Piece]) -> set[TestId]:
        return {test for test, passed in self._run(pieces, self.targets).items() if passed}

    def _run(self, pieces: Sequence[Piece], tests: Sequence[TestId]) -> dict[TestId, bool]:
        """Whether each test passes with these edits; empty if they cannot be run, or the search must end."""
        candidate = project_history.candidate_of_edits(pieces, WHOLE_UNDO)
        if not self.go_on() or not self._usable(candidate):
            return {}
        self.count(candidate)
        return {test: one.passed for test, one in self.validator.outcomes_under(candidate, tests).items()}

    def _usable(self, candidate: Candidate) -> bool:
        try:
            return bool(candidate.parts) and candidate.valid()
        except Overlap:
            return False


def _split_pieces(pieces: Sequence[Piece], hunks: Sequence[project_history.PlacedUndo], what: str) -> list[Piece]:
    """The pieces, split into lines (`parts`) or changes within lines (`pieces`) where possible."""
    found: list[Piece] = []
    for source, edit in pieces:
        undo = next((placed.undo for placed in hunks if placed.source is source and _contains(placed, edit)), None)
        finer = [one for one in getattr(undo, what, ()) if edit.start <= one.start and one.end <= edit.end]
        found += [(source, one) for one in finer] or [(source, edit)]
    return found


def _contains(placed: project_history.PlacedUndo, edit: Edit) -> bool:
    whole = placed.undo.whole
    return whole.start <= edit.start and edit.end <= whole.end


State = Literal["pass", "fail", "unknown"]


def find_breaking_changes(changes: int, state: Callable[[int], State]) -> tuple[int, int] | None:
    """(newest, oldest) index of the changes among which the breaking one is; None if the test never passed.

    Changes are counted from the newest, 0, to `changes - 1`; `state(n)` tries the code from before change `n`. The
    present code fails. Steps double until a state passes, then the interval is halved, as `git bisect` does. If the
    code cannot be run ("unknown"), neighbours are tried and several changes may remain.
    """
    bad, good = -1, None
    step, index = 1, 0
    unknown: set[int] = set()
    while good is None:
        found = state(index)
        if found == "pass":
            good = index
            break
        if found == "fail":
            bad = index
        else:
            unknown.add(index)
        if index == changes - 1:
            return None
        index = min(index + step, changes - 1)
        step *= 2
    while True:
        middle = _next_to_try(bad, good, unknown)
        if middle is None:
            return bad + 1, good
        found = state(middle)
        if found == "pass":
            good = middle
        elif found == "fail":
            bad = middle
        else:
            unknown.add(middle)


def _next_to_try(bad: int, good: int, unknown: set[int]) -> int | None:
    """The next change to try between the two: nearest to the middle and not unknown; None if there is none."""
    left = [number for number in range(bad + 1, good) if number not in unknown]
    return min(left, key=lambda number: abs(2 * number - bad - good)) if left else None


def minimise(items: Sequence[T], good: Callable[[Sequence[T]], bool]) -> list[T]:
    """A part of `items` for which `good` holds and from which no single item can be left out (1-minimal).

    `items` as a whole must be good. This is `ddmin` of Zeller and Hildebrandt, "Simplifying and isolating
    failure-inducing input" (2002): halves, their complements, then ever finer parts. The most suspicious items should
    come first, because parts are tried in order. If `good` always returns False from some point on (the time is over,
    for instance), the part reached so far is returned.
    """
    left, parts = list(items), 2
    while len(left) > 1:
        size = -(-len(left) // parts)
        chunks = [left[start : start + size] for start in range(0, len(left), size)]
        chunk = next((chunk for chunk in chunks if good(chunk)), None)
        if chunk is not None:
            left, parts = chunk, 2
            continue
        rest = next((rest for rest in _complements(chunks) if good(rest)), None) if len(chunks) > 2 else None
        if rest is not None:
            left, parts = rest, max(parts - 1, 2)
        elif size == 1:
            break
        else:
            parts = min(len(left), 2 * parts)
    return left


def _complements(chunks: Sequence[list[T]]) -> list[list[T]]:
    return [[item for chunk in chunks if chunk is not left_out for item in chunk] for left_out in chunks]
