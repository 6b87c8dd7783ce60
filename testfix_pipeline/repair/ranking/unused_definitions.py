"""Raises the score of edits that use an otherwise unused definition, such as a variable that nothing reads."""

from __future__ import annotations

TAKEN_UP = 0.9
"""What an edit gains, at most, that takes up an unused definition: sound code has next to none of these."""


def raised_prior(prior: float, pull: float) -> float:
    """A prior, or a bound of priors, under a pull."""
    return min(1.0, prior * (1 + TAKEN_UP * pull))


def raised_score(score: float, pull: float) -> float:
    """The score of a place for edits that take up its unused definitions: what tests say of places counts less then."""
    return float(score ** (1 - 0.5 * min(1.0, pull)))
