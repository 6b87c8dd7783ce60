"""A map from half-open ranges of a line to values.

Ranges that were never assigned have the default value.  The map is
kept canonical: neighbouring segments always have different values.
"""
from bisect import bisect_left, bisect_right


class IntervalMap:
    """``bounds[i]`` is where ``values[i]`` begins to apply."""

    def __init__(self, default=None):
        self.default = default
        self._bounds = []
        self._values = []

    def get(self, point):
        index = bisect_left(self._bounds, point) - 1
        return self.default if index < 0 else self._values[index]

    def assign(self, low, high, value):
        """Set all points ``low <= p < high`` to *value*."""
        if low >= high:
            return
        after = self.get(high)
        start = bisect_left(self._bounds, low)
        stop = bisect_left(self._bounds, high)
        before = self._values[start - 1] if start else self.default
        bounds, values = [], []
        if before != value:
            bounds.append(low)
            values.append(value)
        if after != value:
            bounds.append(high)
            values.append(after)
        self._bounds[start:stop] = bounds
        self._values[start:stop] = values

    def clear(self, low, high):
        self.assign(low, high, self.default)

    def segments(self):
        """List ``(low, high, value)`` of all non-default segments."""
        ends = self._bounds[1:]
        return [
            (low, high, value)
            for low, high, value in zip(self._bounds, ends, self._values)
            if value != self.default
        ]

    def length(self, value):
        """Total length of the segments with *value*."""
        return sum(high - low for low, high, v in self.segments() if v == value)

    def __len__(self):
        return len(self.segments())


def paint(strokes, default=None):
    """Apply ``(low, high, value)`` strokes in order."""
    result = IntervalMap(default)
    for low, high, value in strokes:
        result.assign(low, high, value)
    return result


def busiest(strokes):
    """Value that is visible over the greatest length; ties by value."""
    painted = paint(strokes)
    values = {value for _, _, value in painted.segments()}
    return min(values, key=lambda v: (-painted.length(v), v), default=None)
