import pytest
from ttl_cache import TTLCache


class Clock:
    now = 0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def cache(clock):
    return TTLCache(2, 10, clock)


def test_set_get(cache):
    cache.set("a", 1)
    assert cache.get("a") == 1
    assert cache.get("b", 7) == 7
    assert (cache.hits, cache.misses) == (1, 1)


def test_expiry(cache, clock):
    cache.set("a", 1)
    clock.now = 10
    assert "a" not in cache
    assert cache.get("a") is None
    assert len(cache) == 0


def test_own_ttl(cache, clock):
    cache.set("a", 1, ttl=50)
    clock.now = 49
    assert cache.get("a") == 1


def test_evicts_oldest(cache):
    for k in "abc":
        cache.set(k, k)
    assert cache.keys() == ["b", "c"]


def test_read_refreshes(cache):
    cache.set("a", 1)
    cache.set("b", 2)
    cache.get("a")
    cache.set("c", 3)
    assert cache.keys() == ["a", "c"]


def test_write_refreshes(cache):
    cache.set("a", 1)
    cache.set("b", 2)
    cache.set("a", 10)
    cache.set("c", 3)
    assert cache.keys() == ["a", "c"]


def test_expired_go_first(cache, clock):
    cache.set("a", 1, ttl=100)
    cache.set("b", 2, ttl=1)
    clock.now = 5
    cache.set("c", 3)
    assert cache.keys() == ["a", "c"]


def test_compute(cache):
    calls = []
    f = lambda k: calls.append(k) or len(calls)
    assert cache.get_or_compute("x", f) == 1
    assert cache.get_or_compute("x", f) == 1
    assert calls == ["x"]
