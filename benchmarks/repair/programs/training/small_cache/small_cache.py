"""A cache that keeps the entries used last."""

from collections import OrderedDict


class SmallCache:
    def __init__(self, room):
        if room < 1:
            raise ValueError("a cache needs room for one entry at least")
        self.room = room
        self.entries = OrderedDict()
        self.hits = self.misses = 0

    def get(self, key, default=None):
        """The value of a key, which then counts as used last."""
        if key not in self.entries:
            self.misses += 1
            return default
        self.hits += 1
        self.entries.move_to_end(key)
        return self.entries[key]

    def put(self, key, value):
        """Store a value; the entry not used for longest goes where there is no room. Returns the key that went."""
        gone = None
        if len(self.entries) >= self.room:
            gone, _ = self.entries.popitem(last=False)
        self.entries[key] = value
        self.entries.move_to_end(key)
        return gone

    def __len__(self):
        return len(self.entries)
