"""The search after the first plausible patch: where rivals of it are looked for, and the two conditions that end it.

A rival changes the decision only if it is ranked above the best patch so far. So the search looks near the patches
that it has (`near`), and ends after so many rivals in a row without a better patch, fewer for a more confident one, or
after as many seconds as the first patch took. A patch that is as likely wrong as right may be at a wrong place: the
search is not confined, and both limits are twice as high. One that is hardly trusted is a lead and no answer: the
search goes on for most of its time.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, field

from testfix_pipeline.core.doubts import LAND_FROM, READ_BELOW, is_doubtful
from testfix_pipeline.repair.candidate import Candidate

MOST_IN_VAIN = 200
"""So many rivals in a row are tried in vain for a patch that is certainly wrong, in proportion fewer for others.

Of 68 training programs with a plausible patch the first one was right in 43; the best one was in 46 with 200 (54 tries
on average) as with 500 (134), and in 48 with 1000 (308): `python -m benchmarks.repair.rivals`."""
LEAST_SECONDS = 6.0
"""Rivals may be looked for as long as the first patch took to find, and at least so long (twice where they are looked
for elsewhere too), however few were tried. Leads and a bound that the caller sets override this."""
SURE = 0.8
"""Rivals of such a patch are not looked for in tables and constants: each of them is imported anew to be tried."""
LEAD_SHARES = ((0.35, 1.0), (LAND_FROM, 0.6))
"""How much of all the time a lead leaves for something better: (confidence below which, share)."""

MODULE = "<module>"
"""The name that suspects outside of functions have."""
Function = tuple[str, str]
"""A file and the qualified name of a function in it, "" for what lies outside of functions."""


@dataclass
class Focus:
    """The functions to which a search is confined for the time being; None for all that it knows."""

    functions: frozenset[Function] | None = None

    def holds(self, file: str, function: str) -> bool:
        """Whether the search may propose anything there."""
        return self.functions is None or (file, "" if function == MODULE else function) in self.functions

    def touches(self, candidate: Candidate) -> bool:
        """Whether a candidate edits anything there."""
        return self.functions is None or not self.functions.isdisjoint(functions_of(candidate))


@dataclass
class RivalSearch:
    """What has been tried since the first plausible patch. `confidence`: of the best patch so far.

    best: that patch's fingerprint.
    all_seconds: of the whole search, of which leads take a share; bound: seconds for rivals that the caller has set,
    None where the condition of this module decides.
    """

    focus: Focus
    all_seconds: float
    bound: float | None = None
    confidence: float = 1.0
    found_after: float | None = None
    in_vain: int = 0
    _near: set[Function] = field(default_factory=set)
    best: str = ""

    def found(self, candidate: Candidate, best: str, confidence: float, passed: float) -> None:
        """Record a plausible patch: `best` is the fingerprint of the best so far, with its confidence."""
        if best != self.best:
            self.best, self.in_vain = best, 0
        self._near |= functions_of(candidate)
        self.found_after = passed if self.found_after is None else self.found_after
        self.confidence = confidence
        confined = self.bound is None and confidence >= READ_BELOW
        self.focus.functions = frozenset(near(self._near, confidence)) if confined else None

    def found_beyond(self, best: str, confidence: float, passed: float) -> None:
        """The same of a patch that goes on from what mends a part: no place is nearer to it than others."""
        self.best, self.in_vain, self.confidence = best, 0, confidence
        self.found_after = passed if self.found_after is None else self.found_after

    def forget(self) -> None:
        """The patches did not hold: the search is what it was before the first."""
        self.focus.functions, self.found_after, self.in_vain = None, None, 0
        self._near.clear()

    @property
    def is_lead(self) -> bool:
        """Whether the best patch is no answer by itself."""
        return is_doubtful(self.confidence)

    def tried(self, number: int = 1) -> None:
        """Record rivals that are tried; the next `found` says whether they changed anything."""
        self.in_vain += number

    def until(self) -> float:
        """The second of the search at which it ends at the latest, with the patches that are known."""
        began = self.found_after or 0.0
        if self.bound is not None:
            return began + self.bound
        share = next((share for below, share in LEAD_SHARES if self.confidence < below), 0.0)
        least = LEAST_SECONDS if self.focus.functions is not None else 2 * LEAST_SECONDS
        return max(began + max(least, began), share * self.all_seconds)

    def is_over(self, passed: float) -> bool:
        """Whether nothing is to be expected any more that changes the decision."""
        if self.found_after is None:
            return False
        return self._left() < 0 or passed >= self.until()

    def _left(self) -> float:
        """How many more rivals may come to nothing."""
        if self.bound is not None or self.is_lead:
            return math.inf
        most = MOST_IN_VAIN if self.focus.functions is not None else 2 * MOST_IN_VAIN
        return most * (1 - self.confidence) - self.in_vain

    def expected(self, passed: float, rate: float) -> float:
        """Seconds that it goes on at most, after so many; `rate`: candidates a second so far."""
        return min(max(0.0, self.until() - passed), max(0.0, self._left()) / max(rate, 1e-6))


def near(functions: Collection[Function], confidence: float) -> set[Function]:
    """The functions that patches edit, and what stands outside of functions in their files unless the best is sure."""
    outside = {(file, "") for file, _ in functions} if confidence < SURE else set()
    return {*functions, *outside}


def functions_of(candidate: Candidate) -> set[Function]:
    """File and function of every edit; "" outside of functions."""
    found = set()
    for part in candidate.parts:
        for edit in part.edits:
            stmt = part.source.statements.get(edit.line)
            function = part.source.function_of(stmt) if stmt is not None else None
            found.add((edit.file, function.qualname if function else ""))
    return found
