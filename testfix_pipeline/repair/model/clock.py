"""The time of one repair: how much of it is left, and whether somebody wants it to end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Literal

Ending = Literal["budget", "cancelled"]


class TimeIsUp(Exception):
    """The time is over, or the repair was cancelled; `why` says which."""

    def __init__(self, why: Ending) -> None:
        super().__init__("cancelled" if why == "cancelled" else "the time is over")
        self.why: Ending = why


class Clock:
    """Counts down from `seconds` (None: for ever). `cancel` is asked by one thread at a time."""

    def __init__(self, seconds: float | None = None, cancel: Callable[[], bool] | None = None) -> None:
        self.started = time.monotonic()
        self._end = float("inf") if seconds is None else self.started + seconds
        self._deadline = self._end
        self._cancel = cancel
        self._stopped = False
        self._lock = threading.Lock()

    def passed(self) -> float:
        """The seconds since it was started."""
        return time.monotonic() - self.started

    def left(self) -> float:
        """Seconds until the time is over; below zero afterwards."""
        return self._deadline - time.monotonic()

    def final_left(self) -> float:
        """The same as if it had never been shortened."""
        return self._end - time.monotonic()

    def shorten(self, seconds: float) -> None:
        """Leave at most so many seconds from now."""
        with self._lock:
            self._deadline = min(self._deadline, time.monotonic() + seconds)

    def reopen(self, seconds: float = float("inf")) -> None:
        """Take back what was shortened: so many seconds from now, but no more than there were at first."""
        with self._lock:
            self._deadline = min(self._end, time.monotonic() + seconds)

    def stop(self) -> None:
        """As if it had been cancelled: what waits for an answer gives up."""
        self._stopped = True

    def cancelled(self) -> bool:
        """Whether the caller has ended the search."""
        if self._cancel is not None and not self._stopped:
            with self._lock:
                self._stopped = self._stopped or self._cancel()
        return self._stopped

    def over(self) -> Ending | None:
        """Why the time is over, None while it is not."""
        if self.cancelled():
            return "cancelled"
        return "budget" if self.left() <= 0 else None

    def check(self) -> None:
        """Raises TimeIsUp where it is."""
        why = self.over()
        if why is not None:
            raise TimeIsUp(why)
