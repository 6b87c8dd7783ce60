"""The learned model of confidence in plausible patches, and its calibration.

A logistic regression over the features of `evidence.py` and the kinds of the edits, then a monotone function (isotonic
regression on patches that the model had not seen) from its output to the share of such patches that were right. Both
are in `learned/weights.json`, written by `python -m benchmarks.repair.train`; `sources` there says from how many
patches. Without steps the result is the uncalibrated probability of the model.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from testfix_pipeline.repair.model.ids import JOINT, group
from testfix_pipeline.repair.ranking.logistic import logistic

WEIGHTS = Path(__file__).with_name("learned") / "weights.json"


@dataclass(frozen=True)
class ConfidenceModel:
    """`kinds`: the log odds that a kind of edit adds, by id or group; unknown kinds add nothing.

    `steps`: (model's output, share that was right). `languages`: by language, what is added to the score of patches in
    it, with the steps for the sum (`python -m benchmarks.javascript --calibrate`).
    """

    intercept: float = 0.0
    features: Mapping[str, float] = field(default_factory=dict)
    kinds: Mapping[str, float] = field(default_factory=dict)
    steps: Sequence[tuple[float, float]] = ()
    languages: Mapping[str, ConfidenceModel] = field(default_factory=dict)

    @classmethod
    def of(cls, record: Mapping[str, object]) -> ConfidenceModel:
        """The model in a record of `weights.json`."""
        languages: Mapping[str, Mapping[str, object]] = record.get("languages", {})  # type: ignore[assignment]
        added = {name: cls.of(one) for name, one in languages.items()}
        return cls(**{**record, "languages": added})  # type: ignore[arg-type]

    def score(self, kind: str, features: Mapping[str, float]) -> float:
        """The log odds, before calibration, that a patch is right; patches are ordered by it."""
        of_kind = [self.of_kind(part) for part in kind.split(JOINT)]
        return (
            self.intercept
            + min(of_kind)
            + sum(self.features.get(name, 0.0) * value for name, value in features.items())
        )

    def of_kind(self, kind: str) -> float:
        """The log odds that a kind of edit (an id) adds: its own weight, else its group's, else 0."""
        return self.kinds.get(kind, self.kinds.get(group(kind), 0.0))

    def confidence(self, score: float) -> float:
        """The share of patches with such a score that are right, interpolated linearly between the steps."""
        if not self.steps:
            return logistic(score)
        return interpolate(self.steps, score)


def interpolate(steps: Sequence[tuple[float, float]], value: float) -> float:
    """The share at a value, interpolated linearly between two steps."""
    below = [step for step in steps if step[0] <= value]
    above = [step for step in steps if step[0] > value]
    if not below or not above:
        return (below[-1] if below else above[0])[1]
    (left, low), (right, high) = below[-1], above[0]
    return low + (high - low) * (value - left) / (right - left)


@functools.cache
def weights() -> Mapping[str, Mapping[str, object]]:
    """The content of the shipped weights file."""
    found: Mapping[str, Mapping[str, object]] = json.loads(WEIGHTS.read_text())
    return found


@functools.cache
def shipped_confidence_model() -> ConfidenceModel:
    """The shipped model."""
    return ConfidenceModel.of(weights()["trust"])
