"""The stop condition of a search, and the functions that it searches until then.

A search ends when it is unlikely that an untried candidate is better than the best patch, or with its budget. Rivals of
a patch are first searched near it, since most that overtake it edit the same function, then everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.search_focus import Focus, Function, functions_of, with_module_code


class Rivals(NamedTuple):
    """Candidates that may overtake a wrong patch.

    share: the share of wrong patches that such a candidate overtakes. half_life: the number of tries in vain that
    halves the chance.
    """

    share: float
    half_life: float


NEAR, ELSEWHERE = Rivals(0.20, 25), Rivals(0.06, 700)
"""Of 68 training programs with a plausible patch the first one was right in 43. Among the 25 others, the right one
followed within some 50 tries in 3, within some 300 in 5 (`python -m benchmarks.repair.rivals` of commit 2668e8bd)."""
LEAST_CHANCE = 0.02
"""Below this chance that an untried candidate is better than the best patch, the search ends."""
PATIENCE = 8.0
"""The factor for `half_life` in a language that `NEAR` and `ELSEWHERE` were not measured in: they are of searches in
Python. The confidence of patches may be learned in it."""
SURE = 0.8
"""The confidence from which on rivals are not searched in tables and constants: each needs a new import to be tried."""


def chance_of_better(confidence: float, in_vain: float, rivals: Sequence[Rivals]) -> float:
    """The chance that an untried candidate is right and the best patch is not, after this many tries in vain."""
    return (1 - confidence) * sum(one.share * math.pow(0.5, in_vain / one.half_life) for one in rivals)


@dataclass
class StopCondition:
    """Decides when a search with a plausible patch is over, and limits `focus` to the functions of its rivals.

    bound: seconds for rivals that the caller has set, None if the chance decides. confidence: of the best patch so far;
    best: its fingerprint; found_after: the second of the first one. patience: the factor for the half-lives of rivals.

    A patch too doubtful to land does not end a search: only the budget does.
    """

    focus: Focus
    budget: float
    bound: float | None = None
    confidence: float = 1.0
    best: str = ""
    found_after: float | None = None
    in_vain: int = 0
    patience: float = 1.0
    began: float = 0.0
    _tried: int = 0
    _functions: set[Function] = field(default_factory=set)

    def found(self, candidate: Candidate | None, best: str, confidence: float, passed: float) -> None:
        """Records a plausible patch; `best` is the fingerprint of the best so far, with its confidence.

        candidate: None if no new function is to be searched, as for a patch that continues a partial one.
        """
        if best != self.best:
            self.best, self.in_vain = best, 0
        self.confidence = confidence
        self.found_after = passed if self.found_after is None else self.found_after
        self._functions |= functions_of(candidate) if candidate is not None else set()
        if not self._functions or self.bound is not None or self.is_lead or self._is_elsewhere_better():
            self.focus.widen()
        else:
            self.focus.confine(with_module_code(self._functions, self.confidence < SURE))

    def reset(self) -> None:
        """Resets the condition to the state before the first patch, because no patch was confirmed."""
        self.focus.widen()
        self.found_after, self.in_vain, self.best = None, 0, ""
        self._functions.clear()

    @property
    def is_lead(self) -> bool:
        """Whether the best patch is too doubtful to land."""
        return is_doubtful(self.confidence)

    def tried(self, number: int = 1) -> None:
        """Records candidates that are tried; the next `found` says whether they changed anything."""
        self._tried += number
        self.in_vain += number
        if self.focus.functions is not None and self._is_elsewhere_better():
            self.focus.widen()

    def is_over(self, passed: float) -> bool:
        """Whether nothing is expected any more that changes the decision, `passed` seconds into the search."""
        if self.found_after is None:
            return False
        if self.bound is not None:
            return passed >= self.found_after + self.bound
        return not self.is_lead and self._gain(passed) < LEAST_CHANCE

    def expected_seconds(self, passed: float) -> float:
        """The seconds that the search still takes at most."""
        left = max(0.0, self.budget - passed)
        if self.found_after is None or (self.is_lead and self.bound is None):
            return left
        if self.bound is not None:
            return max(0.0, min(left, self.found_after + self.bound - passed))
        return min(left, self._tries_left() / self._rate(passed))

    def _is_elsewhere_better(self) -> bool:
        return self._chance([NEAR]) < self._chance([ELSEWHERE])

    def _rivals(self) -> Sequence[Rivals]:
        """The remaining rivals: once the focus is widened, those near the patch have been tried."""
        return [ELSEWHERE] if self.focus.functions is None else [NEAR, ELSEWHERE]

    def _chance(self, rivals: Sequence[Rivals], more: float = 0.0) -> float:
        return chance_of_better(self.confidence, (self.in_vain + more) / self.patience, rivals)

    def _gain(self, passed: float) -> float:
        """The chance that a better candidate is among those that can still be tried in time."""
        can_try = self._rate(passed) * max(0.0, self.budget - passed)
        return self._chance(self._rivals()) - self._chance(self._rivals(), can_try)

    def _tries_left(self) -> float:
        """The number of further tries in vain after which the search ends at the latest."""
        enough = max(1e-9, LEAST_CHANCE / len(self._rivals()))
        chances = [(one, max(1e-9, self._chance([one]))) for one in self._rivals()]
        tries = max(one.half_life * max(0.0, math.log2(chance / enough)) for one, chance in chances)
        return self.patience * tries

    def _rate(self, passed: float) -> float:
        """The number of candidates per second so far."""
        return max(self._tried, 1) / max(passed - self.began, 1e-3)
