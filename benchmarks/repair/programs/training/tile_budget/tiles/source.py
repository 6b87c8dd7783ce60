"""Tiles from a server, by way of the cache."""

from __future__ import annotations

from collections.abc import Callable

from tiles.cache import Key, TileCache


class TileSource:
    """Fetches tiles that aren't in the cache; a tile that can't be had is drawn from its parent's."""

    def __init__(self, fetch: Callable[[Key], bytes], cache: TileCache):
        self.fetch = fetch
        self.cache = cache

    def tile(self, zoom: int, x: int, y: int) -> tuple[Key, bytes]:
        """The best tile for a place: its key and its data. LookupError where there is none at all."""
        while zoom >= 0:
            key = (zoom, x, y)
            data = self.cache.get(key)
            if data is None:
                try:
                    data = self.fetch(key)
                except OSError:
                    zoom, x, y = zoom - 1, x // 2, y // 2
                    continue
                self.cache.put(key, data)
            return key, data
        raise LookupError("not even the whole world")

    def refresh(self) -> int:
        """Fetch all tiles in the cache again; how many came. Those that can't be had stay as they are."""
        done = 0
        for key in self.cache.keys():
            try:
                data = self.fetch(key)
            except OSError:
                continue
            self.cache.put(key, data)
            done += 1
        return done
