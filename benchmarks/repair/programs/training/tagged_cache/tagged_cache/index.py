"""Which keys carry which tags."""

from collections import defaultdict


class TagIndex:
    """A two-way mapping between keys and tags."""

    def __init__(self):
        self._keys = defaultdict(set)
        self._tags = {}

    def attach(self, key, tags):
        """Replace the tags of a key."""
        self.detach(key)
        self._tags[key] = frozenset(tags)
        for tag in tags:
            self._keys[tag].add(key)

    def detach(self, key):
        """Forget a key; unknown keys are ignored."""
        for tag in self._tags.pop(key, ()):
            keys = self._keys[tag]
            keys.discard(key)
            if not keys:
                del self._keys[tag]

    def keys(self, tag):
        return set(self._keys.get(tag, ()))

    def tags(self):
        return sorted(self._keys)
