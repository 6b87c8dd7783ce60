"""The logistic function, which makes a probability of log odds."""

from __future__ import annotations

import math


def logistic(log_odds: float) -> float:
    """Return the probability for log odds; beyond 50 both ways it stays the same, so that nothing overflows."""
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, log_odds))))
