"""Runs synthesis beside the search: looks at places when their turn comes, tries actions, follows what flips a test.

Staged repair (after SPR's staged conditions): an action is tried on the failing tests alone, as if its condition were
known; only where it mends one are conditions made for it, from what was seen at the place in failing and passing tests.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.search import Space, is_new, places, share_of, target_of
from testfix_pipeline.repair.synthesis import observation
from testfix_pipeline.repair.synthesis.actions import Action, actions
from testfix_pipeline.repair.synthesis.conditions import Group, groups
from testfix_pipeline.repair.synthesis.mined import Wanted, wanted
from testfix_pipeline.repair.synthesis.observation import Observation
from testfix_pipeline.repair.synthesis.places import Place, places_at
from testfix_pipeline.repair.validate import Validator

FAMILY = "synthesis"
PLACES_AT_ONCE = 6
TRIALS_AT_ONCE = 12
SAMPLES = 3
# When a place's turn to be looked at comes, against edits with such a prior at the same place.
LOOK_PRIOR = 0.6
# What a flipped failing test makes of an action's prior.
FLIPPED = 0.95


@dataclass(frozen=True)
class Look:
    """Some places of one function to be looked at in one run."""

    score: float
    places: tuple[Place, ...]


@dataclass(frozen=True)
class Trial:
    """An action under one condition of a class (None: always), to be tried on the failing tests alone."""

    score: float
    place: Place
    action: Action
    group: Group
    condition: str | None

    def candidate(self) -> Candidate | None:
        edit = self.action.write(self.condition)
        return Candidate.single(self.place.target.source, edit, self.score, FAMILY) if edit else None


Item = Look | Trial | Candidate


@dataclass(frozen=True)
class Experiment:
    """Work on a validator that is no candidate: `run` outside the search's lock, then `settle` with its fruits.

    kinds: of the actions that are tried, each by itself.
    """

    score: float
    kinds: Sequence[str]
    run: Callable[[Validator], Sequence[Item]]
    settle: Callable[[Sequence[Item]], None]


class Agenda:
    """An iterator over the search's candidates with experiments and their fruits put in where their scores say.

    It may have more after it had none: when an experiment that still ran has ended. `better`: by fingerprint,
    candidates that others proposed already, with what synthesis knows of them.
    """

    def __init__(self, space: Space, failing: Sequence[str], proposals: Iterator[Candidate], seen: set[int]) -> None:
        self.space = space
        self.failing = failing
        self.proposals = proposals
        self.seen = seen
        self.better: dict[str, Candidate] = {}
        self._order = itertools.count()
        self._heap: list[tuple[float, int, Item]] = []
        self._ahead: Candidate | None = None
        for look in _looks(space):
            self._push(look)

    def __iter__(self) -> Agenda:
        return self

    def __next__(self) -> Candidate | Experiment:
        while True:
            self._ahead = self._ahead or next(self.proposals, None)
            if not self._heap or (self._ahead is not None and self._ahead.score > -self._heap[0][0]):
                if self._ahead is None:
                    raise StopIteration
                found, self._ahead = self._ahead, None
                return found
            item = heapq.heappop(self._heap)[2]
            if isinstance(item, Look):
                return self._looking(item)
            if isinstance(item, Trial):
                trials = self._gather(item)
                if trials:
                    return self._trying(trials)
            elif self.space.allows(item):
                if is_new(item, self.seen):
                    return item
                self.better.setdefault(item.fingerprint, item)

    def _push(self, item: Item) -> None:
        heapq.heappush(self._heap, (-item.score, next(self._order), item))

    def _push_all(self, items: Sequence[Item]) -> None:
        for item in items:
            self._push(item)

    # -- looking -------------------------------------------------------------------------------------------------------

    def _looking(self, look: Look) -> Experiment:
        def run(validator: Validator) -> list[Item]:
            found = observation.observe(validator, look.places, self.failing)
            return [trial for one in found if one.reached for trial in _trials(one, self._wanted(one))]

        return Experiment(look.score, (), run, self._push_all)

    def _wanted(self, shown: Observation) -> list[Wanted]:
        clues = shown.place.target.clues
        root = self.space.sources.root
        found = [one for test in self.failing for one in wanted(test, "\n".join(clues.messages), root)]
        return list(dict.fromkeys(found))

    # -- trying --------------------------------------------------------------------------------------------------------

    def _gather(self, first: Trial) -> list[tuple[Trial, Candidate]]:
        """The next trials that can share a child with the first."""
        waiting = [first]
        while self._heap and isinstance(self._heap[0][2], Trial) and len(waiting) < TRIALS_AT_ONCE:
            item = heapq.heappop(self._heap)[2]
            assert isinstance(item, Trial)
            waiting.append(item)
        made = [(trial, trial.candidate()) for trial in waiting]
        return [(t, c) for t, c in made if c is not None and self.space.allows(c) and c.valid()]

    def _trying(self, trials: Sequence[tuple[Trial, Candidate]]) -> Experiment:
        def run(validator: Validator) -> list[Item]:
            flipped = validator.flips([candidate for _, candidate in trials], self.failing)
            found = [trial for (trial, _), flips in zip(trials, flipped, strict=True) if flips]
            return [candidate for trial in found for candidate in _written(trial)]

        kinds = [f"trial: {trial.action.kind}" for trial, _ in trials]
        return Experiment(trials[0][0].score, kinds, run, self._push_all)


def _looks(space: Space) -> Iterator[Look]:
    """The places of suspicious functions, a few at a time, in the order of their scores."""
    ranks = places(space.suspects)
    by_function: dict[tuple[str, str], list[Place]] = {}
    for suspect in space.suspects:
        key = (suspect.file, suspect.function)
        target = target_of(space, suspect)
        if target is not None and share_of(ranks[key], len(ranks), True, space.shares) == space.share:
            by_function.setdefault(key, []).extend(places_at(target, suspect.score))
    for found in by_function.values():
        for first in range(0, len(found), PLACES_AT_ONCE):
            some = tuple(found[first : first + PLACES_AT_ONCE])
            yield Look(max(place.score for place in some) * LOOK_PRIOR, some)


def _trials(shown: Observation, exceptions: Sequence[Wanted]) -> Iterator[Trial]:
    by_polarity = {polarity: groups(shown, polarity) for polarity in ("when", "unless", "or", "and")}
    for action in actions(shown, exceptions):
        for group in by_polarity[action.polarity]:
            for text, weight in _samples(group):
                score = shown.place.score * action.prior * (0.4 + 0.6 * weight)
                yield Trial(score, shown.place, action, group, text)


def _samples(group: Group) -> Iterator[tuple[str | None, float]]:
    """Under which conditions an action is tried for a class, with how promising that is.

    Without any where it is always taken; besides under the likeliest that no passing test sees hold, since the tests
    that fail may go on to where it must not be taken.
    """
    if group.always:
        yield None, group.weight
    fitting = [choice for choice in group.choices if choice.text is not None and choice.consistent]
    for rank, choice in enumerate(fitting[:SAMPLES] or ([] if group.always else group.choices[:1])):
        yield choice.text, choice.weight * (1.0 if not group.always else 0.7) / (1 + 0.2 * rank)


def _written(trial: Trial) -> Iterator[Candidate]:
    """The action, and those like it, under every condition of its class."""
    source = trial.place.target.source
    for rank, action in enumerate([trial.action, *trial.action.rivals]):
        for choice in trial.group.choices:
            weight = action.always if choice.text is None else choice.weight
            score = trial.place.score * _likely(weight, action, rank)
            edit = action.write(choice.text)
            if edit is not None:
                prior = score / max(trial.place.score, 0.01)
                yield Candidate.single(source, replace(edit, kind=action.kind, prior=prior), score, FAMILY)


def _likely(weight: float, action: Action, rank: int) -> float:
    return FLIPPED * (0.3 + 0.7 * weight) * (0.7 + 0.3 * action.prior) / (1 + 0.25 * rank)
