"""Runs synthesis beside the search: looks at places when their turn comes, tries actions, follows what mends a test.

A condition that a passing test refutes is a lesson: the place is looked at again with that test (counterexample-guided
synthesis), and what does not fit any more is dropped.
"""

from __future__ import annotations

import heapq
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.clock import TimeIsUp
from testfix_pipeline.repair.edits import pull
from testfix_pipeline.repair.edits.edit import Target
from testfix_pipeline.repair.localise import Suspect
from testfix_pipeline.repair.partial_patches import Base, PartialPatches
from testfix_pipeline.repair.search import Space, is_new, places, share_of, target_of
from testfix_pipeline.repair.synthesis import observation, rebuilding
from testfix_pipeline.repair.synthesis.experiment import Experiment
from testfix_pipeline.repair.synthesis.items import (
    Item,
    Joined,
    Look,
    Partners,
    Ready,
    Rebuilding,
    hangs_on_condition,
    is_within,
)
from testfix_pipeline.repair.synthesis.mined import Wanted, wanted
from testfix_pipeline.repair.synthesis.observation import Observation
from testfix_pipeline.repair.synthesis.places import Place, conditions_within, places_at
from testfix_pipeline.repair.synthesis.staging import Trial, Written, trials, written
from testfix_pipeline.repair.validate import Validator
from testfix_pipeline.repair.verdict import Verdict
from testfix_pipeline.repair.warm import ServerLost

PLACES_AT_ONCE = 6
TRIALS_AT_ONCE = 12
JOINED_SCORE = 1.2
"""Candidates that are known to fix more than a partial patch come before all single edits."""
MOST_LESSONS = 3
# When a place's turn to be looked at comes, against edits with such a prior at the same place.
LOOK_PRIOR = 0.6
# The same for its parts to be looked at, and so many places at once.
PARTS_PRIOR, PARTS_AT_ONCE = 0.5, 4
# How promising an action is that mended a test at another place of the function.
MENDED_ELSEWHERE = 0.8
# What the same action under the same condition is worth at the second place of a function, the third and so on.
AGAIN_LOSS = 0.15


class Agenda:
    """An iterator over the search's candidates with experiments and their fruits put in where their scores say.

    failing: the tests that are looked at; targets: all that are to be fixed, where these are more. It may have more
    after it had none: when an experiment that still ran has ended. has_complete: a patch fixes all failing tests, and
    partial ones are not joined any more.
    """

    def __init__(
        self,
        space: Space,
        failing: Sequence[str],
        proposals: Iterator[Candidate],
        seen: set[int],
        notes: list[str],
        targets: Sequence[str] = (),
    ) -> None:
        self.space = space
        self.failing = failing
        self.proposals = proposals
        self.seen = seen
        self.notes = notes
        self.has_complete = False
        self.partial = PartialPatches(targets or failing)
        self._order = itertools.count()
        self._heap: list[tuple[float, int, Item]] = []
        self._ahead: Candidate | None = None
        self._far: list[Item] = []  # what lies outside of the search's focus, until that is wide again
        self._places: dict[str, tuple[Look, Place]] = {}
        self._lessons: dict[tuple[str, int, str], tuple[str, ...]] = {}
        self._mended: dict[str, float] = {}
        self._again: Counter[tuple[object, ...]] = Counter()
        self._alike: dict[tuple[object, ...], list[Trial]] = {}
        self._push(self._looks())

    def __iter__(self) -> Agenda:
        return self

    def __next__(self) -> Candidate | Experiment:
        focus = self.space.focus
        while True:
            self._push(self._partners(self.partial.with_new_partners()))
            if self._far and focus.functions is None:
                self._push(self._far)
                self._far = []
            ahead = self._next_edit()
            if self._heap and (ahead is None or ahead.score <= -self._heap[0][0]):
                made = self._made(heapq.heappop(self._heap)[2])
                if made is not None:
                    return made
            elif ahead is not None:
                self._ahead = None
                self.partial.take(ahead)
                return ahead
            elif focus.functions is None:
                raise StopIteration
            else:
                focus.widen()

    def _next_edit(self) -> Candidate | None:
        """The next single edit within the focus; None where there is none."""
        focus = self.space.focus
        while True:
            self._ahead = self._ahead or next(self.proposals, None)
            if self._ahead is None or focus.touches(self._ahead):
                return self._ahead
            if focus.is_exhausted:
                return None
            self._far.append(Ready(self._ahead.score, self._ahead))
            self._ahead = None

    def _made(self, item: Item) -> Candidate | Experiment | None:
        if not is_within(item, self.space.focus):
            self._far.append(item)
            return None
        if isinstance(item, Look):
            return self._looking(item)
        if isinstance(item, Rebuilding):
            return self._rebuilding(item)
        if isinstance(item, Trial):
            waiting = self._gather(item)
            return self._trying(waiting) if waiting else None
        if isinstance(item, Partners):
            return None if self.has_complete else self._joining(item)
        return self._tried(item)

    def _tried(self, item: Written | Joined | Ready) -> Candidate | None:
        """The candidate of an item; None where it must not be tried, or was proposed by others."""
        candidate = item.candidate
        needless = isinstance(item, Joined) and self.has_complete
        is_wanted = isinstance(item, Ready) or (self.space.allows(candidate) and is_new(candidate, self.seen))
        if needless or not is_wanted:
            return None
        self.partial.take(candidate)
        return candidate

    def _push(self, items: Iterable[Item]) -> None:
        for item in items:
            score = item.score
            if isinstance(item, Written) or (isinstance(item, Trial) and not item.promoted):
                mark = (type(item), *item.mark)
                score /= 1 + AGAIN_LOSS * self._again[mark]
                self._again[mark] += 1
            if isinstance(item, Written) and item.under_condition:
                self._places[item.candidate.fingerprint] = (Look(score, (item.place,)), item.place)
            elif isinstance(item, Trial):
                self._alike.setdefault(item.mark, []).append(item)
            heapq.heappush(self._heap, (-score, next(self._order), item))

    # -- looking -------------------------------------------------------------------------------------------------------

    def _looks(self) -> Iterator[Item]:
        """The places of suspicious functions, a few at a time, in the order of their scores."""
        space = self.space
        ranks = places(space.suspects)
        by_function: dict[tuple[str, str], list[Place]] = {}
        for suspect in space.suspects:
            key = (suspect.file, suspect.function)
            target = target_of(space, suspect) if _may_be_touched(space, suspect) else None
            if target is not None and share_of(ranks[key], len(ranks), True, space.shares) == space.share:
                score = space.score(suspect)
                by_function.setdefault(key, []).extend([*places_at(target, score), *conditions_within(target, score)])
        for found in by_function.values():
            for first in range(0, len(found), PLACES_AT_ONCE):
                some = tuple(found[first : first + PLACES_AT_ONCE])
                yield Look(max(pull.raised(one.score, pull.place(one.target)) for one in some) * LOOK_PRIOR, some)
            stmts = list({one.target.stmt: (one.target, one.score) for one in found if one.side == "before"}.values())
            for first in range(0, len(stmts), PARTS_AT_ONCE):
                chosen = tuple(stmts[first : first + PARTS_AT_ONCE])
                yield Rebuilding(max(score for _, score in chosen) * PARTS_PRIOR, chosen)

    def _rebuilding(self, item: Rebuilding) -> Experiment:
        def results(validator: Validator) -> list[Item]:
            asked = [one for target, score in item.targets for one in rebuilding.asked(target, score)]
            return list(rebuilding.observed(validator, asked, self.failing)) if asked else []

        return self._experiment(item, item.targets[0][0], results)

    def _looking(self, look: Look) -> Experiment:
        def results(validator: Validator) -> list[Item]:
            found = observation.observe(validator, look.places, self.failing, look.lessons)
            exceptions = self._wanted(validator)
            return [item for one in found if one.reached for item in self._trials(look, one, exceptions)]

        return self._experiment(look, look.places[0].target, results)

    def _experiment(self, item: Item, target: Target, results: Callable[[Validator], list[Item]]) -> Experiment:
        """Looks at the running program; without results where that fails."""

        def run(validator: Validator) -> list[Item]:
            try:
                return results(validator)
            except (TimeIsUp, ServerLost):
                raise
            except Exception as error:  # whatever code is met: a defect on it must not end the search
                self._note(target, error)
                return []

        return Experiment(item.score, (), run, self._push)

    def _trials(self, look: Look, shown: Observation, exceptions: Sequence[Wanted]) -> Sequence[Item]:
        try:
            found = trials(shown, exceptions)
            return list(self._known(found) if look.lessons else found)
        except Exception as error:
            self._note(shown.place.target, error)
            return []

    def _known(self, found: Iterator[Trial]) -> Iterator[Item]:
        """Trials of a place that was looked at before: none is made twice."""
        for trial in found:
            candidate = trial.candidate()
            mended = self._mended.get(candidate.fingerprint) if candidate else 0.0
            if mended is None:
                yield trial
            elif mended:
                yield from written(trial, mended)

    def _note(self, target: Target, error: Exception) -> None:
        place = f"{target.source.path}:{target.stmt.lineno}"
        self.notes.append(f"Synthesis failed at {place}: {error!r}")

    def _wanted(self, validator: Validator) -> list[Wanted]:
        found: dict[Wanted, None] = {}
        for test in self.failing:
            outcome = validator.baseline.outcomes.get(test)
            if outcome is not None:
                line = int(outcome.line or 0)
                found.update(dict.fromkeys(wanted(test, outcome.message, line, self.space.sources.root)))
        return list(found)

    # -- trying --------------------------------------------------------------------------------------------------------

    def _gather(self, first: Trial) -> list[tuple[Trial, Candidate]]:
        """The next trials that can share a child with the first."""
        waiting = [first]
        while self._heap and isinstance(self._heap[0][2], Trial) and len(waiting) < TRIALS_AT_ONCE:
            item = heapq.heappop(self._heap)[2]
            assert isinstance(item, Trial)
            waiting.append(item)
        made = [(trial, trial.candidate()) for trial in waiting]
        new = [(t, c) for t, c in made if c is not None and c.fingerprint not in self._mended]
        return [(t, c) for t, c in new if self.space.allows(c) and c.valid()]

    def _trying(self, waiting: Sequence[tuple[Trial, Candidate]]) -> Experiment:
        def run(validator: Validator) -> list[Item]:
            shares = validator.flips([candidate for _, candidate in waiting], self.failing)
            found: list[Item] = []
            for (trial, candidate), mended in zip(waiting, shares, strict=True):
                self._mended[candidate.fingerprint] = mended
                if mended:
                    found += [*written(trial, mended), *self._elsewhere(trial)]
            return found

        kinds = [f"trial.{trial.action.kind}" for trial, _ in waiting]
        return Experiment(waiting[0][0].score, kinds, run, self._push)

    def _elsewhere(self, trial: Trial) -> list[Item]:
        """The same at other places of the function, and here without its condition, now with better prospects."""
        others = [one for one in self._alike.pop(trial.mark, []) if one.place.key != trial.place.key]
        always = self._alike.get((*trial.mark[:-1], None), []) if trial.condition is not None else []
        others += [one for one in always if one.place.key == trial.place.key]
        return [replace(one, score=MENDED_ELSEWHERE * one.place.score, promoted=True) for one in others]

    # -- learning from what was tried ----------------------------------------------------------------------------------

    def fixes_part(self, candidate: Candidate, verdict: Verdict, joined: Iterator[Candidate]) -> None:
        """Take in a partial patch, and what it makes with others (`joined`); nothing once a patch fixes all."""
        if not self.has_complete:
            base = self.partial.base(candidate, verdict)
            self._push(self._partners([base] if base is not None else []))
            self._push(Joined(JOINED_SCORE, one) for one in joined)

    def _partners(self, bases: Iterable[Base]) -> Iterator[Partners]:
        """Work for the next partners of partial patches; those without any wait."""
        for base in bases:
            if score := self.partial.score(base):
                yield Partners(score, base)
            else:
                self.partial.waiting.append(base)

    def _joining(self, item: Partners) -> Experiment:
        pairs = self.partial.pairs(item.base)

        def run(validator: Validator) -> list[Item]:
            quick = [pair for pair in pairs if validator.swappable(pair)]
            shares = validator.flips(quick, item.base.left[:1])
            return [Joined(JOINED_SCORE, pair) for pair, share in zip(quick, shares, strict=True) if share]

        def settle(found: Sequence[Item]) -> None:
            self._push([*found, *self._partners([item.base])])

        return Experiment(item.score, ["pair"] * len(pairs), run, settle)

    def refuted(self, candidate: Candidate, verdict: Verdict) -> None:
        """Learn from a candidate of synthesis that fixes a failing test and breaks a passing one: its condition is
        wrong, and the place is looked at again with that test. Conditions that wait for validation make room."""
        if candidate.fingerprint not in self._places:
            return
        look, place = self._places[candidate.fingerprint]
        lessons = self._lessons.get(place.key, ())
        new = tuple(test for test in sorted(verdict.breaks) if test not in lessons)
        if not new or len(lessons) >= MOST_LESSONS:
            return
        self._lessons[place.key] = lessons + new
        kept = [one for one in self._heap if not hangs_on_condition(one[2], place)]
        heapq.heapify(kept)
        self._heap = kept
        self._push([replace(look, score=1.0, lessons=lessons + new)])


def _may_be_touched(space: Space, suspect: Suspect) -> bool:
    return space.allowed_lines is None or suspect.line in space.allowed_lines.get(suspect.file, ())
