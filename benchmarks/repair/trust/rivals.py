"""When the search for rivals of a wrong patch pays, from the same rows: what the stop condition goes by."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Iterator, Sequence

import numpy as np

from benchmarks.repair.training.fit import Array
from benchmarks.repair.trust.rows import Search
from testfix_pipeline.repair.evidence import FEATURES
from testfix_pipeline.repair.stop_condition import chance_of_better
from testfix_pipeline.repair.trust import Rivals, Trust, shares

SHARES = tuple(number / 20 for number in range(1, 20))
HALF_LIVES = (5, 7, 10, 14, 20, 28, 40, 56, 80, 112, 160, 224, 320)
RULES = (0.5, 0.2, 0.1, 0.07, 0.05, 0.03, 0.02, 0.01, 0.005, 0.0)
"""Chances of a better patch below which a search ends."""


def followed(searches: Sequence[Search]) -> Iterator[tuple[int, bool]]:
    """Of searches whose first patch was wrong: tries until a right one or the end, and whether a right one followed."""
    for one in searches:
        known = one.tried[one.right & (one.tried > 0)]
        if not one.right.any():
            yield max(0, one.tries - one.first), False
        elif len(known) and known.min() > one.first:
            yield int(known.min()) - one.first, True


def fitted(searches: Sequence[Search]) -> Rivals:
    """The likeliest figures: a share of the searches has a right rival, and it comes the later the less likely."""
    seen = list(followed(searches))
    return max(
        (Rivals(*pair) for pair in itertools.product(SHARES, HALF_LIVES)), key=lambda one: _likelihood(one, seen)
    )


def _likelihood(one: Rivals, seen: Sequence[tuple[int, bool]]) -> float:
    left = np.power(0.5, np.array([tries for tries, _ in seen]) / one.half_life)
    came = np.array([found for _, found in seen])
    return float(np.log(np.where(came, one.share * left / one.half_life, 1 - one.share * (1 - left))).sum())


def table(searches: Sequence[Search], found: Sequence[Array], model: Trust) -> list[str]:
    """What each least chance gives: right first choices, and tries behind the first patch.

    found: the utilities of patches. model: whose weight of the number of rivals they have in them.
    """
    one, weight = fitted(searches), model.features["rivals"]
    lines = [f"rivals: {one}", f"{'least chance of a better':>27}{'right':>7}{'tries, mean':>13}{'median':>8}"]
    for least in RULES:
        ends = [_stopped(*pair, one, least, weight) for pair in zip(searches, found, strict=True)]
        right, tries = (list(values) for values in zip(*ends, strict=True))
        lines.append(f"{least:27}{sum(right):7}{statistics.mean(tries):13.0f}{statistics.median(tries):8.0f}")
    return lines


def _stopped(one: Search, u: Array, rivals: Rivals, least: float, weight: float) -> tuple[bool, int]:
    """Whether the best patch is right where a better one is less likely than `least`, and tries behind the first."""
    plain, in_vain = u - weight * one.x[:, FEATURES.index("rivals")], one.first
    for tries in range(one.first, one.tries + 1):
        there = one.tried <= tries
        in_vain = tries if (one.tried == tries).any() else in_vain
        chance = sum(shares([*(plain[there] + weight * np.log(max(1, there.sum())))]))
        if tries == one.tries or chance_of_better(chance, tries - in_vain, rivals) < least:
            break
    best = int(np.argmax(np.where(there, u, -np.inf)))
    return bool(there.any() and one.right[best]), tries - one.first
