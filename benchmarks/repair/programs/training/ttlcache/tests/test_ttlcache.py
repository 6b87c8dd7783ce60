import pytest

from ttlcache import TtlCache


class Clock:
    def __init__(self):
        self.now = 0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_put_get(clock):
    cache = TtlCache(2, 10, clock)
    cache.put("a", 1)
    assert cache.get("a") == 1
    assert cache.get("b", "none") == "none"
    assert cache.hit_rate() == 0.5


def test_expiry(clock):
    cache = TtlCache(2, 10, clock)
    cache.put("a", 1)
    clock.now = 9
    assert "a" in cache
    clock.now = 10
    assert "a" not in cache
    assert cache.get("a") is None


def test_least_recently_used_goes(clock):
    cache = TtlCache(2, 10, clock)
    cache.put("a", 1)
    cache.put("b", 2)
    cache.get("a")
    cache.put("c", 3)
    assert cache.keys() == ["a", "c"]
    assert cache.evicted == ["b"]


def test_stale_entry_goes_first(clock):
    cache = TtlCache(2, 100, clock)
    cache.put("long", 1)
    cache.put("short", 2, ttl=5)
    clock.now = 6
    cache.put("new", 3)
    assert cache.keys() == ["long", "new"]
    assert cache.evicted == []


def test_overwrite_keeps_others(clock):
    cache = TtlCache(2, 10, clock)
    cache.put("a", 1)
    cache.put("b", 2)
    cache.put("a", 3)
    assert cache.keys() == ["b", "a"]


def test_purge(clock):
    cache = TtlCache(5, 10, clock)
    cache.put("a", 1)
    cache.put("b", 2, ttl=50)
    clock.now = 20
    assert len(cache) == 1
    assert cache.purge() == 1
    assert cache.purge() == 0


def test_load(clock):
    cache = TtlCache(2, 10, clock)
    calls = []
    for _ in range(2):
        assert cache.get_or_load("x", lambda key: calls.append(key) or key * 2) == "xx"
    assert calls == ["x"]


def test_touch(clock):
    cache = TtlCache(2, 10, clock)
    cache.put("a", 1)
    clock.now = 8
    assert cache.touch("a")
    clock.now = 17
    assert cache.get("a") == 1
    clock.now = 18
    assert not cache.touch("a")
