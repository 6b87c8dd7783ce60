"""Asynchronous fetching with retries and bounded concurrency."""
import asyncio


class FetchError(Exception):
    pass


class Fetcher:
    """`source` is an async function taking a key and returning a value."""

    def __init__(self, source, retries=2, limit=3):
        self.source = source
        self.retries = retries
        self.limit = limit
        self.cache = {}
        self.calls = 0

    async def _attempt(self, key):
        self.calls += 1
        return await self.source(key)

    async def get(self, key):
        """Fetch one value, retrying after FetchError; results are cached."""
        if key in self.cache:
            return self.cache[key]
        failures = 0
        while True:
            try:
                value = await self._attempt(key)
            except FetchError:
                failures += 1
                if failures > self.retries:
                    raise
                await asyncio.sleep(0)
            else:
                self.cache[key] = value
                return value

    async def get_many(self, keys):
        """Fetch several keys concurrently, keeping their order."""
        gate = asyncio.Semaphore(self.limit)

        async def one(key):
            async with gate:
                return await self.get(key)

        return list(await asyncio.gather(*(one(k) for k in keys)))

    async def get_or(self, key, default):
        try:
            return self.get(key)
        except FetchError:
            return default

    async def warm_up(self, keys):
        """Load keys into the cache; returns how many failed."""
        missing = object()
        failed = 0
        for key in keys:
            if await self.get_or(key, missing) is missing:
                failed += 1
        return failed
