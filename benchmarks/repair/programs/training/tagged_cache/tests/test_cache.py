import pytest

from tagged_cache import TaggedCache


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def cache(clock):
    return TaggedCache(2, ttl=10, clock=clock)


def test_set_and_get(cache):
    cache.set("a", 1)
    assert cache.get("a") == 1
    assert cache.get("b", "none") == "none"
    assert (cache.hits, cache.misses) == (1, 1)


def test_least_recently_used_goes(cache):
    cache.set("a", 1)
    cache.set("b", 2)
    cache.get("a")
    cache.set("c", 3)
    assert "b" not in cache
    assert cache.get("a") == 1


def test_expiry(cache, clock):
    cache.set("a", 1, tags=["x"])
    clock.now += 10
    assert cache.get("a") is None
    assert len(cache) == 0
    assert cache.tags() == []


def test_invalidate(cache):
    cache.set("a", 1, tags=["x"])
    cache.set("b", 2, tags=["x", "y"])
    assert cache.invalidate("x") == 2
    assert len(cache) == 0


def test_invalidate_unknown_tag(cache):
    cache.set("a", 1)
    assert cache.invalidate("nope") == 0


def test_new_tags_replace_old(cache):
    cache.set("a", 1, tags=["x"])
    cache.set("a", 2, tags=["y"])
    assert cache.invalidate("x") == 0
    assert cache.get("a") == 2


def test_evicted_key_loses_its_tags(cache):
    cache.set("a", 1, tags=["x"])
    cache.set("b", 2)
    cache.set("c", 3)
    cache.set("a", 4)
    assert cache.invalidate("x") == 0
    assert cache.get("a") == 4


def test_tags_lists_only_live_tags(cache):
    cache.set("a", 1, tags=["x"])
    cache.set("b", 2, tags=["y"])
    cache.set("c", 3, tags=["y"])
    assert cache.tags() == ["y"]


def test_capacity_must_be_positive():
    with pytest.raises(ValueError):
        TaggedCache(0)
