"""Edits that landed in this project before: their kinds are tried earlier.

The shares of the kinds among right edits of the training corpus are the prior of a Dirichlet distribution that weighs
as much as PRIOR_FIXES fixes; the fixes that landed are the observations.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from testfix_pipeline.core.found_patches import found_patches
from testfix_pipeline.core.records import Attempt, FixHistory
from testfix_pipeline.repair.model.ids import JOINT, edit_ids_of

PRIOR_FIXES = 8.0
# The share of a kind that was never right in training.
UNSEEN = 0.005


@dataclass(frozen=True)
class Experience:
    """The number of landed edits of each kind, by id."""

    landed: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, history: FixHistory | None) -> Experience:
        """The ids of the edits that landed, from the attempts' details (older histories contain labels)."""
        attempts = history.attempts if history else ()
        return cls(Counter(kind for attempt in attempts if attempt.result == "landed" for kind in _kinds(attempt)))

    def gain(self, kind: str, share: float) -> float:
        """The gain in log odds of a kind; `share` is its share of all right edits in training. 0 without fixes."""
        if not self.landed:
            return 0.0
        share = max(share, UNSEEN)
        total = sum(self.landed.values())
        return math.log((self.landed.get(kind, 0) + PRIOR_FIXES * share) / (total + PRIOR_FIXES) / share)


def _kinds(attempt: Attempt) -> Iterator[str]:
    """Yields the kinds of the first plausible patch, which landed."""
    first = next(iter(found_patches(attempt.details)), None)
    if first is not None and isinstance(first.kind, str) and first.kind:
        yield from dict.fromkeys(edit_ids_of(first.kind).split(JOINT))
