"""The time of one repair: how much is left, and whether the repair was cancelled."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Literal

Ending = Literal["budget", "cancelled"]


class TimeIsUp(Exception):
    """The time is over, or the repair was cancelled; `why` is the reason."""

    def __init__(self, why: Ending) -> None:
        super().__init__("cancelled" if why == "cancelled" else "the time is over")
        self.why: Ending = why


class Clock:
    """Counts down from `seconds` (None: without limit). `cancel` is called by one thread at a time."""

    def __init__(self, seconds: float | None = None, cancel: Callable[[], bool] | None = None) -> None:
        self.started = time.monotonic()
        self._end = float("inf") if seconds is None else self.started + seconds
        self._deadline = self._end
        self._cancel = cancel
        self._stopped = False
        self._lock = threading.Lock()

    def passed(self) -> float:
        """The seconds since the start."""
        return time.monotonic() - self.started

    def left(self) -> float:
        """Seconds until the time is over; below zero afterwards."""
        return self._deadline - time.monotonic()

    def final_left(self) -> float:
        """The seconds that would be left if `shorten` had never been called."""
        return self._end - time.monotonic()

    def shorten(self, seconds: float) -> None:
        """Leaves at most this many seconds from now."""
        with self._lock:
            self._deadline = min(self._deadline, time.monotonic() + seconds)

    def reopen(self, seconds: float = float("inf")) -> None:
        """Reverses `shorten`: this many seconds from now, but at most those left at first."""
        with self._lock:
            self._deadline = min(self._end, time.monotonic() + seconds)

    def exclude(self, seconds: float) -> None:
        """Counts so many of the passed seconds no longer: runs of the suite are no search."""
        with self._lock:
            self._end += seconds
            self._deadline += seconds

    def stop(self) -> None:
        """Cancels the repair: whatever waits for a response ends."""
        self._stopped = True

    def cancelled(self) -> bool:
        """Whether the repair was cancelled."""
        if self._cancel is not None and not self._stopped:
            with self._lock:
                self._stopped = self._stopped or self._cancel()
        return self._stopped

    def over(self) -> Ending | None:
        """The reason why the time is over; None if it is not."""
        if self.cancelled():
            return "cancelled"
        return "budget" if self.left() <= 0 else None

    def check(self) -> None:
        """Raises TimeIsUp if the time is over."""
        why = self.over()
        if why is not None:
            raise TimeIsUp(why)
