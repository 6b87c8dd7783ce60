"""Thins out sensor readings into buckets of fixed width."""
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True)
class Sample:
    time: int
    value: float | None


@dataclass(frozen=True)
class Bucket:
    start: int
    width: int
    count: int
    mean: float | None
    low: float | None = None
    high: float | None = None

    @property
    def empty(self):
        return self.count == 0

    @property
    def end(self):
        return self.start + self.width


def _slot(time, width):
    return time - time % width


def downsample(samples, width):
    """Buckets in order of time; those without any reading are left out."""
    if width <= 0:
        raise ValueError("width must be positive")
    readings = sorted((s for s in samples if s.value is not None), key=lambda s: s.time)
    buckets = []
    for start, group in groupby(readings, key=lambda s: _slot(s.time, width)):
        values = [s.value for s in group]
        buckets.append(Bucket(start, width, len(values), sum(values) / len(values),
                              min(values), max(values)))
    return buckets


def with_gaps(buckets):
    """The same buckets with an empty one for every missing slot in between."""
    filled = []
    for current in buckets:
        while filled and filled[-1].end < current.start:
            filled.append(Bucket(filled[-1].end, current.width, 0, None))
        filled.append(current)
    return filled


def coarsen(buckets, width):
    """Joins buckets into wider ones; `width` is a multiple of their width."""
    result = []
    for start, group in groupby(buckets, key=lambda b: _slot(b.start, width)):
        members = [b for b in group if not b.empty]
        if any(width % b.width for b in members):
            raise ValueError("widths don't fit")
        if not members:
            result.append(Bucket(start, width, 0, None))
            continue
        count = sum(b.count for b in members)
        mean = sum(b.mean for b in members) / len(members)
        result.append(Bucket(start, width, count, mean,
                             min(b.low for b in members), max(b.high for b in members)))
    return result


def gaps(buckets):
    """(start, end) of each run of empty buckets."""
    found = []
    for empty, run in groupby(buckets, key=lambda b: b.empty):
        if empty:
            run = list(run)
            found.append((run[0].start, run[-1].end))
    return found


def coverage(buckets):
    """The share of the buckets that hold at least one reading."""
    if not buckets:
        return 0.0
    return sum(not b.empty for b in buckets) / len(buckets)
