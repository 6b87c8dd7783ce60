import asyncio

import pytest

from fetcher import Fetcher, GaveUp


class Source:
    def __init__(self, failures=None):
        self.failures = dict(failures or {})
        self.calls = []
        self.running = self.most = 0

    async def __call__(self, key):
        self.calls.append(key)
        self.running += 1
        self.most = max(self.most, self.running)
        await asyncio.sleep(0)
        self.running -= 1
        if self.failures.get(key, 0) > 0:
            self.failures[key] -= 1
            return None
        if key == "bad":
            raise LookupError(key)
        return key.upper()


async def no_sleep(seconds):
    pass


def make(failures=None, **options):
    source = Source(failures)
    return source, Fetcher(source, sleep=no_sleep, **options)


def test_fetches():
    _, fetcher = make()
    assert asyncio.run(fetcher.fetch("a")) == "A"


def test_retries():
    source, fetcher = make({"a": 2})
    assert asyncio.run(fetcher.fetch("a")) == "A"
    assert source.calls == ["a", "a", "a"]


def test_nothing_to_fetch():
    _, fetcher = make()
    assert asyncio.run(fetcher.fetch_all([])) == {}


def test_cached_is_not_loaded():
    source, fetcher = make()
    fetcher.cache["a"] = 1
    assert asyncio.run(fetcher.fetch("a")) == 1
    assert source.calls == []


def test_no_attempts():
    _, fetcher = make(attempts=0)
    with pytest.raises(GaveUp):
        asyncio.run(fetcher.fetch("a"))


def test_all_without_the_hopeless():
    _, fetcher = make({"b": 9})
    assert asyncio.run(fetcher.fetch_all(["a", "b", "a"])) == {"a": "A"}


def test_message():
    assert str(GaveUp("k", 3)) == "k: gave up after 3 attempts"
