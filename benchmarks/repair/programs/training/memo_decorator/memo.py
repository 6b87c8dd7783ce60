"""Remembers results of functions for some time."""

import functools
import time


class Stats:
    def __init__(self):
        self.hits = 0
        self.misses = 0

    @property
    def rate(self):
        total = self.hits + self.misses
        return self.hits / total if total else 0.0

    def __repr__(self):
        return f"Stats(hits={self.hits}, misses={self.misses})"


class Memo:
    """What one function answered; entries older than `seconds` are made anew, the oldest go where there are too many."""

    def __init__(self, function, seconds, most, clock):
        self.function = function
        self.seconds = seconds
        self.most = most
        self.clock = clock
        self.entries = {}
        self.stats = Stats()

    def __call__(self, *args, **kwargs):
        key = (args, tuple(sorted(kwargs)))
        now = self.clock()
        if key in self.entries:
            made, result = self.entries[key]
            if self.seconds is None or now - made < self.seconds:
                self.stats.hits += 1
                return result
        self.stats.misses += 1
        result = self.function(*args, **kwargs)
        self.entries[key] = (now, result)
        self._tidy()
        return result

    def _tidy(self):
        while len(self.entries) > self.most:
            oldest = min(self.entries, key=lambda key: self.entries[key][0])
            del self.entries[oldest]

    def forget(self):
        self.entries.clear()


def memo(seconds=None, most=100, clock=time.monotonic):
    def wrap(function):
        remembered = Memo(function, seconds, most, clock)
        return functools.update_wrapper(remembered, function)

    return wrap
