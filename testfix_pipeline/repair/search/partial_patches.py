"""Joins patches that fix a part of the failing tests with other single edits, while the search goes on.

A partial patch is tried together with what was proposed so far, edits of its own kind and function first. A pair gets a
full validation once it fixes a test that the partial patch leaves.
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
"""How many partial patches are joined with others, and how many of these that leave the same tests."""
MOST_PARTNERS = 2000
SAME_KIND, SAME_FUNCTION = 2.0, 1.3
PAIR_SHARE = 0.5
"""The prior of a pair, as a share of its partner's, which is a partial patch itself in most bugs of two places.

A judgement: with .8, pairs delayed a second partial patch for long; .2 was no better than .5."""


@dataclass
class Base:
    """A partial patch with the failing tests that it leaves, and the partners that it was tried with (by identity)."""

    candidate: Candidate
    left: tuple[TestId, ...]
    met: set[int] = field(default_factory=set)


@dataclass
class PartialPatches:
    """The partial patches of a search, and its single edits in the order in which they were proposed.

    failing: all tests that are to be fixed. waiting: bases that had no partner left.
    """

    failing: Sequence[TestId]
    proposed: list[Candidate] = field(default_factory=list)
    bases: list[Base] = field(default_factory=list)
    waiting: list[Base] = field(default_factory=list)
    _seen: int = 0

    def take(self, candidate: Candidate) -> None:
        """Record a candidate that is tried; those after `MOST_PARTNERS` are no partners."""
        if len(candidate.edits) == 1 and len(self.proposed) < MOST_PARTNERS:
            self.proposed.append(candidate)

    def base(self, candidate: Candidate, verdict: Verdict) -> Base | None:
        """The base that a partial patch makes; None where enough are like it, or it is joined already."""
        left = tuple(test for test in self.failing if test not in verdict.fixes)
        alike = sum(base.left == left for base in self.bases)
        if not left or len(self.bases) >= MOST_BASES or alike >= MOST_ALIKE or len(candidate.edits) > 1:
            return None
        self.bases.append(Base(candidate, left))
        return self.bases[-1]

    def with_new_partners(self) -> list[Base]:
        """The waiting bases, once enough edits were proposed since, or the last ones."""
        new = len(self.proposed) - self._seen
        if not self.waiting or not new or (new < PARTNERS_AT_ONCE and len(self.proposed) < MOST_PARTNERS):
            return []
        self._seen = len(self.proposed)
        found, self.waiting = self.waiting, []
        return found

    def score(self, base: Base) -> float:
        """How promising the next partners of a base are, against single edits; 0 where there are none."""
        return PAIR_SHARE * max((_score(base.candidate, one) for one in self._unmet(base)), default=0.0)

    def pairs(self, base: Base) -> list[Candidate]:
        """The base joined with each of its next few partners."""
        chosen = sorted(self._unmet(base), key=lambda one: -_score(base.candidate, one))[:PARTNERS_AT_ONCE]
        base.met.update(map(id, chosen))
        return [pair for pair in (_joined(base.candidate, one) for one in chosen) if pair is not None]

    def _unmet(self, base: Base) -> list[Candidate]:
        return [one for one in self.proposed if id(one) not in base.met]


def _score(base: Candidate, other: Candidate) -> float:
    kind = SAME_KIND if other.kind == base.kind else 1.0
    return other.score * kind * (SAME_FUNCTION if functions_of(other) == functions_of(base) else 1.0)


def _joined(one: Candidate, other: Candidate) -> Candidate | None:
    try:
        pair = one.joined(other)
        return pair if pair.texts and pair.valid() else None
    except Overlap:
        return None
