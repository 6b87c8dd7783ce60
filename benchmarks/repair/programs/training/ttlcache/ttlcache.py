"""A least-recently-used cache whose entries also grow old."""
from collections import OrderedDict
from dataclasses import dataclass


@dataclass
class Entry:
    value: object
    expires: float

    def alive(self, now):
        return now < self.expires


class TtlCache:
    """`clock` is a function without arguments that returns the current time."""

    def __init__(self, capacity, ttl, clock):
        if capacity < 1:
            raise ValueError("capacity must be positive")
        self.capacity = capacity
        self.ttl = ttl
        self.hits = 0
        self.misses = 0
        self.evicted = []
        self._clock = clock
        self._entries = OrderedDict()

    def get(self, key, default=None):
        entry = self._entries.get(key)
        if entry is None:
            self.misses += 1
            return default
        if not entry.alive(self._clock()):
            del self._entries[key]
            self.misses += 1
            return default
        self._entries.move_to_end(key)
        self.hits += 1
        return entry.value

    def put(self, key, value, ttl=None):
        if ttl is None:
            ttl = self.ttl
        if key in self._entries:
            del self._entries[key]
        else:
            self._make_room()
        self._entries[key] = Entry(value, self._clock() + ttl)

    def get_or_load(self, key, load):
        """The cached value, or that of `load(key)`, which is then kept."""
        missing = object()
        value = self.get(key, missing)
        if value is missing:
            value = load(key)
            self.put(key, value)
        return value

    def touch(self, key):
        """Renew an entry's time to live; False if it isn't there any more."""
        entry = self._entries.get(key)
        now = self._clock()
        if entry is None or not entry.alive(now):
            return False
        entry.expires = now + self.ttl
        self._entries.move_to_end(key)
        return True

    def purge(self):
        """Drop everything that is too old; returns the number dropped."""
        now = self._clock()
        old = [key for key, entry in self._entries.items() if not entry.alive(now)]
        for key in old:
            del self._entries[key]
        return len(old)

    def _make_room(self):
        while len(self._entries) >= self.capacity:
            key, _ = self._entries.popitem(last=False)
            self.evicted.append(key)

    def keys(self):
        """Keys of the live entries, the least recently used first."""
        now = self._clock()
        return [key for key, entry in self._entries.items() if entry.alive(now)]

    def __contains__(self, key):
        entry = self._entries.get(key)
        return entry is not None and entry.alive(self._clock())

    def __len__(self):
        return len(self.keys())

    def hit_rate(self):
        asked = self.hits + self.misses
        return self.hits / asked if asked else 0.0
