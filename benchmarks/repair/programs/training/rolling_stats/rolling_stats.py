"""Mean and spread over the latest sensor readings, updated incrementally."""
import math
from collections import deque


class RollingStats:
    """Statistics of the last `size` values."""

    def __init__(self, size):
        if size < 1:
            raise ValueError("size must be at least 1")
        self.size = size
        self._values = deque()
        self._total = 0.0
        self._squares = 0.0

    def __len__(self):
        return len(self._values)

    @property
    def full(self):
        return len(self._values) == self.size

    def push(self, value):
        if self.full:
            oldest = self._values.popleft()
            self._total -= oldest
        self._values.append(value)
        self._total += value
        self._squares += value * value

    def reset(self):
        self._values.clear()
        self._total = 0.0
        self._squares = 0.0

    @property
    def mean(self):
        if not self._values:
            raise ValueError("no values yet")
        return self._total / len(self._values)

    @property
    def variance(self):
        """Population variance of the window."""
        mean = self.mean
        spread = self._squares / len(self._values) - mean * mean
        return max(spread, 0.0)

    @property
    def stdev(self):
        return math.sqrt(self.variance)

    def zscore(self, value):
        """Distance of a value from the mean in standard deviations."""
        stdev = self.stdev
        if stdev == 0:
            return 0.0 if value == self.mean else math.inf
        return (value - self.mean) / stdev


def find_spikes(readings, size=5, limit=3.0):
    """Indices of readings far away from the full window before them."""
    stats = RollingStats(size)
    spikes = []
    for index, reading in enumerate(readings):
        if stats.full and abs(stats.zscore(reading)) > limit:
            spikes.append(index)
            continue
        stats.push(reading)
    return spikes


def smooth(readings, size):
    """Trailing moving average, one value for each reading."""
    stats = RollingStats(size)
    result = []
    for reading in readings:
        stats.push(reading)
        result.append(stats.mean)
    return result
