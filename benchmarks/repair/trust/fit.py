"""Fits the conditional logit of trust (`repair/trust.py`), and chooses how strongly it is drawn towards 0."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.repair.training.fit import Array, minimised
from benchmarks.repair.trust.rows import Search
from testfix_pipeline.repair.evidence import FEATURES
from testfix_pipeline.repair.trust import Trust, shares

FOLDS = 10
LADDER = (0.3, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0)
LEAST_SHARE, CALIBRATION_RIDGE, STEPS = 1e-4, 0.01, 50
MOST_SHIFT = 10.0


@dataclass(frozen=True)
class Setting:
    """ridge: how strongly weights are drawn to 0, as if of features of standard deviation 1. names: those used."""

    ridge: float
    names: tuple[str, ...] = FEATURES


def fit(searches: Sequence[Search], setting: Setting) -> Trust:
    """The model for these searches: the highest likelihood of what is right in each, or that nothing is."""
    x = np.concatenate([one.x for one in searches])[:, [FEATURES.index(name) for name in setting.names]]
    mean, scale = x.mean(axis=0), np.maximum(x.std(axis=0), 1e-9)
    penalty = np.array([1e-4, *[setting.ridge] * len(setting.names)])
    loss = _Loss(searches, np.column_stack([np.ones(len(x)), (x - mean) / scale]), penalty)
    base, *w = minimised(loss, np.zeros(len(penalty)), 1 / (1 + penalty))
    weights = np.array(w) / scale
    return Trust(float(base - weights @ mean), dict(zip(setting.names, map(float, weights), strict=True)))


class _Loss:
    """Minus the penalised log-likelihood, with its gradient; the utility of "none is right" is 0."""

    def __init__(self, searches: Sequence[Search], x: Array, penalty: Array) -> None:
        sizes = [len(one.right) for one in searches]
        self.starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(int)
        self.of = np.repeat(np.arange(len(sizes)), sizes)
        self.right = np.concatenate([one.right for one in searches])
        self.none = ~np.maximum.reduceat(self.right, self.starts)
        self.x, self.penalty = x, penalty

    def __call__(self, w: Array) -> tuple[float, Array]:
        u = self.x @ w
        top = np.maximum(np.maximum.reduceat(u, self.starts), 0.0)
        power, outside = np.exp(u - top[self.of]), np.exp(-top)
        every = np.add.reduceat(power, self.starts) + outside
        good = np.where(self.right, power, 0.0)
        right = np.add.reduceat(good, self.starts) + np.where(self.none, outside, 0.0)
        value = float((np.log(every) - np.log(np.maximum(right, 1e-300))).sum()) + 0.5 * float(self.penalty @ w**2)
        of_rows = power / every[self.of] - good / np.maximum(right, 1e-300)[self.of]
        return value, self.x.T @ of_rows + self.penalty * w


def folds(searches: Sequence[Search]) -> list[Array]:
    """Of each fold the searches in it; all searches of a program are in one."""
    digests = [hashlib.sha256(f"fold {one.program}".encode()).digest() for one in searches]
    numbers = np.array([int.from_bytes(one[:4], "big") % FOLDS for one in digests])
    return [numbers == number for number in range(FOLDS) if (numbers == number).any()]


def cross_validated(searches: Sequence[Search], setting: Setting) -> list[Array]:
    """The utilities of each search's patches under a model that was fitted to other programs."""
    found: dict[str, Array] = {}
    for fold in folds(searches):
        model = fit([one for one, held in zip(searches, fold, strict=True) if not held], setting)
        for one in itertools.compress(searches, fold):
            found[one.id] = utilities(model, one)
    return [found[one.id] for one in searches]


def utilities(model: Trust, one: Search) -> Array:
    """What a model says of each patch."""
    return np.array([model.utility(dict(zip(FEATURES, x, strict=True))) for x in one.x])


def likelihoods(searches: Sequence[Search], found: Sequence[Array]) -> Array:
    """Of each search the logarithm of the chance of what was right: one of the right patches, or none."""
    values = []
    for one, u in zip(searches, found, strict=True):
        right = np.logaddexp.reduce(u[one.right]) if one.right.any() else 0.0
        values.append(right - np.logaddexp.reduce([0.0, *u]))
    return np.array(values)


def chosen(searches: Sequence[Search]) -> tuple[Setting, list[str]]:
    """The setting with the best cross-validated log-likelihood, and what was tried."""
    values = {one: likelihoods(searches, cross_validated(searches, one)).mean() for one in map(Setting, LADDER)}
    return max(values, key=lambda one: values[one]), [f"{value:.4f} ridge {one.ridge}" for one, value in values.items()]


def firsts(searches: Sequence[Search], found: Sequence[Array]) -> tuple[Array, Array]:
    """Of each search the share of the first choice by these utilities, and whether it is right."""
    numbers = [int(np.argmax(u)) for u in found]
    said = [shares([*u])[number] for u, number in zip(found, numbers, strict=True)]
    return np.array(said), np.array([one.right[number] for one, number in zip(searches, numbers, strict=True)])


def calibration(said: Array, right: Array) -> tuple[float, float]:
    """What makes log odds of being right of those of a share: intercept and slope (Platt 1999), by Newton's method."""
    x, plain = np.column_stack([np.ones(len(said)), log_odds(said)]), np.array([0.0, 1.0])
    w = plain
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-x @ w))
        gradient = x.T @ (right - p) - CALIBRATION_RIDGE * (w - plain)
        w = w + np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + CALIBRATION_RIDGE * np.eye(2), gradient)
    return float(w[0]), float(w[1])


def log_odds(said: Array) -> Array:
    inside = np.clip(said, LEAST_SHARE, 1 - LEAST_SHARE)
    return np.asarray(np.log(inside / (1 - inside)))


def shifted(searches: Sequence[Search], found: Sequence[Array], mean: float) -> float:
    """What to add to all utilities so that the first choices have this confidence on average.

    Less is in reach where nobody developed the engine; what tells right patches apart stays (King and Zeng 2001).
    """
    base, slope = calibration(*firsts(searches, found))
    low, high = -MOST_SHIFT, MOST_SHIFT
    for _ in range(STEPS):
        middle = (low + high) / 2
        said = log_odds(firsts(searches, [u + middle for u in found])[0])
        low, high = (middle, high) if (1 / (1 + np.exp(-(base + slope * said)))).mean() < mean else (low, middle)
    return (low + high) / 2


def confidences(searches: Sequence[Search], said: Array, right: Array) -> Array:
    """The calibrated shares, each by what the other programs say."""
    found = np.zeros(len(said))
    for fold in folds(searches):
        base, slope = calibration(said[~fold], right[~fold])
        found[fold] = 1 / (1 + np.exp(-(base + slope * log_odds(said[fold]))))
    return found
