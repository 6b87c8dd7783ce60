"""How likely proposals are the right ones: by kind, and by their rank among those for one slot."""

from __future__ import annotations

import functools
import json

from testfix_pipeline.repair.templates.template import PRIORS

KEY = "producers"


@functools.cache
def _counted() -> dict[str, float]:
    read: dict[str, dict[str, float]] = json.loads(PRIORS.read_text())
    return read.get(KEY, {})


def prior(kind: str, rank: int) -> float:
    """Of the proposal of a kind that so many others for the same slot come before."""
    return base(kind) / _weight(rank)


def _weight(rank: int) -> float:
    return float((1 + rank) ** _counted().get("fall", 1.0))


def base(kind: str) -> float:
    """Of the first proposal of a kind; of one that was never counted, the least that was."""
    known = _counted()
    return known.get(kind, min((one for name, one in known.items() if "." in name), default=0.1))


def rank_of(kind: str, found: float) -> int:
    """The rank of a proposal that has this prior."""
    return round(float((base(kind) / found) ** (1 / _counted().get("fall", 1.0)))) - 1
