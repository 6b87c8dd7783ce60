"""Raises the score of edits that use an otherwise unused definition, such as a variable that nothing reads."""

from __future__ import annotations

MOST_GAIN = 0.9
"""The greatest gain of an edit that uses an unused definition: correct code has almost none of these."""


def raised_prior(prior: float, pull: float) -> float:
    """A prior, or a bound of priors, raised by a pull."""
    return min(1.0, prior * (1 + MOST_GAIN * pull))


def raised_score(score: float, pull: float) -> float:
    """The score of a place for edits that use its unused definitions: the tests' suspiciousness counts less
    for these."""
    return float(score ** (1 - 0.5 * min(1.0, pull)))
