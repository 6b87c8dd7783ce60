import asyncio

import pytest

from fetch import FetchError, Fetcher


class Source:
    def __init__(self, fail=None):
        self.fail = dict(fail or {})
        self.running = self.peak = 0

    async def __call__(self, key):
        self.running += 1
        self.peak = max(self.peak, self.running)
        await asyncio.sleep(0)
        self.running -= 1
        if self.fail.get(key, 0) > 0:
            self.fail[key] -= 1
            raise FetchError(key)
        return key.upper()


def test_get():
    assert asyncio.run(Fetcher(Source()).get("a")) == "A"


def test_cached():
    f = Fetcher(Source())

    async def go():
        return [await f.get("a"), await f.get("a")]
    assert asyncio.run(go()) == ["A", "A"]
    assert f.calls == 1


def test_retry():
    f = Fetcher(Source({"a": 2}))
    assert asyncio.run(f.get("a")) == "A"
    assert f.calls == 3


def test_gives_up():
    f = Fetcher(Source({"a": 3}))
    with pytest.raises(FetchError):
        asyncio.run(f.get("a"))


def test_many_in_order():
    assert asyncio.run(Fetcher(Source()).get_many("cab")) == ["C", "A", "B"]


def test_limit():
    s = Source()
    asyncio.run(Fetcher(s, limit=2).get_many("abcdef"))
    assert s.peak == 2


def test_get_or_default():
    f = Fetcher(Source({"a": 9}))
    assert asyncio.run(f.get_or("a", "none")) == "none"


def test_get_or_value():
    assert asyncio.run(Fetcher(Source()).get_or("b", "none")) == "B"


def test_warm_up():
    f = Fetcher(Source({"b": 9}), retries=0)
    assert asyncio.run(f.warm_up("abc")) == 1
    assert f.cache == {"a": "A", "c": "C"}
