"""The learned model of trust in plausible patches: which of those that one search found is right, if any.

A conditional logit (McFadden 1974) over the patches of a search and the chance that none of them is right. A patch's
utility is linear in its features (`evidence.py`); that of "none is right" is 0. All numbers are in
`learned/trust.json`, which `make train` fits to judged patches.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

WEIGHTS = Path(__file__).with_name("learned") / "trust.json"

LEAST_SHARE = 1e-4
"""Smaller shares, and those as near to 1, are as good as this one."""


@dataclass(frozen=True)
class Trust:
    """The fitted weights.

    features: by name. calibration: what makes log odds that a patch is right of those of its share (intercept, slope).
    """

    intercept: float = 0.0
    features: Mapping[str, float] = field(default_factory=dict)
    calibration: Sequence[float] = (0.0, 1.0)

    def utility(self, features: Mapping[str, float]) -> float:
        """How much speaks for a patch; a feature without a weight says nothing."""
        return self.intercept + sum(self.features.get(name, 0.0) * value for name, value in features.items())

    def confidences(self, utilities: Sequence[float]) -> list[float]:
        """How likely each of the patches of a search is right (0..1).

        More than its share: another one that is taken for the right one may be as right as it is.
        """
        base, slope = self.calibration
        return [_logistic(base + slope * _log_odds(share)) for share in shares(utilities)]


def shares(utilities: Sequence[float]) -> list[float]:
    """The chance of each that it is the right one; what is missing from 1 is the chance that none is."""
    top = max([0.0, *utilities])
    powers = [math.exp(one - top) for one in utilities]
    whole = math.exp(-top) + math.fsum(powers)
    return [power / whole for power in powers]


def _log_odds(share: float) -> float:
    inside = min(max(share, LEAST_SHARE), 1 - LEAST_SHARE)
    return math.log(inside / (1 - inside))


def _logistic(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


class Rivals(NamedTuple):
    """Candidates that are right where no patch so far is.

    share: of the searches whose patches are wrong, those in which such a candidate follows. half_life: tries in vain
    that halve the chance.
    """

    share: float
    half_life: float


@functools.cache
def _shipped() -> Mapping[str, Mapping[str, Any]]:
    found: Mapping[str, Mapping[str, Any]] = json.loads(WEIGHTS.read_text())
    return found


def trust() -> Trust:
    """The shipped model."""
    return Trust(**_shipped()["trust"])


def rivals() -> Rivals:
    """The shipped figures of rivals."""
    return Rivals(**_shipped()["rivals"])
