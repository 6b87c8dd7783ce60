"""Divides the time of one generation between making inputs, observing, and the runs of pytest."""

from __future__ import annotations

import time
from collections.abc import Callable

Clock = Callable[[], float]
OVER = "no time left"
"""Why a function has no test where the time was over before its turn."""

_OBSERVING_SHARE = 0.7
"""Of the time; the rest is left for the runs of pytest."""
_INPUTS_SHARE = 0.5
"""Of what is left for observing when a batch begins: inputs that nobody has the time to try are of no use."""
_FIRST_SHARE = 0.7
"""Of what is left for observing a batch: the second observation tries no faults, but has to reach as many functions."""
_ADMISSION_SECONDS, _LEAST_ADMISSION_SECONDS = 300.0, 60.0
"""Of the three runs together. Ended too early they admit nothing, on a busy machine already at the start of pytest."""
_JOURNEY_SECONDS = 30.0


class TimeBudget:
    """A budget of `seconds` that begins now; `clock` returns the time in seconds."""

    def __init__(self, seconds: float, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._began = clock()
        self._seconds = seconds

    @property
    def spent(self) -> float:
        """The seconds since the beginning."""
        return self._clock() - self._began

    @property
    def left(self) -> float:
        """The seconds left for making inputs and observing; 0 where there is less than one."""
        left = self._seconds * _OBSERVING_SHARE - self.spent
        return left if left > 1 else 0.0

    def seconds_after_inputs(self) -> float:
        """The seconds that must be left once the inputs of the next batch are made."""
        return self.left * (1 - _INPUTS_SHARE)

    def first_observation(self) -> float:
        """Seconds for the first of two observations, at least one."""
        return max(1.0, self.left * _FIRST_SHARE)

    def second_observation(self) -> float:
        """Seconds for the second observation, at least one."""
        return max(1.0, self.left)

    def journeys(self) -> float:
        """Seconds for running commands; few, since each run starts an interpreter."""
        return min(_JOURNEY_SECONDS, self.left)

    def admission(self) -> float:
        """Seconds for the runs of pytest."""
        return min(_ADMISSION_SECONDS, max(_LEAST_ADMISSION_SECONDS, self._seconds - self.spent))
