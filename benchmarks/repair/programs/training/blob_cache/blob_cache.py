"""A cache of byte strings with a limit on their total size; the least recently used go first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable


class BlobCache:
    """Blobs by key. `on_evict(key, blob)` is called for each blob that has to make room."""

    def __init__(self, capacity: int, on_evict: Callable[[str, bytes], None] | None = None) -> None:
        if capacity <= 0:
            raise ValueError("the capacity must be positive")
        self.capacity = capacity
        self.used = 0
        self.hits = 0
        self.misses = 0
        self._on_evict = on_evict
        self._blobs: OrderedDict[str, bytes] = OrderedDict()

    def __len__(self) -> int:
        return len(self._blobs)

    def __contains__(self, key: str) -> bool:
        return key in self._blobs

    def keys(self) -> list[str]:
        """The keys, least recently used first."""
        return list(self._blobs)

    def get(self, key: str) -> bytes | None:
        """The blob of `key`, which becomes the most recently used; None where there is none."""
        blob = self._blobs.get(key)
        if blob is None:
            self.misses += 1
            return None
        self.hits += 1
        self._blobs.move_to_end(key)
        return blob

    def put(self, key: str, blob: bytes) -> bool:
        """Store a blob as the most recently used. False (and nothing changes) where it is larger than the cache."""
        size = len(blob)
        if size > self.capacity:
            return False
        self._blobs[key] = blob
        self._blobs.move_to_end(key)
        self.used += size
        self._shrink()
        return True

    def _shrink(self) -> None:
        """Evict until the rest fits."""
        while self.used > self.capacity:
            key, blob = self._blobs.popitem(last=False)
            self.used -= len(blob)
            if self._on_evict is not None:
                self._on_evict(key, blob)

    def remove(self, key: str) -> bytes:
        """Take a blob out. Raises KeyError where there is none."""
        blob = self._blobs.pop(key)
        self.used -= len(blob)
        return blob

    def resize(self, capacity: int) -> None:
        """Change the limit; evicts what no longer fits."""
        if capacity <= 0:
            raise ValueError("the capacity must be positive")
        self.capacity = capacity
        self._shrink()

    def clear(self) -> None:
        """Forget all blobs, without calling `on_evict`."""
        self._blobs.clear()
        self.used = 0

    @property
    def hit_rate(self) -> float:
        """The share of the calls of `get` that found something; 0 before the first."""
        asked = self.hits + self.misses
        return self.hits / asked if asked else 0.0
