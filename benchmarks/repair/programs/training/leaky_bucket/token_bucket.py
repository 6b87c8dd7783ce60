"""Token bucket rate limiting driven by an injected clock."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Dict


@dataclass
class Bucket:
    capacity: float
    rate: float
    level: float
    stamp: float


@dataclass
class Limiter:
    """Keeps one bucket per key.

    `rate` tokens are added each second until `capacity` is reached.
    """

    capacity: float
    rate: float
    clock: Callable[[], float]
    buckets: Dict[str, Bucket] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.capacity <= 0 or self.rate <= 0:
            raise ValueError("capacity and rate must be positive")

    def _bucket(self, key: str) -> Bucket:
        if key not in self.buckets:
            self.buckets[key] = Bucket(self.capacity, self.rate, self.capacity, self.clock())
        return self.buckets[key]

    def take(self, key: str, cost: float = 1.0) -> bool:
        """Try to spend `cost` tokens; True when granted."""
        bucket = self._bucket(key)
        now = self.clock()
        elapsed = max(0.0, now - bucket.stamp)
        bucket.level = min(bucket.capacity, bucket.level + elapsed * bucket.rate)
        if bucket.level >= cost:
            bucket.stamp = now
            bucket.level -= cost
            return True
        return False

    def wait_time(self, key: str, cost: float = 1.0) -> float:
        """Seconds until `cost` tokens will be available."""
        if cost > self.capacity:
            raise ValueError("cost exceeds capacity")
        bucket = self._bucket(key)
        elapsed = max(0.0, self.clock() - bucket.stamp)
        level = min(bucket.capacity, bucket.level + elapsed * bucket.rate)
        if level >= cost:
            return 0.0
        return (cost - level) / bucket.rate

    def purge(self) -> int:
        """Drop the buckets which are full again; return how many."""
        full = [k for k in self.buckets if self.wait_time(k, self.capacity) == 0.0]
        for key in full:
            del self.buckets[key]
        return len(full)
