"""The order of a search: single edits, experiments of synthesis and joined partial patches, best first."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.experiment import Experiment, Item, Synthesis
from testfix_pipeline.repair.language.language import Language
from testfix_pipeline.repair.language.registry import language_of_source, languages
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.verdict import Verdict
from testfix_pipeline.repair.search.partial_patches import PartialPatch, PartialPatches
from testfix_pipeline.repair.search.space import Space, is_evident, is_new
from testfix_pipeline.repair.validation.validator import Validator

JOINED_SCORE = 1.2
"""Higher than all single edits: for candidates that are known to fix more than a partial patch."""


@dataclass(frozen=True)
class PartnerTrial:
    """A work item: try the next partners of a partial patch with it."""

    score: float
    base: PartialPatch


@dataclass(frozen=True)
class JoinedPatch:
    """A work item: partial patches, or one and a partner that is known to fix a further test, as one candidate."""

    score: float
    candidate: Candidate


@dataclass(frozen=True)
class WaitingEdit:
    """A work item: a single edit that was drawn already, and waits outside of the search's focus."""

    score: float
    candidate: Candidate


@dataclass(frozen=True)
class RepeatedEdit:
    """A work item: the edit of a plausible patch at all places of the same code."""

    score: float
    candidate: Candidate


Work = tuple[Item, Synthesis | None]
"""An item with its synthesis; None for the items of this module."""


class SearchOrder:
    """Iterates over candidates and experiments, the highest score first.

    space: the edits of the search. failing: the tests of the first run. proposals: single edits, best first. seen: keys
    of candidates, which occur once; new ones are added. notes: messages for the result, which grow. targets: the tests
    to fix, if there are more than `failing`. It may continue after StopIteration, once a running experiment has ended.
    has_complete: a patch fixes all failing tests, so partial ones are not joined (`record_complete`).
    """

    def __init__(
        self,
        space: Space,
        failing: Sequence[TestId],
        proposals: Iterator[Candidate],
        seen: set[int],
        notes: list[str],
        targets: Sequence[TestId] = (),
    ) -> None:
        self.space = space
        self.proposals = proposals
        self.seen = seen
        self.has_complete = False
        self.partial = PartialPatches(targets or failing)
        self._notes, self._failing = notes, failing
        self._order = itertools.count()
        self._heap: list[tuple[float, int, Work]] = []
        self._next_drawn: Candidate | None = None
        self._outside_focus: list[Work] = []  # items outside of the search's focus, until it is widened
        self._syntheses = [one for one in map(self._synthesis, languages()) if one is not None]

    def __iter__(self) -> SearchOrder:
        return self

    def __next__(self) -> Candidate | Experiment:
        focus = self.space.focus
        while True:
            self._push(self._partners(self.partial.with_new_partners()))
            if self._outside_focus and focus.functions is None:
                for item, synthesis in self._outside_focus:
                    self._push([item], synthesis)
                self._outside_focus = []
            ahead = self._next_edit()
            if self._heap and (ahead is None or ahead.score <= -self._heap[0][0]):
                made = self._work_of(*heapq.heappop(self._heap)[2])
                if made is not None:
                    return made
            elif ahead is not None:
                self._next_drawn = None
                self.partial.take(ahead)
                return ahead
            elif focus.functions is None:
                raise StopIteration
            else:
                focus.widen()

    def _next_edit(self) -> Candidate | None:
        """The next single edit within the focus; None if there is none."""
        focus = self.space.focus
        while True:
            self._next_drawn = self._next_drawn or next(self.proposals, None)
            if self._next_drawn is None or focus.touches(self._next_drawn) or is_evident(self._next_drawn):
                return self._next_drawn
            if focus.is_exhausted:
                return None
            self._outside_focus.append((WaitingEdit(self._next_drawn.score, self._next_drawn), None))
            self._next_drawn = None

    def _synthesis(self, language: Language) -> Synthesis | None:
        """The synthesis of a language, with its first items queued; None if it has none."""

        def push(items: Iterable[Item]) -> None:
            self._push(items, synthesis)

        synthesis = language.synthesis(self.space, self._failing, self._notes, push)
        if synthesis is not None:
            push(synthesis.looks())
        return synthesis

    def _work_of(self, item: Item, synthesis: Synthesis | None) -> Candidate | Experiment | None:
        focus = self.space.focus
        if synthesis is not None and not synthesis.is_within(item, focus):
            self._outside_focus.append((item, synthesis))
            return None
        if synthesis is not None:
            made = synthesis.begin(item, self._following(item))
            return self._new(made) if isinstance(made, Candidate) else made
        if isinstance(item, PartnerTrial):
            return None if self.has_complete else self._partner_experiment(item)
        if isinstance(item, RepeatedEdit):
            return self._new(item.candidate)
        assert isinstance(item, (JoinedPatch, WaitingEdit))
        if not focus.touches(item.candidate):
            self._outside_focus.append((item, None))
            return None
        if isinstance(item, JoinedPatch):
            return None if self.has_complete else self._new(item.candidate)
        self.partial.take(item.candidate)
        return item.candidate

    def _following(self, item: Item) -> Iterator[Item]:
        """Yields the next consecutive items of the same type, and removes them."""
        while self._heap and type(self._heap[0][2][0]) is type(item):
            yield heapq.heappop(self._heap)[2][0]

    def _new(self, candidate: Candidate) -> Candidate | None:
        """The candidate; None if it must not be tried, or was proposed before."""
        if not (self.space.allows(candidate) and is_new(candidate, self.seen)):
            return None
        self.partial.take(candidate)
        return candidate

    def _push(self, items: Iterable[Item], synthesis: Synthesis | None = None) -> None:
        for item in items:
            score = item.score if synthesis is None else synthesis.record(item)
            heapq.heappush(self._heap, (-score, next(self._order), (item, synthesis)))

    def record_partial(self, candidate: Candidate, verdict: Verdict, joined: Iterator[Candidate]) -> None:
        """Records a partial patch and its combinations with others (`joined`), unless a patch fixes all tests."""
        if not self.has_complete:
            base = self.partial.base(candidate, verdict)
            self._push(self._partners([base] if base is not None else []))
            self._push(JoinedPatch(JOINED_SCORE, one) for one in joined)
            self._push(self._repeated(candidate))

    def record_complete(self, candidate: Candidate) -> None:
        """Records a complete patch: its edit is tried at all places of the same code next, and partial patches are not
        joined any more."""
        self.has_complete = True
        self._push(self._repeated(candidate))

    def _repeated(self, candidate: Candidate) -> Iterator[RepeatedEdit]:
        if len(candidate.edits) == 1:
            source, edit = candidate.parts[0].source, candidate.edits[0]
            repeated = language_of_source(source).repeated(source, edit)
            if repeated is not None:
                yield RepeatedEdit(
                    JOINED_SCORE, Candidate.single(source, repeated, candidate.score, candidate.producer)
                )

    @property
    def is_repeating(self) -> bool:
        """Whether the edit of a plausible patch is to be tried at other places."""
        return bool(self._heap) and isinstance(self._heap[0][2][0], RepeatedEdit)

    def _partners(self, bases: Iterable[PartialPatch]) -> Iterator[PartnerTrial]:
        """Yields work items for the next partners of partial patches; those without any wait."""
        for base in bases:
            if score := self.partial.score(base):
                yield PartnerTrial(score, base)
            else:
                self.partial.waiting.append(base)

    def _partner_experiment(self, item: PartnerTrial) -> Experiment:
        pairs = self.partial.pairs(item.base)

        def run(validator: Validator) -> list[Item]:
            quick = [pair for pair in pairs if validator.swappable(pair)]
            shares = validator.flips(quick, item.base.left[:1])
            return [JoinedPatch(JOINED_SCORE, pair) for pair, share in zip(quick, shares, strict=True) if share]

        def settle(found: Sequence[Item]) -> None:
            self._push([*found, *self._partners([item.base])])

        return Experiment(item.score, ["pair"] * len(pairs), run, settle)

    def record_refuted(self, candidate: Candidate, verdict: Verdict) -> None:
        """Learns from a candidate that fixes a failing test and breaks a passing one: drops items with refuted
        conditions, and queues a new observation of the place with the broken tests."""
        for synthesis in self._syntheses:
            learned = synthesis.learn(candidate, verdict)
            if learned is not None:
                is_refuted, follow_up = learned
                self._heap = [one for one in self._heap if one[2][1] is not synthesis or not is_refuted(one[2][0])]
                heapq.heapify(self._heap)
                self._push([follow_up], synthesis)
