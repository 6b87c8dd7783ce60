"""The time that one tick of a sensor may take."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

# A third of the minute after which Dagster gives a tick up: one slow project more must fit in.
TICK_S = 20.0


@dataclass
class TickTime:
    """The time of one tick, from when this is made. limit_s: seconds that it may take; clock: in seconds."""

    limit_s: float = TICK_S
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._began = self.clock()

    def is_over(self) -> bool:
        """Whether the tick has had its time."""
        return self.clock() - self._began >= self.limit_s
