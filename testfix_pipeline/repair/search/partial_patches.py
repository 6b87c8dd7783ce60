"""Joins patches that fix a part of the failing tests with other single edits, while the search continues.

A partial patch is tried together with the edits proposed so far, edits of its own kind and function first. A pair gets
a full validation once it fixes a test that the partial patch does not fix.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Overlap
from testfix_pipeline.repair.model.search_focus import functions_of
from testfix_pipeline.repair.model.verdict import Verdict

PARTNERS_AT_ONCE = 16
MOST_BASES, MOST_ALIKE = 16, 8
"""The number of partial patches that are joined with others, and of those among them with the same remaining tests."""
MOST_PARTNERS = 2000
SAME_KIND, SAME_FUNCTION = 2.0, 1.3
PAIR_SHARE = 0.5
"""The prior of a pair as a share of its partner's, which is a partial patch itself in most bugs of two places.

A judgement: with .8, pairs delayed a second partial patch for long; .2 was no better than .5."""


@dataclass
class PartialPatch:
    """A partial patch with the failing tests that remain, and the partners already tried with it (by identity)."""

    candidate: Candidate
    left: tuple[TestId, ...]
    met: set[int] = field(default_factory=set)


@dataclass
class PartialPatches:
    """The partial patches of a search, and its single edits in the order in which they were proposed.

    failing: all tests to fix. waiting: bases without untried partners.
    """

    failing: Sequence[TestId]
    proposed: list[Candidate] = field(default_factory=list)
    bases: list[PartialPatch] = field(default_factory=list)
    waiting: list[PartialPatch] = field(default_factory=list)
    _seen: int = 0

    def take(self, candidate: Candidate) -> None:
        """Records a tried candidate; after `MOST_PARTNERS` they are no partners any more."""
        if len(candidate.edits) == 1 and len(self.proposed) < MOST_PARTNERS:
            self.proposed.append(candidate)

    def base(self, candidate: Candidate, verdict: Verdict) -> PartialPatch | None:
        """Records a partial patch as a base; None if there are enough similar ones, or it is joined already."""
        left = tuple(test for test in self.failing if test not in verdict.fixes)
        equal_count = sum(base.left == left for base in self.bases)
        if not left or len(self.bases) >= MOST_BASES or equal_count >= MOST_ALIKE or len(candidate.edits) > 1:
            return None
        self.bases.append(PartialPatch(candidate, left))
        return self.bases[-1]

    def with_new_partners(self) -> list[PartialPatch]:
        """The waiting bases, once enough edits were proposed since, or the last ones."""
        new = len(self.proposed) - self._seen
        if not self.waiting or not new or (new < PARTNERS_AT_ONCE and len(self.proposed) < MOST_PARTNERS):
            return []
        self._seen = len(self.proposed)
        found, self.waiting = self.waiting, []
        return found

    def score(self, base: PartialPatch) -> float:
        """The score of a base's next partners, against single edits; 0 if there are none."""
        return PAIR_SHARE * max((_score(base.candidate, one) for one in self._untried_partners(base)), default=0.0)

    def pairs(self, base: PartialPatch) -> list[Candidate]:
        """The base joined with each of its next few partners."""
        chosen = sorted(self._untried_partners(base), key=lambda one: -_score(base.candidate, one))[:PARTNERS_AT_ONCE]
        base.met.update(map(id, chosen))
        return [pair for pair in (_join(base.candidate, one) for one in chosen) if pair is not None]

    def _untried_partners(self, base: PartialPatch) -> list[Candidate]:
        return [one for one in self.proposed if id(one) not in base.met]


def _score(base: Candidate, other: Candidate) -> float:
    kind = SAME_KIND if other.kind == base.kind else 1.0
    return other.score * kind * (SAME_FUNCTION if functions_of(other) == functions_of(base) else 1.0)


def _join(one: Candidate, other: Candidate) -> Candidate | None:
    try:
        pair = one.joined(other)
        return pair if pair.texts and pair.valid() else None
    except Overlap:
        return None
