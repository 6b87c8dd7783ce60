"""Retrying decorator with exponential back-off and an injected sleeper."""
import functools
from dataclasses import dataclass
from typing import Callable, Iterator, Tuple, Type


class GaveUp(Exception):
    """All attempts failed; the last error is the cause."""

    def __init__(self, attempts: int):
        super().__init__("gave up after %d attempts" % attempts)
        self.attempts = attempts


@dataclass(frozen=True)
class Policy:
    attempts: int = 3
    base: float = 1.0
    factor: float = 2.0
    ceiling: float = 60.0
    errors: Tuple[Type[BaseException], ...] = (Exception,)

    def __post_init__(self):
        if self.attempts < 1:
            raise ValueError("at least one attempt is needed")

    def delay(self, attempt: int) -> float:
        """Pause after the failed attempt number `attempt` (from 1)."""
        return min(self.base * self.factor ** attempt, self.ceiling)

    def delays(self) -> Iterator[float]:
        """All pauses; none follows the last attempt."""
        for attempt in range(1, self.attempts):
            yield self.delay(attempt)

    @property
    def worst_case(self) -> float:
        return sum(self.delays())


def retrying(policy: Policy, sleep: Callable[[float], None], on_error=None):
    """Decorate a function so that it is retried according to `policy`."""

    def decorate(func):
        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            for attempt in range(1, policy.attempts + 1):
                try:
                    return func(*args, **kwargs)
                except policy.errors as error:
                    if on_error is not None:
                        on_error(attempt, error)
                    if attempt == policy.attempts:
                        raise GaveUp(attempt) from error
                sleep(policy.delay(attempt))

        return wrapper

    return decorate
