from ttlcache import TtlCache


class Clock:
    now = 0

    def __call__(self):
        return self.now


def make(capacity, ttl=100):
    clock = Clock()
    return TtlCache(capacity, ttl, clock), clock


def test_several_stale():
    cache, clock = make(3)
    cache.put("keep", 0)
    cache.put("s1", 1, ttl=1)
    cache.put("s2", 2, ttl=2)
    clock.now = 5
    cache.put("x", 3)
    cache.put("y", 4)
    assert cache.keys() == ["keep", "x", "y"]
    assert cache.evicted == []


def test_only_some_stale():
    cache, clock = make(3)
    cache.put("a", 0)
    cache.put("b", 1, ttl=1)
    cache.put("c", 2)
    clock.now = 1
    cache.put("d", 3)
    cache.put("e", 4)
    assert cache.keys() == ["c", "d", "e"]
    assert cache.evicted == ["a"]


def test_all_stale_is_no_eviction():
    cache, clock = make(2, ttl=5)
    cache.put("a", 0)
    cache.put("b", 1)
    clock.now = 5
    cache.put("c", 2)
    assert cache.keys() == ["c"]
    assert cache.evicted == []


def test_none_stale():
    cache, clock = make(2)
    for key in "abcd":
        cache.put(key, key)
    assert cache.keys() == ["c", "d"]
    assert cache.evicted == ["a", "b"]


def test_not_yet_stale():
    cache, clock = make(2)
    cache.put("a", 0)
    cache.put("b", 1, ttl=5)
    clock.now = 4
    cache.put("c", 2)
    assert cache.keys() == ["b", "c"]


def test_load_keeps_live_entries():
    cache, clock = make(2)
    cache.put("a", 0)
    cache.put("b", 1, ttl=5)
    clock.now = 7
    assert cache.get_or_load("c", str.upper) == "C"
    assert cache.get("a") == 0


def test_overwrite_stale():
    cache, clock = make(2)
    cache.put("a", 0)
    cache.put("b", 1, ttl=5)
    clock.now = 7
    cache.put("b", 2)
    assert cache.keys() == ["a", "b"]
    assert cache.get("b") == 2


def test_capacity_one():
    cache, clock = make(1, ttl=5)
    cache.put("a", 1)
    clock.now = 6
    cache.put("b", 2)
    assert cache.evicted == []
    cache.put("c", 3)
    assert cache.evicted == ["b"]


def test_never_above_capacity():
    cache, clock = make(3, ttl=4)
    for n in range(20):
        clock.now = n
        cache.put(n, n)
        assert len(cache) <= 3
    assert cache.keys() == [17, 18, 19]
