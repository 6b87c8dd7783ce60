"""A set of ports, kept as few ranges as possible."""

from bisect import bisect_right

from ports.text import format_ranges, parse_ranges


class PortPool:
    """Ranges in ascending order that neither overlap nor touch."""

    def __init__(self, text=""):
        self._ranges = []
        for low, high in parse_ranges(text):
            self.add(low, high)

    def add(self, low, high=None):
        """Add the ports from low to high."""
        high = low if high is None else high
        kept = []
        for start, end in self._ranges:
            if end + 1 < low or high + 1 < start:
                kept.append((start, end))
            else:
                low = min(low, start)
                high = max(end, low)
        self._ranges = sorted([*kept, (low, high)])

    def remove(self, low, high=None):
        """Take the ports from low to high out, as far as they are in."""
        high = low if high is None else high
        left = []
        for start, end in self._ranges:
            if start < low:
                left.append((start, min(end, low - 1)))
            if end > high:
                left.append((max(start, high + 1), end))
        self._ranges = left

    def take(self, count=1):
        """Take the lowest `count` ports in a row out and return the first of them."""
        for low, high in self._ranges:
            if high - low + 1 >= count:
                self.remove(low, low + count - 1)
                return low
        raise LookupError(f"there are no {count} ports in a row")

    def __contains__(self, port):
        place = bisect_right(self._ranges, (port, float("inf"))) - 1
        return place >= 0 and port <= self._ranges[place][1]

    def __len__(self):
        return sum(high - low + 1 for low, high in self._ranges)

    def __str__(self):
        return format_ranges(self._ranges)
