"""Streaming mean and variance which can be merged across shards."""
from __future__ import annotations

import math
from typing import Iterable, Optional


class Stats:
    """Welford accumulator."""

    def __init__(self, values: Iterable[float] = ()):
        self.count = 0
        self.mean = 0.0
        self._m2 = 0.0
        self.low: Optional[float] = None
        self.high: Optional[float] = None
        for value in values:
            self.push(value)

    def push(self, value: float) -> None:
        self.count += 1
        delta = value - self.mean
        self.mean += delta / self.count
        self._m2 += delta * (value - self.mean)
        self.low = value if self.low is None else min(self.low, value)
        self.high = value if self.high is None else max(self.high, value)

    def variance(self, sample: bool = False) -> float:
        """Population variance, or the sample variance on request."""
        divisor = self.count - 1 if sample else self.count
        if divisor <= 0:
            raise ValueError("not enough values")
        return self._m2 / divisor

    def stdev(self, sample: bool = False) -> float:
        return math.sqrt(self.variance(sample))

    def zscore(self, value: float) -> float:
        spread = self.stdev()
        return 0.0 if spread == 0 else (value - self.mean) / spread

    def merge(self, other: Stats) -> Stats:
        """A new accumulator as if it had seen the values of both."""
        result = Stats()
        result.count = self.count + other.count
        if result.count == 0:
            return result
        delta = other.mean - self.mean
        result.mean = self.mean + delta * other.count / result.count
        shared = (self.count + other.count) / result.count
        result._m2 = self._m2 + other._m2 + delta * delta * shared
        lows = [s.low for s in (self, other) if s.low is not None]
        highs = [s.high for s in (self, other) if s.high is not None]
        result.low, result.high = min(lows), max(highs)
        return result


def merge_all(parts: Iterable[Stats]) -> Stats:
    result = Stats()
    for part in parts:
        result = result.merge(part)
    return result


def outliers(values: Iterable[float], limit: float = 2.0) -> list:
    values = list(values)
    stats = Stats(values)
    return [v for v in values if abs(stats.zscore(v)) > limit]
