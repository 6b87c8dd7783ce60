"""Edits that mend a bug in part, each tried together with others while the search goes on.

A base is a candidate that mends some of the failing tests and breaks nothing, or that brings a failing test further
than it came before. Its partners are what was proposed so far, those of its own kind and function first; a pair is
worth a full validation once it mends a test that the base leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.edits.edit import Overlap
from testfix_pipeline.repair.source import SourceFile
from testfix_pipeline.repair.validate import Validator
from testfix_pipeline.repair.verdict import Verdict

PARTNERS_AT_ONCE = 16
MOST_BASES, MOST_ALIKE, MOST_FURTHER = 6, 3, 6
"""How many bases mend a test each, how many of these the same ones, and how many only come further."""
MOST_PARTNERS = 800
PARTIAL_SCORE, FURTHER_SCORE = 0.8, 0.3
LATER = 0.9
"""What the next partners of a base are worth against those before."""
PAIR_SCORE = 1.2
SAME_KIND, SAME_FUNCTION = 2.0, 1.3


@dataclass
class Base:
    """A candidate with the failing tests that it leaves, and the partners that it was tried with (by identity)."""

    candidate: Candidate
    left: tuple[str, ...]
    score: float
    met: set[int] = field(default_factory=set)


@dataclass
class Pairing:
    """The bases of a search, and the single candidates in the order in which they were proposed, the first of them.

    asleep: (score, base) of those for which nothing is left to try until more is proposed.
    """

    failing: Sequence[str]
    proposed: list[Candidate] = field(default_factory=list)
    bases: list[Base] = field(default_factory=list)
    asleep: list[tuple[float, Base]] = field(default_factory=list)
    _known: int = 0

    def take(self, candidate: Candidate) -> None:
        """Hear of one more candidate; those that come late are no partners, and wake nobody."""
        if len(self.proposed) < MOST_PARTNERS:
            self.proposed.append(candidate)

    def awake(self) -> list[tuple[float, Base]]:
        """(score, base) of those that had no partners left, once as many are new as are tried at once, or the last."""
        new, full = len(self.proposed) - self._known, len(self.proposed) == MOST_PARTNERS
        if not self.asleep or not new or (new < PARTNERS_AT_ONCE and not full):
            return []
        self._known = len(self.proposed)
        woken, self.asleep = self.asleep, []
        return woken

    def partial(self, candidate: Candidate, verdict: Verdict) -> Base | None:
        """The base that a patch makes which mends some tests; None where one like it is there."""
        left = tuple(test for test in self.failing if test not in verdict.fixes)
        known = [base for base in self.bases if base.score == PARTIAL_SCORE]
        alike = sum(base.left == left for base in known)
        if not left or len(known) >= MOST_BASES or alike >= MOST_ALIKE or len(candidate.edits) > 1:
            return None
        return self._added(Base(candidate, left, PARTIAL_SCORE))

    def further(self, candidate: Candidate, verdict: Verdict, validator: Validator) -> Base | None:
        """The base that a candidate makes under which a failing test gets to a later line of its own than before."""
        before = validator.baseline.outcomes
        left = tuple(test for test in self.failing if test in verdict.outcomes and test in before)
        further = [test for test in left if int(verdict.outcomes[test].line or 0) > int(before[test].line or 0) > 0]
        known = [base for base in self.bases if base.score == FURTHER_SCORE]
        if not further or len(known) >= MOST_FURTHER or len(candidate.edits) > 1:
            return None
        return self._added(Base(candidate, tuple(further), FURTHER_SCORE))

    def _added(self, base: Base) -> Base:
        self.bases.append(base)
        return base

    def partners(self, base: Base) -> list[Candidate]:
        """The next few partners of a base as pairs with it."""
        waiting = [
            one
            for one in self.proposed
            if id(one) not in base.met and len(one.edits) == 1 and one.fingerprint != base.candidate.fingerprint
        ]
        chosen = sorted(waiting, key=lambda one: -self._worth(base, one))[:PARTNERS_AT_ONCE]
        base.met.update(map(id, chosen))
        return [pair for pair in (_joined(base.candidate, one) for one in chosen) if pair is not None]

    def _worth(self, base: Base, other: Candidate) -> float:
        kind = SAME_KIND if other.kind == base.candidate.kind else 1.0
        near = SAME_FUNCTION if _function(other) == _function(base.candidate) else 1.0
        return other.score * kind * near


def _function(candidate: Candidate) -> tuple[SourceFile, str]:
    part = candidate.parts[0]
    stmt = part.source.statements.get(part.edits[0].line)
    function = part.source.holder(stmt) if stmt is not None else None
    return part.source, function.qualname if function else ""


def _joined(one: Candidate, other: Candidate) -> Candidate | None:
    try:
        pair = one.joined(other)
        return pair if pair.texts and pair.valid() else None
    except Overlap:
        return None
