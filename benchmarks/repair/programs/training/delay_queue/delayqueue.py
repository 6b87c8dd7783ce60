"""A queue of jobs that become due at certain times; jobs can be put off and cancelled."""

import heapq
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Optional


@dataclass(order=True)
class Entry:
    due: float
    order: int
    name: str = field(compare=False)
    payload: Any = field(compare=False, default=None)
    every: Optional[float] = field(compare=False, default=None)


class DelayQueue:
    """Names are unique: adding a job under a name that waits already replaces that job.

    Entries that were replaced or cancelled stay in the heap until they come to the top.
    """

    def __init__(self):
        self._heap = []
        self._waiting = {}
        self._order = count()

    def __len__(self):
        return len(self._waiting)

    def __contains__(self, name):
        return name in self._waiting

    def add(self, name, due, payload=None, every=None):
        """Have a job due at a time, and again after each `every` seconds if that's given."""
        if every is not None and every <= 0:
            raise ValueError("a repeated job needs a positive interval")
        entry = Entry(due, next(self._order), name, payload, every)
        self._waiting[name] = entry
        heapq.heappush(self._heap, entry)

    def cancel(self, name):
        """Tells whether there was such a job."""
        return self._waiting.pop(name, None) is not None

    def postpone(self, name, seconds):
        """Put a job off. Raises KeyError where it doesn't wait."""
        entry = self._waiting[name]
        self.add(name, entry.due + seconds, entry.payload, entry.every)

    def next_due(self):
        """When the next job is due, None for an empty queue."""
        while self._heap and self._heap[0].name not in self._waiting:
            heapq.heappop(self._heap)
        return self._heap[0].due if self._heap else None

    def pop_due(self, now):
        """Take out everything that is due, as (name, payload) in order of time.

        A repeated job comes once, however late it is; it's due again after the next multiple of its interval.
        """
        due = []
        while self._heap and self._heap[0].due <= now:
            entry = heapq.heappop(self._heap)
            if entry.name not in self._waiting:
                continue
            del self._waiting[entry.name]
            due.append((entry.name, entry.payload))
            if entry.every:
                missed = (now - entry.due) // entry.every
                self.add(entry.name, entry.due + (missed + 1) * entry.every, entry.payload, entry.every)
        return due

    def names(self):
        """The names of the jobs that wait, in order of time."""
        return [entry.name for entry in sorted(self._waiting.values())]
