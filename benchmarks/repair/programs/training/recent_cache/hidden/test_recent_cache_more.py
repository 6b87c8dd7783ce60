from cache import RecentCache, memoize


def test_get_does_not_extend_ttl():
    now = [0]
    c = RecentCache(2, ttl=10, clock=lambda: now[0])
    c.put("a", 1)
    now[0] = 6
    c.get("a")
    now[0] = 12
    assert c.get("a") is None


def test_missed_get_changes_nothing():
    c = RecentCache(2)
    c.put("a", 1)
    c.put("b", 2)
    c.get("q")
    assert c.keys() == ["a", "b"]


def test_contains_does_not_refresh():
    c = RecentCache(2)
    c.put("a", 1)
    c.put("b", 2)
    assert "a" in c
    assert c.keys() == ["a", "b"]


def test_order_after_many():
    c = RecentCache(3)
    for k in "xyz":
        c.put(k, k)
    c.get("z")
    c.get("y")
    assert c.keys() == ["x", "z", "y"]
    c.put("w", 0)
    assert c.keys() == ["z", "y", "w"]


def test_memoize_keeps_hot():
    calls = []

    @memoize(2)
    def f(n):
        calls.append(n)
        return n
    for n in (1, 2, 1, 3, 1):
        f(n)
    assert calls == [1, 2, 3]
