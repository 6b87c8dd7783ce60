import pytest

from cache import RecentCache, memoize


def test_put_get():
    c = RecentCache(2)
    c.put("a", 1)
    assert c.get("a") == 1
    assert c.get("b", 7) == 7


def test_capacity():
    c = RecentCache(2)
    for i, k in enumerate("abc"):
        c.put(k, i)
    assert c.keys() == ["b", "c"]


def test_bad_capacity():
    with pytest.raises(ValueError):
        RecentCache(0)


def test_overwriting_refreshes():
    c = RecentCache(2)
    c.put("a", 1)
    c.put("b", 2)
    c.put("a", 3)
    c.put("c", 4)
    assert "a" in c and "b" not in c


def test_get_protects_from_eviction():
    c = RecentCache(2)
    c.put("a", 1)
    c.put("b", 2)
    c.get("a")
    c.put("c", 3)
    assert "a" in c
    assert "b" not in c


def test_key_order_after_get():
    c = RecentCache(3)
    for k in "xyz":
        c.put(k, k)
    c.get("x")
    assert c.keys() == ["y", "z", "x"]


def test_expiry():
    now = [0]
    c = RecentCache(2, ttl=10, clock=lambda: now[0])
    c.put("a", 1)
    now[0] = 9
    assert c.get("a") == 1
    now[0] = 10
    assert c.get("a") is None
    assert len(c) == 0


def test_ratio():
    c = RecentCache(1)
    c.put("a", 1)
    c.get("a")
    c.get("z")
    assert c.ratio() == 0.5


def test_memoize():
    calls = []

    @memoize(5)
    def square(n):
        calls.append(n)
        return n * n
    assert [square(3), square(3), square(4)] == [9, 9, 16]
    assert calls == [3, 4]
