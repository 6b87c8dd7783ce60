"""Helpers to call several asynchronous sources."""
import asyncio
import inspect


class AllFailed(Exception):
    """Every source failed; ``errors`` lists the exceptions in order."""

    def __init__(self, errors):
        super().__init__(f"{len(errors)} sources failed")
        self.errors = errors


async def call(func, *args):
    """Call *func*, which may be a plain or an async function."""
    result = func(*args)
    if inspect.isawaitable(result):
        result = await result
    return result


async def gather_limited(funcs, limit):
    """Run the zero-argument *funcs*, at most *limit* at once, keeping order."""
    if limit < 1:
        raise ValueError("limit must be positive")
    gate = asyncio.Semaphore(limit)

    async def one(func):
        async with gate:
            return await call(func)

    return await asyncio.gather(*(one(f) for f in funcs))


async def first_success(sources, key, fallback=None):
    """Ask *sources* one after another; use the first that answers.

    When all of them fail, *fallback* is called with the key, and if
    there is none, AllFailed is raised.
    """
    errors = []
    for source in sources:
        try:
            return await call(source, key)
        except Exception as exc:
            errors.append(exc)
    if fallback is not None:
        return await call(fallback, key)
    raise AllFailed(errors)


async def retry(func, attempts, on_error=None):
    """Call *func* until it works, at most *attempts* times.

    *on_error* (plain or async) is called with ``(attempt, exception)``
    after each failure; if it returns False, retrying stops.
    """
    for attempt in range(1, attempts + 1):
        try:
            return await call(func)
        except Exception as exc:
            verdict = None
            if on_error is not None:
                verdict = on_error(attempt, exc)
            if attempt == attempts or verdict is False:
                raise


async def map_values(func, mapping, limit=4):
    """Apply *func* to each value concurrently; return a dict in order."""
    funcs = [lambda v=value: func(v) for value in mapping.values()]
    results = await gather_limited(funcs, limit)
    return dict(zip(mapping, results))
