import asyncio

import pytest

from fetch import FetchError, Fetcher


async def broken(key):
    raise FetchError(key)


async def crash(key):
    raise RuntimeError(key)


async def echo(key):
    return key


def test_get_or_retries_first():
    f = Fetcher(broken, retries=4)
    assert asyncio.run(f.get_or("x", 5)) == 5
    assert f.calls == 5


def test_get_or_other_errors_pass():
    with pytest.raises(RuntimeError):
        asyncio.run(Fetcher(crash).get_or("x", 5))


def test_get_or_none_value():
    async def nothing(key):
        return None
    assert asyncio.run(Fetcher(nothing).get_or("x", 5)) is None


def test_get_or_caches():
    f = Fetcher(echo)

    async def go():
        await f.get_or("k", 0)
        return await f.get("k")
    assert asyncio.run(go()) == "k"
    assert f.calls == 1


def test_default_not_cached():
    f = Fetcher(broken, retries=0)
    asyncio.run(f.get_or("x", 1))
    assert f.cache == {}


def test_warm_up_all_fail():
    assert asyncio.run(Fetcher(broken).warm_up(["a", "b"])) == 2
