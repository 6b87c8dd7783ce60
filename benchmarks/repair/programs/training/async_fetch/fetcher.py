"""Fetch many things at once with a limit, retries and a cache."""

import asyncio


class Transient(Exception):
    pass


class GaveUp(Exception):
    def __init__(self, key, attempts):
        super().__init__(f"{key}: gave up after {attempts} attempts")
        self.key = key


class Fetcher:
    def __init__(self, load, limit=4, attempts=3, sleep=asyncio.sleep):
        self._load = load
        self._limit = limit
        self._attempts = attempts
        self._sleep = sleep
        self.cache = {}

    async def _once(self, key):
        value = await self._load(key)
        if value is None:
            raise Transient(key)
        return value

    async def _with_retries(self, key):
        for attempt in range(1, self._attempts + 1):
            try:
                return self._once(key)
            except Transient:
                if attempt < self._attempts:
                    await self._sleep(0.1 * 2 ** (attempt - 1))
        raise GaveUp(key, self._attempts)

    async def fetch(self, key):
        if key not in self.cache:
            value = self._with_retries(key)
            self.cache[key] = await value
        return self.cache[key]

    async def fetch_all(self, keys):
        """Values by key; what could not be had is left out."""
        gate = asyncio.Semaphore(self._limit)

        async def guarded(key):
            async with gate:
                return await self.fetch(key)

        keys = list(dict.fromkeys(keys))
        results = await asyncio.gather(*map(guarded, keys), return_exceptions=True)
        found = {}
        for key, result in zip(keys, results):
            if isinstance(result, GaveUp):
                continue
            if isinstance(result, BaseException):
                raise result
            found[key] = result
        return found
