"""Logistic regression with a ridge, by Newton's method, over numbers and one set of kinds; and isotonic calibration."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

RIDGE, KIND_RIDGE = 0.5, 4.0
ROUNDS, HALVINGS = 25, 30


@dataclass(frozen=True)
class Case:
    """One thing that is right or not; `weight` says how many cases it stands for, `group` what it is held out by."""

    kinds: tuple[str, ...]
    features: Mapping[str, float]
    right: bool
    group: str
    weight: float = 1.0


@dataclass(frozen=True)
class Fit:
    intercept: float
    features: dict[str, float]
    kinds: dict[str, float]

    def score(self, case: Case) -> float:
        known = sum(self.features.get(name, 0.0) * value for name, value in case.features.items())
        return self.intercept + known + min((self.kinds.get(kind, 0.0) for kind in case.kinds), default=0.0)


def fit(
    cases: Sequence[Case],
    names: Sequence[str],
    ridge: float = RIDGE,
    of_kinds: float = KIND_RIDGE,
    known: Callable[[Case], float] = lambda case: 0.0,
) -> Fit:
    """The weights of these features and of every kind that the cases have; ridges draw them towards 0.

    known: what a model that is there already says of a case (log odds); the weights are then what is to be added to it.
    """
    kinds = sorted({kind for case in cases for kind in case.kinds})
    column = {kind: 1 + len(names) + number for number, kind in enumerate(kinds)}
    x = np.zeros((len(cases), 1 + len(names) + len(kinds)))
    for row, case in enumerate(cases):
        x[row, 0] = 1.0
        x[row, 1 : 1 + len(names)] = [case.features.get(name, 0.0) for name in names]
        for kind in case.kinds:
            x[row, column[kind]] = 1.0
    y = np.array([float(case.right) for case in cases])
    weight = np.array([case.weight for case in cases])
    penalty = np.array([1e-6, *[ridge] * len(names), *[of_kinds] * len(kinds)])
    w = _newton(x, y, weight, penalty, np.array([known(case) for case in cases]))
    found = [round(float(value), 4) for value in w]
    end = 1 + len(names)
    return Fit(found[0], dict(zip(names, found[1:end], strict=True)), dict(zip(kinds, found[end:], strict=True)))


def _newton(x: np.ndarray, y: np.ndarray, weight: np.ndarray, penalty: np.ndarray, offset: np.ndarray) -> np.ndarray:
    def logits(w: np.ndarray) -> np.ndarray:
        return np.asarray(np.clip(x @ w + offset, -30, 30))

    def likelihood(w: np.ndarray) -> float:
        known = logits(w)
        return float(weight @ (y * known - np.logaddexp(0, known)) - penalty @ w**2 / 2)

    w = np.zeros(x.shape[1])
    for _ in range(ROUNDS):
        p = 1 / (1 + np.exp(-logits(w)))
        gradient = x.T @ (weight * (y - p)) - penalty * w
        curvature = (x * (weight * p * (1 - p))[:, None]).T @ x + np.diag(penalty)
        step = np.linalg.solve(curvature, gradient)
        for _ in range(HALVINGS):  # far from the best weights a whole step may overshoot
            if likelihood(w + step) >= likelihood(w):
                break
            step = step / 2
        w = w + step
        if np.abs(step).max() < 1e-5:
            break
    return w


def held_out(
    cases: Sequence[Case],
    names: Sequence[str],
    ridge: float = RIDGE,
    of_kinds: float = KIND_RIDGE,
    known: Callable[[Case], float] = lambda case: 0.0,
) -> list[float]:
    """The score of every case under a fit on the cases of all other groups, and what was known before."""
    scores = [0.0] * len(cases)
    for group in sorted({case.group for case in cases}):
        found = fit([case for case in cases if case.group != group], names, ridge, of_kinds, known)
        for number, case in enumerate(cases):
            if case.group == group:
                scores[number] = found.score(case) + known(case)
    return scores


def isotonic(scores: Sequence[float], right: Sequence[bool]) -> list[tuple[float, float]]:
    """Rising steps (score, share that was right): neighbours that fall are pooled (pool adjacent violators).

    Cases with the same score are one pool from the beginning: which of them come first says nothing. Every pool
    counts one right and one wrong case more than it has, so that a few cases never make a certainty.
    """
    pools: list[list[float]] = []
    for score, alike in itertools.groupby(sorted(zip(scores, right, strict=True)), key=lambda case: case[0]):
        goods = [good for _, good in alike]
        pools.append([score * len(goods), float(sum(goods)), float(len(goods))])
        while len(pools) > 1 and pools[-2][1] * pools[-1][2] >= pools[-1][1] * pools[-2][2]:
            total, hits, count = pools.pop()
            pools[-1] = [pools[-1][0] + total, pools[-1][1] + hits, pools[-1][2] + count]
    steps = [(total / count, (hits + 1) / (count + 2)) for total, hits, count in pools]
    best, rising = 0.0, []
    for score, share in steps:
        best = max(best, share)
        rising.append((round(score, 4), round(best, 4)))
    return rising
