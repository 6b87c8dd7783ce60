from math import inf

from fadecache import FadeCache


class Clock:
    now = 0

    def __call__(self):
        return self.now


def make(maxsize=3, **options):
    clock = Clock()
    return FadeCache(maxsize, clock=clock, **options), clock


def test_get_at_deadline():
    cache, clock = make(ttl=4)
    cache.put("a", 1)
    clock.now = 4
    assert cache.get("a", "gone") == "gone"
    assert cache.stats.expired == 1
    assert len(cache) == 0


def test_contains_at_deadline():
    cache, clock = make(ttl=4)
    cache.put("a", 1)
    clock.now = 4
    assert "a" not in cache
    assert len(cache) == 1


def test_just_before_deadline():
    cache, clock = make(ttl=4)
    cache.put("a", 1)
    clock.now = 3.999
    assert "a" in cache
    assert cache.get("a") == 1


def test_after_deadline():
    cache, clock = make(ttl=4)
    cache.put("a", 1)
    clock.now = 5
    assert "a" not in cache
    assert cache.get("a") is None


def test_zero_ttl_is_never_there():
    cache, clock = make()
    cache.put("a", 1, ttl=0)
    assert "a" not in cache
    assert cache.get("a") is None


def test_get_and_purge_agree():
    for now in range(8):
        one, clock = make(ttl=4)
        one.put("a", 1)
        clock.now = now
        two, clock = make(ttl=4)
        two.put("a", 1)
        clock.now = now
        assert (one.get("a") is None) == (two.purge() == 1)


def test_no_ttl_stays():
    cache, clock = make()
    cache.put("a", 1)
    clock.now = 10 ** 9
    assert "a" in cache
    assert cache.get("a") == 1
    assert cache.ttl_left("a") == inf


def test_get_or_make_at_deadline():
    cache, clock = make(ttl=2)
    assert cache.get_or_make("a", lambda key: clock.now) == 0
    clock.now = 1
    assert cache.get_or_make("a", lambda key: clock.now) == 0
    clock.now = 2
    assert cache.get_or_make("a", lambda key: clock.now) == 2


def test_put_again_renews():
    cache, clock = make(ttl=4)
    cache.put("a", 1)
    clock.now = 3
    cache.put("a", 2)
    clock.now = 6
    assert cache.get("a") == 2
    clock.now = 7
    assert "a" not in cache


def test_contains_is_no_use():
    cache, clock = make(2)
    cache.put("a", 1)
    cache.put("b", 1)
    assert "a" in cache and "z" not in cache
    assert cache.keys() == ["a", "b"]
    assert (cache.stats.hits, cache.stats.misses) == (0, 0)


def test_discard():
    cache, clock = make()
    cache.put("a", None)
    assert cache.discard("a")
    assert not cache.discard("a")
    assert cache.ttl_left("a") == 0
