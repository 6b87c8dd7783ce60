"""Where sessions are kept."""

import asyncio


class MemoryStore:
    """An asynchronous key-value store in memory, with the interface of the one over the network."""

    def __init__(self):
        self._records = {}

    async def read(self, key):
        """The record of `key`, or None."""
        await asyncio.sleep(0)
        return self._records.get(key)

    async def write(self, key, record):
        await asyncio.sleep(0)
        self._records[key] = dict(record)

    async def delete(self, key):
        """Remove a record; True where there was one."""
        await asyncio.sleep(0)
        return self._records.pop(key, None) is not None

    async def keys(self):
        await asyncio.sleep(0)
        return list(self._records)
