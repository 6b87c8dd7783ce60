"""Fixed-size log that keeps the newest entries."""

from typing import Any, Iterator


class RingLog:
    """Keep the last ``capacity`` entries in a preallocated list.

    Entries get increasing sequence numbers, so that readers can resume
    with :meth:`since` where they stopped.
    """

    def __init__(self, capacity: int):
        if capacity < 1:
            raise ValueError("capacity must be positive")
        self._slots: list[Any] = [None] * capacity
        self._next = 0  # sequence number of the next entry

    @property
    def capacity(self) -> int:
        return len(self._slots)

    def __len__(self) -> int:
        return min(self._next, self.capacity)

    def append(self, entry: Any) -> int:
        """Store *entry* and return its sequence number."""
        seq = self._next
        self._slots[seq % self.capacity] = entry
        self._next += 1
        return seq

    @property
    def first(self) -> int:
        """Sequence number of the oldest entry still held."""
        return self._next - len(self)

    def get(self, seq: int) -> Any:
        """Return the entry with number *seq*, or raise ``LookupError``."""
        if seq < self.first:
            raise LookupError(f"entry {seq} was overwritten")
        if seq >= self._next:
            raise LookupError(f"entry {seq} does not exist yet")
        return self._slots[seq % self.capacity]

    def __iter__(self) -> Iterator[Any]:
        for seq in range(self.first, self._next):
            yield self.get(seq)

    def since(self, seq: int) -> tuple[list[Any], int]:
        """Entries numbered *seq* or later, and how many were lost."""
        lost = max(0, self.first - seq)
        start = max(seq, self.first)
        return [self.get(n) for n in range(start, self._next)], lost

    def tail(self, count: int) -> list[Any]:
        """The newest *count* entries, oldest first."""
        count = min(count, len(self))
        return [self.get(n) for n in range(self._next - count, self._next)]

    def resize(self, capacity: int) -> None:
        """Change the capacity, dropping the oldest entries if needed."""
        if capacity < 1:
            raise ValueError("capacity must be positive")
        kept = self.tail(capacity)
        slots: list[Any] = [None] * capacity
        start = self._next - len(kept)
        for offset, entry in enumerate(kept):
            slots[offset % capacity] = entry
        self._slots = slots
