import pytest

from fadecache import FadeCache


class Clock:
    def __init__(self):
        self.now = 100

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_put_and_get(clock):
    cache = FadeCache(2, clock=clock)
    cache.put("a", 1)
    assert cache.get("a") == 1
    assert cache.get("b", "?") == "?"
    assert cache.stats.hit_rate == 0.5


def test_least_recently_used_goes(clock):
    cache = FadeCache(2, clock=clock)
    cache.put("a", 1)
    cache.put("b", 2)
    cache.get("a")
    cache.put("c", 3)
    assert cache.keys() == ["a", "c"]
    assert cache.stats.evicted == 1


def test_replacing_needs_no_room(clock):
    cache = FadeCache(2, clock=clock)
    cache.put("a", 1)
    cache.put("b", 2)
    cache.put("a", 3)
    assert cache.keys() == ["b", "a"]


def test_lives_for_ttl_seconds(clock):
    cache = FadeCache(2, ttl=10, clock=clock)
    cache.put("a", 1)
    clock.now = 109
    assert cache.get("a") == 1
    assert "a" in cache
    clock.now = 110
    assert cache.get("a") is None
    assert cache.report() == {
        "hits": 1, "misses": 1, "evicted": 0, "expired": 1, "size": 0, "hit_rate": 0.5}


def test_contains_agrees_with_ttl_left(clock):
    cache = FadeCache(2, clock=clock)
    cache.put("a", 1, ttl=5)
    for clock.now in (100, 103, 105, 106):
        assert ("a" in cache) == (cache.ttl_left("a") > 0)


def test_purge(clock):
    cache = FadeCache(5, clock=clock)
    cache.put("a", 1, ttl=5)
    cache.put("b", 2, ttl=6)
    cache.put("c", 3)
    clock.now = 105
    assert cache.purge() == 1
    assert cache.keys() == ["b", "c"]


def test_expired_go_before_others(clock):
    cache = FadeCache(2, clock=clock)
    cache.put("a", 1)
    cache.put("b", 2, ttl=1)
    clock.now = 105
    cache.put("c", 3)
    assert cache.keys() == ["a", "c"]
    assert cache.stats.evicted == 0


def test_get_or_make(clock):
    cache = FadeCache(2, clock=clock)
    made = []
    for _ in range(3):
        assert cache.get_or_make("x", lambda key: made.append(key)) is None
    assert made == ["x"]


def test_bad_size():
    with pytest.raises(ValueError):
        FadeCache(0)
