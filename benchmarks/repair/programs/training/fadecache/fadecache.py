"""Cache that forgets by age (TTL) and by use (LRU) and keeps statistics."""
import math
import time
from collections import OrderedDict
from dataclasses import asdict, dataclass


@dataclass
class Stats:
    hits: int = 0
    misses: int = 0
    evicted: int = 0
    expired: int = 0

    @property
    def hit_rate(self):
        asked = self.hits + self.misses
        return self.hits / asked if asked else 0.0


class FadeCache:
    def __init__(self, maxsize, ttl=None, clock=time.monotonic):
        if maxsize < 1:
            raise ValueError("maxsize must be positive")
        self.maxsize = maxsize
        self.ttl = ttl
        self.stats = Stats()
        self._clock = clock
        self._items = OrderedDict()  # key -> (value, deadline), least recently used first

    def put(self, key, value, ttl=None):
        """Stores a value for `ttl` seconds (default: that of the cache)."""
        if ttl is None:
            ttl = self.ttl
        deadline = math.inf if ttl is None else self._clock() + ttl
        if key not in self._items and len(self._items) >= self.maxsize:
            self._make_room()
        self._items[key] = (value, deadline)
        self._items.move_to_end(key)

    def get(self, key, default=None):
        if key not in self._items:
            self.stats.misses += 1
            return default
        value, deadline = self._items[key]
        if self._clock() > deadline:
            self._drop_expired(key)
            self.stats.misses += 1
            return default
        self._items.move_to_end(key)
        self.stats.hits += 1
        return value

    def get_or_make(self, key, make):
        """The cached value, or a new one from make(key), which is then kept."""
        missing = object()
        value = self.get(key, missing)
        if value is missing:
            value = make(key)
            self.put(key, value)
        return value

    def __contains__(self, key):
        """Looking up with `in` counts neither as use nor in the statistics."""
        if key not in self._items:
            return False
        _, deadline = self._items[key]
        return self._clock() <= deadline

    def __len__(self):
        return len(self._items)

    def keys(self):
        return list(self._items)

    def ttl_left(self, key):
        """Seconds until the value is gone; inf if it stays, 0 if it isn't there."""
        _, deadline = self._items.get(key, (None, 0))
        return max(deadline - self._clock(), 0)

    def discard(self, key):
        return self._items.pop(key, None) is not None

    def purge(self):
        """Removes all expired values, returns how many."""
        now = self._clock()
        old = [key for key, (_, deadline) in self._items.items() if deadline <= now]
        for key in old:
            self._drop_expired(key)
        return len(old)

    def report(self):
        return asdict(self.stats) | {"size": len(self), "hit_rate": self.stats.hit_rate}

    def _drop_expired(self, key):
        del self._items[key]
        self.stats.expired += 1

    def _make_room(self):
        if not self.purge():
            self._items.popitem(last=False)
            self.stats.evicted += 1
