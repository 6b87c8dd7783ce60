"""The order of a search: single edits, experiments of synthesis and joined partial patches, best first."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Iterator, Sequence

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.languages.python.synthesis.experiments import Experiment, Synthesis
from testfix_pipeline.repair.languages.python.synthesis.items import (
    Item,
    Joined,
    Look,
    Partners,
    Ready,
    Rebuilding,
    hangs_on_condition,
    is_within,
)
from testfix_pipeline.repair.languages.python.synthesis.staging import Trial, Written
from testfix_pipeline.repair.partial_patches import Base, PartialPatches
from testfix_pipeline.repair.search import Space, is_new
from testfix_pipeline.repair.validate import Validator
from testfix_pipeline.repair.verdict import Verdict

TRIALS_AT_ONCE = 12
JOINED_SCORE = 1.2
"""Candidates that are known to fix more than a partial patch come before all single edits."""


class Agenda:
    """An iterator over the search's candidates with experiments and their results put in where their scores say.

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
        self.proposals = proposals
        self.seen = seen
        self.has_complete = False
        self.partial = PartialPatches(targets or failing)
        self.synthesis = Synthesis(space, failing, notes, self._push)
        self._order = itertools.count()
        self._heap: list[tuple[float, int, Item]] = []
        self._ahead: Candidate | None = None
        self._far: list[Item] = []  # what lies outside of the search's focus, until that is wide again
        self._push(self.synthesis.looks())

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
            return self.synthesis.look_at(item)
        if isinstance(item, Rebuilding):
            return self.synthesis.rebuild(item)
        if isinstance(item, Trial):
            usable = self.synthesis.usable([item, *self._next_trials()])
            return self.synthesis.try_actions(usable) if usable else None
        if isinstance(item, Partners):
            return None if self.has_complete else self._joining(item)
        return self._tried(item)

    def _next_trials(self) -> Iterator[Trial]:
        """The next trials in a row, which can share a process with the one before."""
        for _ in range(TRIALS_AT_ONCE - 1):
            item = self._heap[0][2] if self._heap else None
            if not isinstance(item, Trial):
                return
            heapq.heappop(self._heap)
            yield item

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
            heapq.heappush(self._heap, (-self.synthesis.record(item), next(self._order), item))

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
        """Learn from a candidate that fixes a failing test and breaks a passing one: conditions of its place that wait
        for validation make room for those that a look at it with that test gives."""
        learned = self.synthesis.learn(candidate, verdict)
        if learned is not None:
            place, look = learned
            self._heap = [one for one in self._heap if not hangs_on_condition(one[2], place)]
            heapq.heapify(self._heap)
            self._push([look])
