"""Connections that are made when needed, lent out, and taken back."""

import asyncio
from contextlib import asynccontextmanager

from .connection import Connection, ConnectionBroken


class Pool:
    """Lends out at most `size` connections at a time."""

    def __init__(self, backend, size=2):
        self.backend = backend
        self.size = size
        self.made = 0
        self._idle = []
        self._slots = asyncio.Semaphore(size)

    @property
    def idle(self):
        return len(self._idle)

    @asynccontextmanager
    async def connection(self):
        """A connection for the length of an async with block."""
        await self._slots.acquire()
        connection = self._idle.pop() if self._idle else self._make()
        try:
            yield connection
        finally:
            try:
                await self._give_back(connection)
            finally:
                self._slots.release()

    def _make(self):
        self.made += 1
        return Connection(self.made, self.backend)

    async def _give_back(self, connection):
        if not connection.healthy:
            try:
                connection.reset()
            except ConnectionBroken:
                return
        self._idle.append(connection)

    async def query(self, text, attempts=1):
        """Ask with any connection, again if it breaks."""
        for attempt in range(1, attempts + 1):
            try:
                async with self.connection() as connection:
                    return await connection.query(text)
            except ConnectionBroken:
                if attempt == attempts:
                    raise


async def run_all(pool, texts, attempts=1):
    """The answers to all texts in their order; None where there was none."""
    results = await asyncio.gather(*(pool.query(text, attempts) for text in texts), return_exceptions=True)
    return [None if isinstance(result, ConnectionBroken) else result for result in results]
