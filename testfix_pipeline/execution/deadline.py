"""The deadline of a session: every process that it starts gets at most the time that is left."""

from __future__ import annotations

import time
from dataclasses import dataclass

from testfix_pipeline.core.errors import BudgetSpent


@dataclass(frozen=True)
class Deadline:
    """The time at which a session ends. `at`: seconds of `time.monotonic`; infinity for no limit.

    said: the limit in words, for the error.
    """

    at: float = float("inf")
    said: str = ""

    @property
    def left(self) -> float:
        """The seconds left, at least 0."""
        return max(0.0, self.at - time.monotonic())

    def bound(self, seconds: float) -> float:
        """`seconds`, at most the seconds left. Raises BudgetSpent if none is left."""
        self.check()
        return min(seconds, self.left)

    def check(self) -> None:
        """Raise BudgetSpent if no time is left."""
        if self.left <= 0:
            raise BudgetSpent(
                f"The budget is spent: {self.said}.", "Go on with `testfix resume` and a larger --budget-seconds."
            )


NO_DEADLINE = Deadline()
