"""Statistics over the newest readings, kept in a circular buffer."""
import math


class RingStat:
    """Keeps the newest `capacity` values; sums are updated with every push."""

    def __init__(self, capacity, values=()):
        if capacity < 1:
            raise ValueError("capacity must be positive")
        self._slots = [None] * capacity
        self._next = 0
        self._count = 0
        self._sum = 0
        self._squares = 0
        self.extend(values)

    @property
    def capacity(self):
        return len(self._slots)

    @property
    def full(self):
        return self._count == self.capacity

    def __len__(self):
        return self._count

    def __iter__(self):
        """Oldest value first."""
        first = self._next - self._count
        for offset in range(self._count):
            yield self._slots[(first + offset) % self.capacity]

    def push(self, value):
        """Adds a value; returns the one that had to make room, or None."""
        dropped = self._slots[self._next] if self.full else None
        if dropped is not None:
            self._sum -= dropped
            self._squares -= dropped * dropped
        else:
            self._count += 1
        self._slots[self._next] = value
        self._next = (self._next + 1) % self.capacity
        self._sum += value
        self._squares += value * value
        return dropped

    def extend(self, values):
        for value in values:
            self.push(value)

    def clear(self):
        self._slots = [None] * self.capacity
        self._next = 0
        self._count = 0
        self._sum = 0
        self._squares = 0

    def resize(self, capacity):
        """Changes the capacity; the newest values stay."""
        if capacity < 1:
            raise ValueError("capacity must be positive")
        kept = list(self)[-capacity:]
        self._slots = kept + [None] * (capacity - len(kept))
        self._count = len(kept)
        self._sum = sum(kept)
        self._squares = sum(value * value for value in kept)

    def latest(self, number=1):
        """The newest values, newest first."""
        return list(self)[::-1][:number]

    def mean(self):
        return self._sum / self._count if self._count else None

    def deviation(self):
        if not self._count:
            return None
        mean = self.mean()
        return math.sqrt(max(self._squares / self._count - mean * mean, 0))

    def percentile(self, percent):
        """The smallest value that at least `percent` of all don't exceed."""
        if not self._count:
            return None
        ordered = sorted(self)
        rank = math.ceil(percent / 100 * len(ordered))
        return ordered[max(rank, 1) - 1]

    def trend(self):
        """Mean of the newer half minus mean of the older half."""
        half = self._count // 2
        if not half:
            return 0
        values = list(self)
        return sum(values[-half:]) / half - sum(values[:half]) / half
