"""A set of integers stored as sorted, disjoint half-open intervals."""


class IntervalSet:
    """Half-open intervals [lo, hi); touching intervals are merged."""

    def __init__(self, spans=()):
        self._spans = []
        for lo, hi in spans:
            self.add(lo, hi)

    def add(self, lo, hi):
        """Add every integer in [lo, hi)."""
        if lo >= hi:
            return
        merged = []
        for start, end in self._spans:
            if end < lo or start > hi:
                merged.append((start, end))
            else:
                lo = min(lo, start)
                hi = max(hi, end)
        merged.append((lo, hi))
        self._spans = sorted(merged)

    def remove(self, lo, hi):
        """Remove every integer in [lo, hi)."""
        if lo >= hi:
            return
        kept = []
        for start, end in self._spans:
            if end <= lo or start >= hi:
                kept.append((start, end))
                continue
            if start < lo:
                kept.append((start, lo))
        self._spans = kept

    def spans(self):
        """Return the intervals in ascending order."""
        return list(self._spans)

    def __contains__(self, value):
        return any(start <= value < end for start, end in self._spans)

    def __len__(self):
        return sum(end - start for start, end in self._spans)
