"""The time of one repair: how much is left, and whether the repair was cancelled.

Seconds are those of processors that were there: where others use them as well, a second of a search takes longer, so
that a search finds on a busy machine what it finds on a quiet one. Wall time has a limit of its own.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Literal

from testfix_pipeline.core.processor_share import MACHINE

Ending = Literal["budget", "cancelled"]


class TimeIsUp(Exception):
    """The time is over, or the repair was cancelled; `why` is the reason."""

    def __init__(self, why: Ending) -> None:
        super().__init__("cancelled" if why == "cancelled" else "the time is over")
        self.why: Ending = why


class Clock:
    """Counts down from `seconds` (None: without limit). `cancel` is called by one thread at a time.

    stretch: how many times as much wall time that may take; 1: wall time is all that counts. share: of the processors
    that is there now.
    """

    def __init__(
        self,
        seconds: float | None = None,
        cancel: Callable[[], bool] | None = None,
        stretch: float = 1.0,
        share: Callable[[], float] = MACHINE.now,
    ) -> None:
        self._lock, self._cancel_lock = threading.RLock(), threading.Lock()
        self._share = share if stretch > 1 else lambda: 1.0
        self._counted, self._looked = 0.0, time.monotonic()
        self._end = self._deadline = float("inf") if seconds is None else seconds
        self._wall_end, self._stretch = self._looked + self._end * stretch, stretch
        self._cancel = cancel
        self._stopped = False

    def passed(self) -> float:
        """The seconds since the start."""
        with self._lock:
            now = time.monotonic()
            self._counted += (now - self._looked) * self._share()
            self._looked = now
            return self._counted

    def left(self) -> float:
        """Seconds until the time is over; below zero afterwards."""
        return min(self._deadline - self.passed(), self._wall_end - time.monotonic())

    def final_left(self) -> float:
        """The seconds that would be left if `shorten` had never been called."""
        return min(self._end - self.passed(), self._wall_end - time.monotonic())

    def wall_left(self) -> float:
        """The most seconds of wall time that `final_left` can become: what else limits a run must not be less."""
        return min(self.final_left() * self._stretch, self._wall_end - time.monotonic())

    def shorten(self, seconds: float) -> None:
        """Leaves at most this many seconds from now."""
        with self._lock:
            self._deadline = min(self._deadline, self.passed() + seconds)

    def reopen(self, seconds: float = float("inf")) -> None:
        """Reverses `shorten`: this many seconds from now, but at most those left at first."""
        with self._lock:
            self._deadline = min(self._end, self.passed() + seconds)

    def exclude(self, seconds: float) -> None:
        """Counts so many of the passed seconds no longer: runs of the suite are no search."""
        with self._lock:
            self._end += seconds
            self._deadline += seconds
            self._wall_end += seconds

    def stop(self) -> None:
        """Cancels the repair: whatever waits for a response ends."""
        self._stopped = True

    def cancelled(self) -> bool:
        """Whether the repair was cancelled."""
        if self._cancel is not None and not self._stopped:
            with self._cancel_lock:
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
