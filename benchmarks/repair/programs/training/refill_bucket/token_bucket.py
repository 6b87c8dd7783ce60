"""Token-bucket rate limiting with an injected clock."""

from __future__ import annotations

from typing import Callable


class TokenBucket:
    """Allow bursts of ``capacity`` and ``rate`` tokens per second on average.

    The bucket starts full.  ``clock`` returns seconds as a number; time
    going backwards is treated as no time having passed.
    """

    def __init__(self, capacity: float, rate: float, clock: Callable[[], float]) -> None:
        if capacity <= 0 or rate <= 0:
            raise ValueError("capacity and rate must be positive")
        self.capacity = capacity
        self.rate = rate
        self._clock = clock
        self._level = capacity
        self._stamp = clock()

    def _refill(self) -> None:
        now = self._clock()
        elapsed = now - self._stamp
        if elapsed > 0:
            self._level = min(self.capacity, self._level + elapsed * self.rate)

    @property
    def level(self) -> float:
        """Tokens available right now."""
        self._refill()
        return self._level

    def take(self, tokens: float = 1) -> bool:
        """Remove *tokens* if there are enough; tell whether it worked."""
        self._refill()
        if tokens > self._level:
            return False
        self._level -= tokens
        return True

    def wait_time(self, tokens: float = 1) -> float:
        """Seconds until *tokens* could be taken."""
        if tokens > self.capacity:
            raise ValueError("more than the bucket can ever hold")
        self._refill()
        missing = tokens - self._level
        return max(0.0, missing / self.rate)


class Limiter:
    """One bucket per key, created on demand; full idle ones are dropped."""

    def __init__(self, capacity: float, rate: float, clock: Callable[[], float]) -> None:
        self._make = lambda: TokenBucket(capacity, rate, clock)
        self._buckets: dict[str, TokenBucket] = {}

    def allow(self, key: str, cost: float = 1) -> bool:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = self._make()
        return bucket.take(cost)

    def purge(self) -> int:
        """Forget full buckets and return how many were dropped."""
        full = [k for k, b in self._buckets.items() if b.level >= b.capacity]
        for key in full:
            del self._buckets[key]
        return len(full)

    def __len__(self) -> int:
        return len(self._buckets)
