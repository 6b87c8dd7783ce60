import asyncio

import pytest

from fetcher import Fetcher, GaveUp


def test_backoff():
    waits = []

    async def sleep(seconds):
        waits.append(seconds)

    async def load(key):
        return None

    with pytest.raises(GaveUp):
        asyncio.run(Fetcher(load, attempts=4, sleep=sleep).fetch("x"))
    assert waits == pytest.approx([0.1, 0.2, 0.4])


def test_other_errors_pass_through():
    async def load(key):
        raise LookupError(key)

    with pytest.raises(LookupError):
        asyncio.run(Fetcher(load).fetch_all(["x"]))


def test_second_time_from_the_cache():
    calls = []

    async def load(key):
        calls.append(key)
        return 1

    async def twice():
        fetcher = Fetcher(load)
        return [await fetcher.fetch("x"), await fetcher.fetch("x")]

    assert asyncio.run(twice()) == [1, 1]
    assert calls == ["x"]
