"""Small streaming filters for sensor readings.

All filters share the interface of :class:`Filter`: feed a sample with
``push`` and get the filtered value (or None while warming up).
"""

from collections import deque


class Filter:
    """Base class: passes samples through and counts them."""

    def __init__(self):
        self.count = 0

    def push(self, sample):
        self.count += 1
        return self.process(sample)

    def process(self, sample):
        return sample

    def reset(self):
        self.count = 0

    def run(self, samples):
        """Filtered values of *samples*, without the warm-up Nones."""
        values = (self.push(s) for s in samples)
        return [v for v in values if v is not None]


class MovingAverage(Filter):
    """Mean of the last *size* samples, available once there are that many."""

    def __init__(self, size):
        super().__init__()
        if size < 1:
            raise ValueError("size must be positive")
        self.size = size
        self.window = deque()
        self.total = 0

    def process(self, sample):
        self.window.append(sample)
        self.total += sample
        if len(self.window) > self.size:
            self.total -= self.window.popleft()
        if len(self.window) < self.size:
            return None
        return self.total / self.size

    def reset(self):
        super().reset()
        self.window.clear()
        self.total = 0


class Hysteresis(Filter):
    """Boolean output that switches on at *high* and off at *low*."""

    def __init__(self, low, high):
        super().__init__()
        self.low, self.high = low, high
        self.state = False

    def process(self, sample):
        if self.state and sample <= self.low:
            self.state = False
        elif not self.state and sample >= self.high:
            self.state = True
        return self.state

    def reset(self):
        super().reset()
        self.state = False


class Delta(Filter):
    """Difference to the sample before."""

    def __init__(self):
        super().__init__()
        self.previous = None

    def process(self, sample):
        before, self.previous = self.previous, sample
        return None if before is None else sample - before

    def reset(self):
        super().reset()
        self.previous = None


class Chain(Filter):
    """Feeds each sample through several filters in turn."""

    def __init__(self, *stages):
        super().__init__()
        self.stages = stages

    def process(self, sample):
        for stage in self.stages:
            sample = stage.push(sample)
            if sample is None:
                return None
            return sample

    def reset(self):
        super().reset()
        for stage in self.stages:
            stage.reset()
