"""A size-limited cache with expiry, evicting the least recently used entry."""
from collections import OrderedDict


class RecentCache:
    def __init__(self, capacity, ttl=None, clock=None):
        if capacity < 1:
            raise ValueError("capacity must be at least 1")
        self.capacity = capacity
        self.ttl = ttl
        self._clock = clock or (lambda: 0)
        self._entries = OrderedDict()
        self.hits = 0
        self.misses = 0

    def __len__(self):
        return len(self._entries)

    def __contains__(self, key):
        return key in self._entries and not self._expired(key)

    def _expired(self, key):
        if self.ttl is None:
            return False
        _, stored = self._entries[key]
        return self._clock() - stored >= self.ttl

    def get(self, key, default=None):
        if key not in self._entries:
            self.misses += 1
            return default
        if self._expired(key):
            del self._entries[key]
            self.misses += 1
            return default
        self.hits += 1
        return self._entries[key][0]

    def put(self, key, value):
        if key in self._entries:
            self._entries.move_to_end(key)
        self._entries[key] = (value, self._clock())
        while len(self._entries) > self.capacity:
            self._entries.popitem(last=False)

    def keys(self):
        """Keys from least to most recently used."""
        return list(self._entries)

    def ratio(self):
        total = self.hits + self.misses
        return self.hits / total if total else 0.0


def memoize(capacity):
    """Decorator caching a one-argument function."""
    def decorate(func):
        cache = RecentCache(capacity)
        missing = object()

        def wrapper(arg):
            value = cache.get(arg, missing)
            if value is missing:
                value = func(arg)
                cache.put(arg, value)
            return value
        wrapper.cache = cache
        return wrapper
    return decorate
