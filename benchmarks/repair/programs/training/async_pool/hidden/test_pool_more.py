import asyncio

import pytest

from pool import Pool, run_all

pytestmark = pytest.mark.filterwarnings("ignore")


def backend(text):
    if text == "bad":
        raise OSError("x")
    return text


def test_neighbours_survive():
    async def main():
        pool = Pool(backend, size=2)
        return await run_all(pool, ["bad", "a", "b", "bad", "c", "d"])

    assert asyncio.run(main()) == [None, "a", "b", None, "c", "d"]


def test_all_idle_are_healthy():
    async def main():
        pool = Pool(backend, size=3)
        await run_all(pool, ["bad"] * 3)
        healthy = []
        async with pool.connection() as one, pool.connection() as two, pool.connection() as three:
            healthy += [c.healthy for c in (one, two, three)]
        return healthy, pool.made

    assert asyncio.run(main()) == ([True] * 3, 3)
