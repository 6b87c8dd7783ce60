"""The cache itself: least recently used entries go first, old entries expire."""

import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from .index import TagIndex


@dataclass
class Entry:
    value: Any
    expires: float


class TaggedCache:
    """Keeps at most `capacity` entries, each for `ttl` seconds.

    The clock can be replaced, which makes expiry testable.
    """

    def __init__(self, capacity, ttl=60.0, clock=time.monotonic):
        if capacity < 1:
            raise ValueError("capacity must be positive")
        self.capacity = capacity
        self.ttl = ttl
        self._clock = clock
        self._entries = OrderedDict()
        self._index = TagIndex()
        self.hits = 0
        self.misses = 0

    def __len__(self):
        return len(self._entries)

    def __contains__(self, key):
        entry = self._entries.get(key)
        return entry is not None and entry.expires > self._clock()

    def set(self, key, value, tags=()):
        """Store a value, and push out the entry that was unused for longest if there is no room."""
        if key in self._entries:
            self._entries.move_to_end(key)
        elif len(self._entries) >= self.capacity:
            self._entries.popitem(last=False)
        self._entries[key] = Entry(value, self._clock() + self.ttl)
        if tags:
            self._index.attach(key, tags)

    def get(self, key, default=None):
        entry = self._entries.get(key)
        if entry is None:
            self.misses += 1
            return default
        if entry.expires <= self._clock():
            self.delete(key)
            self.misses += 1
            return default
        self._entries.move_to_end(key)
        self.hits += 1
        return entry.value

    def delete(self, key):
        """Remove an entry; tells whether there was one."""
        self._index.detach(key)
        return self._entries.pop(key, None) is not None

    def invalidate(self, tag):
        """Remove everything that carries a tag; returns how many entries that were."""
        return sum(self.delete(key) for key in self._index.keys(tag))

    def tags(self):
        return self._index.tags()
