"""Bids and the steps by which they rise."""

from dataclasses import dataclass

STEPS = [(10_00, 50), (50_00, 1_00), (250_00, 5_00)]
LARGEST_STEP = 10_00


class BidError(ValueError):
    """A bid that can't be taken."""


@dataclass(frozen=True)
class Bid:
    """What somebody is willing to pay at most, in cents."""

    bidder: str
    limit: int


def step(price):
    """The least raise at a price."""
    for below, raise_by in STEPS:
        if price < below:
            return raise_by
    return LARGEST_STEP
