"""Learns what tells a right patch from its rivals in the same search: a conditional logit (McFadden 1974).

Trust is learned from patches one by one (`trust.py`), so much of it goes into how hard a task is. Here only searches
that found right and wrong patches count, each as one choice among its own: the chance that a right one comes first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from benchmarks.repair.learning.trust import TooFew, judged_patches, package_of, with_size
from testfix_pipeline.repair.ranking.confidence_model import ConfidenceModel

NAMES = ("words in", "signs in", "lines in", "tokens in", "prior in its family", "more alike")
"""The features whose weights are learned so. All others were tried, one by one beside these: they gained nothing."""
RIDGE = 3.0
"""In terms of features of variance 1; 1 and 10 were tried."""
ROUNDS = 60
LEAST = 40
"""Fewer choices than this, and nothing is learned."""
FOLDS = 8

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Choice:
    """The patches of one search: their features (by NAMES), what a model says of them already, which are right."""

    group: str
    x: np.ndarray
    known: np.ndarray
    right: np.ndarray

    def first_is_right(self, weights: np.ndarray) -> bool:
        return bool(self.right[int(np.argmax(self.x @ weights + self.known))])


def learn(rows: Sequence[Row], model: ConfidenceModel) -> tuple[ConfidenceModel, str]:
    """The model with the weights of NAMES learned again, and what that is worth held out. Raises TooFew."""
    plain = replace(model, features={name: value for name, value in model.features.items() if name not in NAMES})
    found = choices(rows, plain)
    if len(found) < LEAST:
        raise TooFew(f"{len(found)} searches that found right and wrong patches")
    before = sum(one.first_is_right(np.array([model.features.get(name, 0.0) for name in NAMES])) for one in found)
    held = sum(one.first_is_right(fit(rest)) for rest, some in _folds(found) for one in some)
    weights = {name: round(float(value), 4) for name, value in zip(NAMES, fit(found), strict=True)}
    said = f"{len(found)} searches with right and wrong patches: {before} right first before, {held} held out"
    return replace(plain, features={**plain.features, **weights}), said


def choices(rows: Sequence[Row], model: ConfidenceModel) -> list[Choice]:
    """Of the rows that have patches of both kinds."""
    found = []
    for row in rows:
        patches = judged_patches(row)
        right = np.array([is_right for _, is_right in patches], dtype=bool)
        if right.any() and not right.all():
            features = [with_size(patch) for patch, _ in patches]
            x = np.array([[one.get(name, 0.0) for name in NAMES] for one in features])
            known = np.array(
                [model.score(patch["kind"], one) for (patch, _), one in zip(patches, features, strict=True)]
            )
            found.append(Choice(package_of(row["id"]), x, known, right))
    return found


def fit(choices: Sequence[Choice]) -> np.ndarray:
    """Maximises the chance that right ones come first, by steps that never lessen it.

    The logarithm of that chance is a difference of two convex functions. With the first of them replaced by its tangent
    it is concave, and each round is a Newton step towards where that is highest, halved as long as needed.
    """
    ridge = RIDGE * np.concatenate([one.x for one in choices]).var(axis=0)
    w = np.zeros(len(NAMES))
    for _ in range(ROUNDS):
        gradient, curvature = -ridge * w, np.diag(ridge + 1e-9)
        for one in choices:
            every, right = _shares(one.x @ w + one.known), _shares(np.where(one.right, one.x @ w + one.known, -np.inf))
            gradient = gradient + one.x.T @ (right - every)
            spread = one.x - every @ one.x
            curvature = curvature + (spread * every[:, None]).T @ spread
        step = np.linalg.solve(curvature, gradient)
        while np.abs(step).max() > 1e-6 and _chance(choices, w + step, ridge) < _chance(choices, w, ridge):
            step = step / 2
        w = w + step
        if np.abs(step).max() < 1e-5:
            break
    return w


def _chance(choices: Sequence[Choice], w: np.ndarray, ridge: np.ndarray) -> float:
    """The log of the chance that a right patch comes first in all of them, less the ridge."""
    shares = (_shares(one.x @ w + one.known)[one.right].sum() for one in choices)
    return float(sum(np.log(max(share, 1e-300)) for share in shares) - (ridge * w * w).sum() / 2)


def _shares(scores: np.ndarray) -> np.ndarray:
    powers: np.ndarray = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum())


def _folds(choices: Sequence[Choice]) -> list[tuple[list[Choice], list[Choice]]]:
    """(the others, some) so that each choice is once among the latter, and none of its group among the former."""
    groups = sorted({one.group for one in choices})
    parts = [set(groups[number::FOLDS]) for number in range(FOLDS)]
    split = [([c for c in choices if c.group not in part], [c for c in choices if c.group in part]) for part in parts]
    return [(rest, some) for rest, some in split if some]
