"""How likely a proposal is among those for one slot, before the order model compares it with others."""

from __future__ import annotations

FALL = 0.75
"""How fast proposals for a slot become less likely with their rank: fitted to 698 fixes of programs and projects."""


def prior(rank: int) -> float:
    """Of the proposal that so many others for the same slot come before, against the first of them (0..1)."""
    return float((1 + rank) ** -FALL)
