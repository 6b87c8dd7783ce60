"""The learned model of trust in plausible patches, and how its number becomes a probability.

A logistic regression over the features of `evidence.py` and the kinds of the edits, then a monotone function (isotonic
regression on patches that the model had not seen) from its output to the share of such patches that were right. Both
are in `learned/weights.json`, written by `python -m benchmarks.repair.train`; its `sources` say from how many patches.
Without steps the number is the model's own probability, which nobody has compared with the truth.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

WEIGHTS = Path(__file__).with_name("learned") / "weights.json"


BY_HAND = {
    "patch": 2.0,
    "patch varied": 1.0,
    "expression rebuilt": -1.6,
    "condition replaced": -1.8,
    "container changed": -0.4,
    "state counted on": -0.3,
    "operands regrouped": 0.9,
    "boolean regrouped": 0.9,
    "assigned at once": 1.0,
    "sorted instead": 1.2,
    "loops side by side": 0.9,
    "scope declared": 1.6,
    "state of each": 1.2,
    "None asked for": 0.5,
    "added up": 0.6,
    "order kept": 0.6,
    "put in front": 0.2,
    "key completed": 0.2,
    "sides converted": 0.2,
    "argument given": 0.3,
    "passed up": 0.9,
    "keywords passed on": 1.2,
    "done for the other side": 0.4,
    "unit converted": -0.3,
    "collected gone through": 0.2,
    "result passed on": 0.2,
    "alias copied": 0.4,
    "analogous branch": 1.4,
    "analogous statement": 1.4,
    "shared statement": 0.6,
    "entry added": 1.0,
    "guard change": -0.6,
}
"""Estimates for kinds that there was nothing to learn from: the patch of a model as it came, and a variation of one;
what agrees with all passing tests by the way it was chosen, so that their agreement says little more; what the project
says of the like, whose constants and conditions are counted as guesses though they come from there; other changes."""


@dataclass(frozen=True)
class Trust:
    """`kinds`: what a kind of edit adds; unknown kinds add nothing. `steps`: (model's output, share that was right)."""

    intercept: float = 0.0
    features: Mapping[str, float] = field(default_factory=dict)
    kinds: Mapping[str, float] = field(default_factory=dict)
    steps: Sequence[tuple[float, float]] = ()

    @classmethod
    def of(cls, record: Mapping[str, object]) -> Trust:
        return cls(**record)  # type: ignore[arg-type]

    def score(self, kind: str, features: Mapping[str, float]) -> float:
        """Log odds, before calibration, that a patch is right: what patches are ordered by."""
        of_kind = [self.of_kind(part) for part in kind.split(" + ")]
        return (
            self.intercept
            + min(of_kind)
            + sum(self.features.get(name, 0.0) * value for name, value in features.items())
        )

    def of_kind(self, kind: str) -> float:
        return BY_HAND.get(kind, known_kind(self.kinds, kind))

    def confidence(self, score: float) -> float:
        """The share of patches with such a score that are right, between the steps in a straight line."""
        if not self.steps:
            return 1 / (1 + math.exp(-max(-50.0, min(50.0, score))))
        below = [step for step in self.steps if step[0] <= score]
        above = [step for step in self.steps if step[0] > score]
        if not below or not above:
            return (below[-1] if below else above[0])[1]
        (left, low), (right, high) = below[-1], above[0]
        return low + (high - low) * (score - left) / (right - left)


def known_kind(kinds: Mapping[str, float], kind: str) -> float:
    """What is known of a kind, else of its first word; 0 for a kind that was not met in training."""
    return kinds.get(kind, kinds.get(kind.split(" ")[0], 0.0))


@functools.cache
def weights() -> Mapping[str, Mapping[str, object]]:
    """The shipped weights file."""
    found: Mapping[str, Mapping[str, object]] = json.loads(WEIGHTS.read_text())
    return found


@functools.cache
def trust() -> Trust:
    return Trust.of(weights()["trust"])
