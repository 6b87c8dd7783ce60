"""A sweep over all registered projects in several ticks of a sensor: each tick continues where the last one ended."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from testfix_pipeline.defs.nightly.tick_time import TICK_S, TickTime


@dataclass
class Sweep:
    """One tick's part of a sweep.

    given: the cursor that the last tick left. every_s: seconds from the beginning of one sweep to that of the next.
    clock: in seconds. limit_s: seconds that the tick may take.
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
        """What the next tick starts from, for the sensor's cursor."""
        return json.dumps({"after": self.after, "began": self.began})

    def take(self, names: Sequence[str], at_once: int = 1) -> Iterator[list[str]]:
        """The names after the cursor, in their order, by the `at_once`, until this tick has had its time.

        A list that was handed out counts as done when the next one is asked for. At the end the sweep is over.
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
    """After which name to go on, and when the sweep began; from the beginning where the cursor can't be read."""
    try:
        found = json.loads(given or "{}")
        return str(found.get("after", "")), float(found.get("began", 0))
    except (ValueError, TypeError, AttributeError):
        return "", 0.0
