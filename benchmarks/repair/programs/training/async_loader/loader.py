"""Loading values once, however many tasks ask for them at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any


class Loader:
    """Keeps values for `lifetime` seconds; tasks that ask for a key while it is loaded share one load.

    An error goes to all who wait for that load. It isn't kept: whoever asks later starts a new load.
    """

    def __init__(
        self,
        load: Callable[[str], Awaitable[Any]],
        lifetime: float = 60.0,
        clock: Callable[[], float] | None = None,
    ):
        self._load = load
        self._lifetime = lifetime
        self._clock = clock or (lambda: asyncio.get_running_loop().time())
        self._kept: dict[str, tuple[float, Any]] = {}
        self._running: dict[str, asyncio.Future] = {}
        self.loads = 0

    async def get(self, key: str) -> Any:
        """The value of a key, from the store, from a running load, or from a new one."""
        if key in self._kept:
            until, value = self._kept[key]
            if self._clock() < until:
                return value
            del self._kept[key]
        if key in self._running:
            return await asyncio.shield(self._running[key])
        future = asyncio.get_running_loop().create_future()
        self._running[key] = future
        self.loads += 1
        try:
            value = await self._load(key)
        except Exception as error:
            future.set_exception(error)
            future.exception()
            raise
        del self._running[key]
        self._kept[key] = (self._clock() + self._lifetime, value)
        future.set_result(value)
        return value

    async def get_many(self, keys) -> dict[str, Any]:
        """The values of several keys, loaded side by side; keys whose load fails are left out."""
        keys = list(dict.fromkeys(keys))
        results = await asyncio.gather(*map(self.get, keys), return_exceptions=True)
        return {key: value for key, value in zip(keys, results) if not isinstance(value, Exception)}

    def forget(self, key: str) -> None:
        """Drop a kept value."""
        self._kept.pop(key, None)

    @property
    def running(self) -> list[str]:
        """The keys that are being loaded."""
        return sorted(self._running)
