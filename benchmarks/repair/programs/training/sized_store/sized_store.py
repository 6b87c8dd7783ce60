"""Data in memory that may take only so much room."""

from collections import OrderedDict


class SizedStore:
    """Keeps the data used last; the oldest entries go when the room is used up."""

    def __init__(self, room):
        self.room = room
        self.used = 0
        self._entries = OrderedDict()

    def __contains__(self, key):
        return key in self._entries

    def keys(self):
        """All keys, the one used longest ago first."""
        return list(self._entries)

    def put(self, key, data):
        """Store data; what is larger than the whole room isn't stored at all."""
        if len(data) > self.room:
            return
        self._entries[key] = data
        self.used += len(data)
        while self.used > self.room:
            self.drop(next(iter(self._entries)))

    def get(self, key, default=None):
        if key not in self._entries:
            return default
        self._entries.move_to_end(key)
        return self._entries[key]

    def drop(self, key):
        """Forget an entry, if it is there."""
        if key in self._entries:
            self.used -= len(self._entries.pop(key))
