"""The shipped file of the order of edits (`order.json` of a language), made of fitted weights."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from benchmarks.repair.training.fit import Array, Ridges, Weights, fit
from benchmarks.repair.training.order import Setting, cross_validated
from benchmarks.repair.training.rows import Table
from testfix_pipeline.repair.language.language import Language
from testfix_pipeline.repair.ranking.edit_features import KNOWN_LEVELS, LEVELS, NUMBERS

DIGITS = 3
STEPS = 50  # of Newton's method, which takes about ten


RIGHT_WEIGHT = 0.39
"""The geometric mean of the weights that right edits get. Synthesis still has estimates that are set by hand; right
edits had this weight on that scale (159 fixes and programs), so that both compete as they did."""

SHARE_WITHIN_BOUND = 0.75
"""With the highest score of all as the bound, the first 300 candidates took three times as many CPU seconds, and the
right ones of ten programs in JavaScript, and of nine in Python, came no sooner."""

MOST_SHARPNESS = 8.0
"""If the places of the rows say next to nothing of the right edit, its fit has no upper limit. With eight, an edit of
twice the probability precedes one whose place has 256 times the score: more would leave the places out."""


@dataclass(frozen=True)
class Scale:
    """What makes a weight of a utility: see `OrderModel`."""

    intercept: float
    slope: float
    sharpness: float = 1.0
    unit: float = 1.0

    def log_probability(self, scores: Array) -> Array:
        """The logarithm of how likely the edits are right at their places."""
        return -np.logaddexp(0, -(self.intercept + self.slope * scores))


def record(table: Table, setting: Setting, language: Language) -> bytes:
    """The file of a language for these rows, the same bytes for the same rows and setting."""
    weights = setting.fitted(table)
    scale = scale_of(table, setting)
    scores = weights.scores(table)
    bounds = bounds_of(table, scores, weights, language)
    found = {
        "setting": asdict(setting),
        "numbers": dict(zip(NUMBERS, rounded(weights.numbers), strict=True)),
        "levels": {level: named(table.names[at], weights.levels[at]) for at, level in enumerate(LEVELS)},
        **{name: round(value, DIGITS + 1) for name, value in asdict(scale).items()},
        "bounds": bounds,
        "highest": highest_unseen(table, weights),
        "shares": shares(table, setting),
        "kinds": kinds_by_producer(table),
        "rests": rests_of(table, scores, weights, SHARE_WITHIN_BOUND),
    }
    return (json.dumps(found, indent=1, sort_keys=True) + "\n").encode()


def rounded(values: Array) -> list[float]:
    return [round(float(value), DIGITS) + 0.0 for value in values]


def named(names: tuple[str, ...], weights: Array) -> dict[str, float]:
    """The weights by category, without those that are nothing."""
    return {name: value for name, value in zip(names, rounded(weights), strict=True) if value}


def scale_of(table: Table, setting: Setting) -> Scale:
    """How scores become probabilities, and how these weigh against scores of places; from held-out scores."""
    real = table.origins != "mutation"
    wanted = table.part(real)
    scores = cross_validated(table, setting, placed=False)[real[table.set_of]]
    plain = Scale(*logistic(scores[wanted.here], wanted.right[wanted.here], wanted.stands_for[wanted.here]))
    found = plain.log_probability(scores)
    placed = wanted.origins == "program"
    both = fit(wanted.part(placed).with_numbers(found[placed[wanted.set_of]][:, None]), Ridges(1e-3, ()))
    sharpness = float(both.numbers[0]) / max(both.place, float(both.numbers[0]) / MOST_SHARPNESS)
    return replace(plain, sharpness=sharpness, unit=unit(wanted, found, sharpness))


def unit(table: Table, log_probability: Array, sharpness: float) -> float:
    """The probability of half the highest weight, so that right edits have `RIGHT_WEIGHT` on average."""
    best = np.maximum.reduceat(np.where(table.right > 0, log_probability, -np.inf), table.starts)[table.solved]
    return float(np.exp(best.mean() - np.log(RIGHT_WEIGHT / (1 - RIGHT_WEIGHT)) / sharpness))


def logistic(scores: Array, right: Array, stands_for: Array) -> tuple[float, float]:
    """Intercept and slope of the log odds of being right."""
    x, w = np.column_stack([np.ones(len(scores)), scores]), np.zeros(2)
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        gradient = x.T @ (stands_for * (right - p)) - 1e-3 * w
        curvature = (x * (stands_for * p * (1 - p))[:, None]).T @ x + 1e-3 * np.eye(2)
        step = np.clip(np.linalg.solve(curvature, gradient), -2, 2)
        w = w + step
        if np.abs(step).max() < 1e-9:
            break
    return float(w[0]), float(w[1])


def bounds_of(table: Table, scores: Array, weights: Weights, language: Language) -> dict[str, float]:
    """By producer that there still is the highest score that its edits count with, without what their pull adds.

    A producer is asked once its bound is reached: what its best edit of a statement exceeds in one of four. With the
    highest of all, nearly all edits are made before the first ones are tried.
    """
    plain = without_pull(table, scores, weights)
    known = {producer.id for producer in language.producers}
    highest = highest_by(table, LEVELS.index("producer"), plain, SHARE_WITHIN_BOUND)
    return {name: score for name, score in highest.items() if name in known}


def without_pull(table: Table, scores: Array, weights: Weights) -> Array:
    pull = NUMBERS.index("pull")
    return scores - max(0.0, float(weights.numbers[pull])) * table.numbers[:, pull]


def rests_of(table: Table, scores: Array, weights: Weights, share: float = 1.0) -> dict[str, float]:
    """By kind the highest of what is known of a score only when an edit is weighed; see `OrderModel.rests`."""
    rests = without_pull(table, scores, weights)
    for level in map(LEVELS.index, KNOWN_LEVELS):
        rests = rests - weights.levels[level][table.categories[:, level]]
    return highest_by(table, LEVELS.index("kind"), rests, share)


def highest_by(table: Table, level: int, scores: Array, share: float) -> dict[str, float]:
    """By category: the score that the best of its edits do not exceed, in this share of the sets that have any."""
    best = np.full((len(table.starts), len(table.names[level])), -np.inf)
    np.maximum.at(best, (table.set_of, table.categories[:, level]), scores)
    met = {name: column[np.isfinite(column)] for name, column in zip(table.names[level], best.T, strict=True)}
    bounds = {name: float(np.quantile(found, share)) for name, found in met.items() if len(found)}
    return {name: round(value + 10.0**-DIGITS, DIGITS) for name, value in bounds.items()}


def highest_unseen(table: Table, weights: Weights) -> float:
    """The highest score of edits whose kind and producer say nothing."""
    general = [level for level, name in enumerate(LEVELS) if name.endswith("group")]
    scores = table.numbers @ weights.numbers
    for level in general:
        scores = scores + weights.levels[level][table.categories[:, level]]
    return round(float(scores.max()), DIGITS)


def shares(table: Table, setting: Setting) -> Mapping[str, float]:
    """How the right edits spread over the kinds; each set counts once, as much as its origin does."""
    kind, found = LEVELS.index("kind"), defaultdict[str, float](float)
    right = table.right.astype(bool)
    by_set = defaultdict[int, set[int]](set)
    for number, category in zip(table.set_of[right], table.categories[right, kind], strict=True):
        by_set[int(number)].add(int(category))
    counts = {number: setting.weight_of(str(table.origins[number])) for number in by_set}
    for number, categories in by_set.items():
        for category in sorted(categories):
            found[table.names[kind][category]] += counts[number] / len(categories) / sum(counts.values())
    return {name: round(value, DIGITS + 1) for name, value in found.items()}


def kinds_by_producer(table: Table) -> Mapping[str, Any]:
    """The kinds of edits that each producer was seen to propose."""
    kind, producer = LEVELS.index("kind"), LEVELS.index("producer")
    pairs = np.unique(table.categories[:, [producer, kind]], axis=0)
    found = defaultdict[str, list[str]](list)
    for one, other in pairs:
        found[table.names[producer][one]].append(table.names[kind][other])
    return {name: sorted(kinds) for name, kinds in found.items()}
