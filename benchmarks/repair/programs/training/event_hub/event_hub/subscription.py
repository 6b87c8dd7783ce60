"""The record of one subscription."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any, Callable

STOP = object()
"""Returned by a handler to keep the event from later handlers."""

_serial = count()


@dataclass
class Subscription:
    pattern: str
    handler: Callable[..., Any]
    priority: int = 0
    once: bool = False
    active: bool = True
    serial: int = field(default_factory=lambda: next(_serial))

    def sort_key(self):
        return -self.priority, self.serial
