"""Sets of whole numbers that are stored as intervals, for ranges of addresses, ports or pages."""

from bisect import bisect_right


class IntervalError(ValueError):
    """An interval that ends before it starts, or text that is none."""


def _check(start, end):
    if end < start:
        raise IntervalError(f"{end} is less than {start}")


class IntervalSet:
    """Intervals are pairs (start, end), the end being part of them; they are sorted and never touch each other."""

    def __init__(self, intervals=()):
        self._items = []
        for start, end in intervals:
            self.add(start, end)

    @classmethod
    def parse(cls, text):
        """A set written as `1-3, 7, 10-12`."""
        result = cls()
        for part in text.split(","):
            if not part.strip():
                continue
            first, dash, last = part.partition("-")
            try:
                start = int(first)
                end = int(last) if dash else start
            except ValueError:
                raise IntervalError(f"not an interval: {part.strip()!r}") from None
            result.add(start, end)
        return result

    def __iter__(self):
        return iter(self._items)

    def __eq__(self, other):
        return isinstance(other, IntervalSet) and self._items == other._items

    def __len__(self):
        """How many numbers there are."""
        return sum(end - start + 1 for start, end in self._items)

    def __contains__(self, number):
        index = bisect_right(self._items, (number, float("inf"))) - 1
        return index >= 0 and number <= self._items[index][1]

    def __str__(self):
        return ", ".join(str(start) if start == end else f"{start}-{end}" for start, end in self._items)

    def __repr__(self):
        return f"IntervalSet.parse({str(self)!r})"

    def add(self, start, end):
        """Put an interval in; those it overlaps or touches become one with it."""
        _check(start, end)
        kept = []
        for low, high in self._items:
            if high + 1 < start or low - 1 > end:
                kept.append((low, high))
            else:
                start, end = min(start, low), max(end, high)
        kept.append((start, end))
        self._items = sorted(kept)

    def remove(self, start, end):
        """Take an interval out; what is left of others at its sides stays."""
        _check(start, end)
        kept = []
        for low, high in self._items:
            if high < start or low > end:
                kept.append((low, high))
                continue
            if low < start:
                kept.append((low, start - 1))
            elif high > end:
                kept.append((end + 1, high))
        self._items = kept

    def union(self, other):
        return IntervalSet([*self, *other])

    def difference(self, other):
        result = IntervalSet(self)
        for start, end in other:
            result.remove(start, end)
        return result

    def intersection(self, other):
        return self.difference(self.difference(other))

    def gaps(self):
        """What is missing between the first and the last number."""
        result = IntervalSet()
        for (_, high), (low, _) in zip(self._items, self._items[1:]):
            result.add(high + 1, low - 1)
        return result

    def first_free(self, start, size=1):
        """The first number from `start` on where `size` numbers in a row are not in the set."""
        position = start
        for low, high in self._items:
            if high < position:
                continue
            if low - position >= size:
                break
            position = high + 1
        return position
