"""The time of one sensor tick, and a sweep over all projects in several ticks: each continues where the last ended."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

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


@dataclass
class Sweep:
    """One tick's part of a sweep.

    given: the cursor of the last tick. every_s: seconds from the start of one sweep to that of the next. clock: in
    seconds. limit_s: the time limit of the tick in seconds.
    """

    given: str | None
    every_s: float
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    clock: Callable[[], float] = time.monotonic
    limit_s: float = TICK_S

    def __post_init__(self) -> None:
        self.after, self.began = _read(self.given)
        self._tick = TickTime(self.limit_s, self.clock)

    @property
    def is_due(self) -> bool:
        """Whether a sweep is in progress, or the last one began long enough ago."""
        return bool(self.after) or self.now.timestamp() - self.began >= self.every_s

    @property
    def cursor(self) -> str:
        """The sensor's cursor for the next tick."""
        return json.dumps({"after": self.after, "began": self.began})

    def take(self, names: Sequence[str], at_once: int = 1) -> Iterator[list[str]]:
        """Yield the names after the cursor in order, `at_once` in each list, until the tick's time is over.

        A list counts as done when the next one is requested. After the last one the sweep is over.
        """
        if not self.is_due:
            return
        if not self.after:
            self.began = self.now.timestamp()
        left = sorted(name for name in names if name > self.after)
        while left:
            part, left = left[:at_once], left[at_once:]
            yield part
            self.after = part[-1]
            if left and self._tick.is_over():
                return
        self.after = ""


def _read(given: str | None) -> tuple[str, float]:
    """Return the name after which to continue, and the sweep's start; the beginning if the cursor is unreadable."""
    try:
        found = json.loads(given or "{}")
        return str(found.get("after", "")), float(found.get("began", 0))
    except (ValueError, TypeError, AttributeError):
        return "", 0.0
