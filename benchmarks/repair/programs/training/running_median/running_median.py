"""The median of all values so far, from two heaps."""

import heapq


class RunningMedian:
    """The lower heap holds the smaller half (negated, largest first), one more than the upper one at most."""

    def __init__(self):
        self.lower = []
        self.upper = []

    def __len__(self):
        return len(self.lower) + len(self.upper)

    def add(self, value):
        if self.lower and value > -self.lower[0]:
            heapq.heappush(self.upper, value)
        else:
            heapq.heappush(self.lower, -value)
        if len(self.lower) > len(self.upper) + 1:
            heapq.heappush(self.upper, -heapq.heappop(self.lower))

    @property
    def median(self):
        if not self.lower:
            raise ValueError("no values yet")
        if len(self.lower) > len(self.upper):
            return -self.lower[0]
        return (self.upper[0] - self.lower[0]) / 2


def medians(values):
    """The median after each of the values."""
    running = RunningMedian()
    found = []
    for value in values:
        running.add(value)
        found.append(running.median)
    return found
