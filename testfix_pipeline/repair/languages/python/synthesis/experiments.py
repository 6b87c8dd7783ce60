"""Experiments of synthesis: observations of the running program, trials of actions, and consequences of their results.

A condition that a passing test refutes is a lesson: the place is observed again with that test (counterexample-guided
synthesis), and actions that do not fit any more are dropped.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.experiment import Experiment
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.edits import dataflow_bonus as pull
from testfix_pipeline.repair.languages.python.synthesis import observation, rebuilding
from testfix_pipeline.repair.languages.python.synthesis.action_stages import (
    StagedTrial,
    WrittenAction,
    trials,
    write_under_conditions,
)
from testfix_pipeline.repair.languages.python.synthesis.expected_exceptions import (
    ExpectedException,
    expected_exceptions,
)
from testfix_pipeline.repair.languages.python.synthesis.observation import Observation
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint, conditions_within, places_at
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.clock import TimeIsUp
from testfix_pipeline.repair.model.search_focus import Focus
from testfix_pipeline.repair.model.symptoms import FaultLocation
from testfix_pipeline.repair.model.verdict import Verdict
from testfix_pipeline.repair.ranking.unused_definitions import raised_score
from testfix_pipeline.repair.search.space import Space, ranks_of_functions, shard_of, target_of
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.validator import Validator

PLACES_AT_ONCE = 6
TRIALS_AT_ONCE = 12
MOST_LESSONS = 3
# The prior of an edit that has the same priority as the observation of its place.
LOOK_PRIOR = 0.6
# The same for the observation of its parts, and the number of places observed at once.
PARTS_PRIOR, PARTS_AT_ONCE = 0.5, 4
# The score of an action that fixed a test at another place of the function, as a share of the place's score.
FIXED_ELSEWHERE = 0.8
# The loss of score for each further place of a function at which the same action under the same condition is tried.
AGAIN_LOSS = 0.15


class PythonSynthesis:
    """Creates the experiments of one search. failing: the tests that are observed; push: receives their results."""

    def __init__(
        self, space: Space, failing: Sequence[TestId], notes: list[str], push: Callable[[Iterable[Item]], None]
    ) -> None:
        self.space = space
        self.failing = failing
        self.notes = notes
        self._push = push
        self._places: dict[str, tuple[_ProbeRun, ProbePoint]] = {}
        self._lessons: dict[tuple[str, int, str], tuple[TestId, ...]] = {}
        self._fixed: dict[str, float] = {}
        self._repetitions: Counter[tuple[object, ...]] = Counter()
        self._equal_trials: dict[tuple[object, ...], list[StagedTrial]] = {}

    def record(self, item: Item) -> float:
        """Records an item that will be done and returns its score, lower if the same is done at other places."""
        score = item.score
        if isinstance(item, WrittenAction) or (isinstance(item, StagedTrial) and not item.promoted):
            mark = (type(item), *item.mark)
            score /= 1 + AGAIN_LOSS * self._repetitions[mark]
            self._repetitions[mark] += 1
        if isinstance(item, WrittenAction) and item.under_condition:
            self._places[item.candidate.fingerprint] = (_ProbeRun(score, (item.place,)), item.place)
        elif isinstance(item, StagedTrial):
            self._equal_trials.setdefault(item.mark, []).append(item)
        return score

    def looks(self) -> Iterator[Item]:
        """Yields observations of the places of suspicious functions, a few at a time."""
        space = self.space
        ranks = ranks_of_functions(space.locations)
        by_function: dict[tuple[str, str], list[ProbePoint]] = {}
        for location in space.locations:
            key = (location.file, location.function)
            target = target_of(space, location) if _is_allowed(space, location) else None
            if (
                isinstance(target, PythonEditSite)
                and shard_of(ranks[key], len(ranks), True, space.shards) == space.shard
            ):
                score = space.score(location)
                by_function.setdefault(key, []).extend([*places_at(target, score), *conditions_within(target, score)])
        for found in by_function.values():
            for first in range(0, len(found), PLACES_AT_ONCE):
                some = tuple(found[first : first + PLACES_AT_ONCE])
                yield _ProbeRun(
                    max(raised_score(one.score, pull.strongest_pull(one.target)) for one in some) * LOOK_PRIOR, some
                )
            stmts = list({one.target.stmt: (one.target, one.score) for one in found if one.side == "before"}.values())
            for first in range(0, len(stmts), PARTS_AT_ONCE):
                chosen = tuple(stmts[first : first + PARTS_AT_ONCE])
                yield _Rebuilding(max(score for _, score in chosen) * PARTS_PRIOR, chosen)

    def is_within(self, item: Item, focus: Focus) -> bool:
        """Whether an item concerns the functions that the search is limited to."""
        return is_within(item, focus)

    def begin(self, item: Item, following: Iterator[StagedTrial]) -> Candidate | Experiment | None:
        """The candidate or experiment for an item; consecutive trials share a process."""
        if isinstance(item, _ProbeRun):
            return self.look_at(item)
        if isinstance(item, _Rebuilding):
            return self.rebuild(item)
        if isinstance(item, WrittenAction):
            return item.candidate
        usable = self.usable([item, *itertools.islice(following, TRIALS_AT_ONCE - 1)])
        return self.try_actions(usable) if usable else None

    def rebuild(self, item: _Rebuilding) -> Experiment:
        """An experiment that searches for expressions with the expected values to replace parts of statements."""

        def results(validator: Validator) -> list[Item]:
            questions = [one for target, score in item.targets for one in rebuilding.probe_questions(target, score)]
            return list(rebuilding.observe_and_rebuild(validator, questions, self.failing)) if questions else []

        return self._experiment(item, item.targets[0][0], results)

    def look_at(self, look: _ProbeRun) -> Experiment:
        """An experiment that observes places while tests run, and yields trials of actions there."""

        def results(validator: Validator) -> list[Item]:
            found = observation.observe(validator, look.places, self.failing, look.lessons)
            exceptions = self._wanted(validator)
            return [item for one in found if one.reached for item in self._trials(look, one, exceptions)]

        return self._experiment(look, look.places[0].target, results)

    def _experiment(self, item: Item, target: PythonEditSite, results: Callable[[Validator], list[Item]]) -> Experiment:
        """An experiment that observes the running program; without results if that fails."""

        def run(validator: Validator) -> list[Item]:
            try:
                return results(validator)
            except (TimeIsUp, ServerLost):
                raise
            except Exception as error:  # a defect on unusual code must not end the search
                self._note(target, error)
                return []

        return Experiment(item.score, (), run, self._push)

    def _trials(self, look: _ProbeRun, shown: Observation, exceptions: Sequence[ExpectedException]) -> Sequence[Item]:
        try:
            found = trials(shown, exceptions)
            return list(self._without_made_trials(found) if look.lessons else found)
        except Exception as error:
            self._note(shown.place.target, error)
            return []

    def _without_made_trials(self, found: Iterator[StagedTrial]) -> Iterator[Item]:
        """Yields the trials of a place that was observed before, without those already made."""
        for trial in found:
            candidate = trial.candidate()
            fixed = self._fixed.get(candidate.fingerprint) if candidate else 0.0
            if fixed is None:
                yield trial
            elif fixed:
                yield from write_under_conditions(trial, fixed)

    def _note(self, target: PythonEditSite, error: Exception) -> None:
        place = f"{target.source.path}:{target.stmt.lineno}"
        self.notes.append(f"Synthesis failed at {place}: {error!r}")

    def _wanted(self, validator: Validator) -> list[ExpectedException]:
        found: dict[ExpectedException, None] = {}
        for test in self.failing:
            outcome = validator.baseline.outcomes.get(test)
            if outcome is not None:
                line = int(outcome.line or 0)
                found.update(dict.fromkeys(expected_exceptions(test, outcome.message, line, self.space.sources.root)))
        return list(found)

    def usable(self, waiting: Iterable[StagedTrial]) -> list[tuple[StagedTrial, Candidate]]:
        """The trials that can be made and have not been made, each with its candidate."""
        with_candidates = [(trial, trial.candidate()) for trial in waiting]
        new = [(t, c) for t, c in with_candidates if c is not None and c.fingerprint not in self._fixed]
        return [(t, c) for t, c in new if self.space.allows(c) and c.valid()]

    def try_actions(self, waiting: Sequence[tuple[StagedTrial, Candidate]]) -> Experiment:
        """An experiment that tries actions on the failing tests, and writes those that fix one under every condition
        that fits."""

        def run(validator: Validator) -> list[Item]:
            shares = validator.flips([candidate for _, candidate in waiting], self.failing)
            found: list[Item] = []
            for (trial, candidate), fixed in zip(waiting, shares, strict=True):
                self._fixed[candidate.fingerprint] = fixed
                if fixed:
                    found += [*write_under_conditions(trial, fixed), *self._elsewhere(trial)]
            return found

        kinds = [f"trial.{trial.action.kind}" for trial, _ in waiting]
        return Experiment(waiting[0][0].score, kinds, run, self._push)

    def _elsewhere(self, trial: StagedTrial) -> list[Item]:
        """The same trial at other places of the function, and here without its condition, with a higher score."""
        others = [one for one in self._equal_trials.pop(trial.mark, []) if one.place.key != trial.place.key]
        always = self._equal_trials.get((*trial.mark[:-1], None), []) if trial.condition is not None else []
        others += [one for one in always if one.place.key == trial.place.key]
        return [replace(one, score=FIXED_ELSEWHERE * one.place.score, promoted=True) for one in others]

    def learn(self, candidate: Candidate, verdict: Verdict) -> tuple[Callable[[Item], bool], _ProbeRun] | None:
        """Learns from a candidate of synthesis that fixes a failing test and breaks a passing one.

        Returns (whether an item depends on the refuted conditions of its place, a new observation with the broken
        tests); None if there is nothing to learn.
        """
        if candidate.fingerprint not in self._places:
            return None
        look, place = self._places[candidate.fingerprint]
        lessons = self._lessons.get(place.key, ())
        new = tuple(test for test in sorted(verdict.breaks) if test not in lessons)
        if not new or len(lessons) >= MOST_LESSONS:
            return None
        self._lessons[place.key] = lessons + new
        return lambda item: _depends_on_condition(item, place), replace(look, score=1.0, lessons=lessons + new)


def _is_allowed(space: Space, location: FaultLocation) -> bool:
    return space.allowed_lines is None or location.line in space.allowed_lines.get(location.file, ())


@dataclass(frozen=True)
class _ProbeRun:
    """Places of one function to observe in one run.

    lessons: passing tests that must be among those that are run.
    """

    score: float
    places: tuple[ProbePoint, ...]
    lessons: tuple[TestId, ...] = ()


@dataclass(frozen=True)
class _Rebuilding:
    """Statements of one function whose parts may be rebuilt, to observe in one run."""

    score: float
    targets: tuple[tuple[PythonEditSite, float], ...]


Item = _ProbeRun | _Rebuilding | StagedTrial | WrittenAction


def is_within(item: Item, focus: Focus) -> bool:
    """Whether an item concerns the functions that the search is limited to."""
    if focus.functions is None:
        return True
    if isinstance(item, WrittenAction):
        return focus.touches(item.candidate)
    return any(_is_in_focus(focus, target) for target in _targets(item))


def _targets(item: _ProbeRun | _Rebuilding | StagedTrial) -> Iterable[PythonEditSite]:
    if isinstance(item, _ProbeRun):
        return [place.target for place in item.places]
    return [target for target, _ in item.targets] if isinstance(item, _Rebuilding) else [item.place.target]


def _is_in_focus(focus: Focus, target: PythonEditSite) -> bool:
    return focus.holds(target.source.path, target.function.qualname if target.function else "")


def _depends_on_condition(item: Item, place: ProbePoint) -> bool:
    """Whether an item is a candidate or trial of a place under a condition that was refuted."""
    of_place = isinstance(item, (WrittenAction, StagedTrial)) and item.place.key == place.key
    return of_place and not (isinstance(item, WrittenAction) and not item.under_condition)
