"""The budget of a cycle: wall time, calls, tokens and money, each with a limit (SPEC 6.2)."""

from __future__ import annotations

from dataclasses import dataclass, fields

DEFAULT_SECONDS = 3600.0
DEFAULT_CALLS = 200
DEFAULT_TOKENS = 5_000_000
DEFAULT_MONEY = 10.0


@dataclass(frozen=True)
class Usage:
    """What was used, or is expected to be: seconds of wall time, calls of models, their tokens and their price."""

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
    """The limits. A limit that was reached is spent; what is below zero has nothing left."""

    seconds: float = DEFAULT_SECONDS
    calls: int = DEFAULT_CALLS
    tokens: int = DEFAULT_TOKENS
    money: float = DEFAULT_MONEY

    def spent(self, used: Usage) -> str:
        """Which limit `used` reaches, as a phrase such as "3600 of 3600 seconds"; "" when none.

        A limit of zero for calls, tokens or money allows none, and is not spent by using none.
        """
        for field in fields(self):
            limit, now = getattr(self, field.name), getattr(used, field.name)
            if now >= limit and (now > 0 or field.name == "seconds"):
                return f"{now:.10g} of {limit:.10g} {field.name}"
        return ""


def affordable(budget: Budget, used: Usage, expected: Usage) -> bool:
    """Whether what is left funds `expected`. Nothing is affordable on a spent budget of time."""
    after = used + expected
    within = all(getattr(after, field.name) <= getattr(budget, field.name) for field in fields(budget))
    return within and used.seconds < budget.seconds
