"""A bounded cache with per-entry lifetime and least-recently-used eviction."""
from collections import OrderedDict


class TTLCache:
    """Mapping-like cache.

    ``clock`` is a callable returning the current time.  Expired entries
    behave as if they did not exist and are evicted before live ones.
    Both reading and writing an entry make it the most recently used.
    """

    def __init__(self, maxsize, ttl, clock):
        self.maxsize = maxsize
        self.ttl = ttl
        self.clock = clock
        self._data = OrderedDict()
        self.hits = self.misses = 0

    def set(self, key, value, ttl=None):
        expires = self.clock() + (self.ttl if ttl is None else ttl)
        self._data[key] = (value, expires)
        if len(self._data) > self.maxsize:
            self._expire()
        while len(self._data) > self.maxsize:
            self._data.popitem(last=False)

    def get(self, key, default=None):
        entry = self._data.get(key)
        if entry is None:
            self.misses += 1
            return default
        value, expires = entry
        if expires <= self.clock():
            del self._data[key]
            self.misses += 1
            return default
        self._data.move_to_end(key)
        self.hits += 1
        return value

    def get_or_compute(self, key, compute):
        marker = object()
        value = self.get(key, marker)
        if value is marker:
            value = compute(key)
            self.set(key, value)
        return value

    def _expire(self):
        now = self.clock()
        for key in [k for k, (_, exp) in self._data.items() if exp <= now]:
            del self._data[key]

    def __contains__(self, key):
        entry = self._data.get(key)
        return entry is not None and entry[1] > self.clock()

    def __len__(self):
        self._expire()
        return len(self._data)

    def keys(self):
        """Live keys, least recently used first."""
        self._expire()
        return list(self._data)
