"""The time limit of one sensor tick."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

# A third of the minute after which Dagster aborts a tick: one more slow project must fit in.
TICK_S = 20.0


@dataclass
class TickTime:
    """The time of one tick, from its creation. limit_s: its limit in seconds; clock: in seconds."""

    limit_s: float = TICK_S
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._began = self.clock()

    def is_over(self) -> bool:
        """Whether the tick's time is over."""
        return self.clock() - self._began >= self.limit_s
