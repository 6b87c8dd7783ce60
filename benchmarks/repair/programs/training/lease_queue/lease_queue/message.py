"""Messages of a queue."""

from dataclasses import dataclass


class StaleReceipt(Exception):
    """A receipt of a lease that is over."""


@dataclass
class Message:
    """A message with its receipt, which is new each time it is received."""

    number: int
    body: str
    receipt: str = ""
    received: int = 0
    leased_until: float = 0.0
