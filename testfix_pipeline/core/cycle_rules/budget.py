"""The budget of a cycle: wall time, calls, tokens and money, each with a limit."""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields

DEFAULT_ITERATIONS = 10
MOST_ITERATIONS = 100
DEFAULT_SECONDS = 3600.0
DEFAULT_CALLS = 200
DEFAULT_TOKENS = 5_000_000
DEFAULT_MONEY = 10.0
# The share of the budget for one iteration, so that a long first one leaves enough for the others.
DEFAULT_ITERATION_CALLS = 40
DEFAULT_ITERATION_TOKENS = 2_000_000
DEFAULT_ITERATION_MONEY = 4.0


@dataclass(frozen=True)
class Usage:
    """Used or expected resources: seconds of wall time, calls of models, their tokens and their price."""

    seconds: float = 0.0
    calls: int = 0
    tokens: int = 0
    money: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.seconds + other.seconds, self.calls + other.calls, self.tokens + other.tokens, self.money + other.money
        )


@dataclass(frozen=True)
class Budget:
    """The limits of a cycle. A reached limit counts as spent."""

    seconds: float = DEFAULT_SECONDS
    calls: int = DEFAULT_CALLS
    tokens: int = DEFAULT_TOKENS
    money: float = DEFAULT_MONEY

    def spent(self, used: Usage) -> str:
        """The limit that `used` reaches, as a phrase such as "3600 of 3600 seconds"; "" for none.

        A limit of zero for calls, tokens or money allows none, and is not spent by using none.
        """
        for field in fields(self):
            limit, now = getattr(self, field.name), getattr(used, field.name)
            if now >= limit and (now > 0 or field.name == "seconds"):
                return f"{round(now, 2):.10g} of {limit:.10g} {field.name}"
        return ""


def limits_of_iteration(seconds: float, calls: int, tokens: int, money: float) -> Budget:
    """Return one iteration's limits in seconds, calls, tokens and US dollars; 0: only the session's own."""
    most = sys.maxsize
    return Budget(seconds or float(most), calls or most, tokens or most, money or float(most))


def lacking(budget: Budget, used: Usage, expected: Usage) -> str:
    """Return the resource that is too small for `expected`, as a phrase; "" if all suffice."""
    for field in fields(budget):
        limit, now, more = (getattr(one, field.name) for one in (budget, used, expected))
        if more > 0 and now + more > limit:
            return f"{now:.10g} of {limit:.10g} {field.name} are used, and {more:.10g} more would be"
    return ""


def affordable(budget: Budget, used: Usage, expected: Usage) -> bool:
    """Whether the rest of the budget suffices for `expected`; false if its time is spent."""
    after = used + expected
    within = all(getattr(after, field.name) <= getattr(budget, field.name) for field in fields(budget))
    return within and used.seconds < budget.seconds
