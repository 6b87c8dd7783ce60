"""A cache of map tiles that is limited by bytes, not by number."""

from __future__ import annotations

from collections import OrderedDict

Key = tuple[int, int, int]


class TileCache:
    """Drops the tiles that weren't used for longest until the rest fits into the budget."""

    def __init__(self, budget: int):
        if budget <= 0:
            raise ValueError("the budget must be positive")
        self.budget = budget
        self.used = 0
        self.hits = 0
        self.misses = 0
        self._tiles: OrderedDict[Key, bytes] = OrderedDict()

    def get(self, key: Key) -> bytes | None:
        """A tile, or None where it isn't here."""
        if key not in self._tiles:
            self.misses += 1
            return None
        self.hits += 1
        self._tiles.move_to_end(key)
        return self._tiles[key]

    def put(self, key: Key, data: bytes) -> bool:
        """Store a tile, in place of an older one of that key; False where it is larger than the whole budget."""
        if len(data) > self.budget:
            self.discard(key)
            return False
        self._tiles[key] = data
        self._tiles.move_to_end(key)
        self.used += len(data)
        while self.used > self.budget:
            _, dropped = self._tiles.popitem(last=False)
            self.used -= len(dropped)
        return True

    def discard(self, key: Key) -> None:
        """Drop a tile if it is here."""
        data = self._tiles.pop(key, None)
        if data is not None:
            self.used -= len(data)

    def keys(self) -> list[Key]:
        """The keys, those used longest ago first."""
        return list(self._tiles)

    def __contains__(self, key: Key) -> bool:
        return key in self._tiles

    def __len__(self) -> int:
        return len(self._tiles)
