"""An in-memory cache of thumbnails with a byte budget; the least recently used go first."""

from collections import OrderedDict


class ThumbnailCache:
    def __init__(self, budget, render):
        """budget: bytes to hold at most. render(path, size) -> bytes makes what is missing."""
        if budget <= 0:
            raise ValueError("budget must be positive")
        self.budget = budget
        self.used = 0
        self.hits = self.misses = 0
        self._render = render
        self._entries = OrderedDict()

    def __len__(self):
        return len(self._entries)

    def __contains__(self, key):
        return key in self._entries

    def get(self, path, size):
        key = (path, size)
        if key in self._entries:
            self.hits += 1
            self._entries.move_to_end(key)
            return self._entries[key]
        self.misses += 1
        data = self._render(path, size)
        self.put(path, size, data)
        return data

    def put(self, path, size, data):
        if len(data) > self.budget:
            return
        key = (path, size)
        self._entries.pop(key, None)
        self._entries[key] = data
        self.used += len(data)
        while self.used > self.budget:
            _, old = self._entries.popitem(last=False)
            self.used -= len(old)

    def invalidate(self, path):
        """Forget every size of a picture; how many there were."""
        stale = [key for key in self._entries if key[0] == path]
        for key in stale:
            self.used -= len(self._entries.pop(key))
        return len(stale)

    def stats(self):
        asked = self.hits + self.misses
        rate = 100 * self.hits / asked if asked else 0
        return f"{len(self)} entries, {self.used}/{self.budget} bytes, {rate:.0f}% hits"
