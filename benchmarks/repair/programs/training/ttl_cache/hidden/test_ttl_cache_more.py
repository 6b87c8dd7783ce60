from ttl_cache import TTLCache


def make(size, ttl=10):
    state = {"t": 0}
    return TTLCache(size, ttl, lambda: state["t"]), state


def test_rewrites_order():
    c, _ = make(4)
    for k in "abcd":
        c.set(k, 0)
    for k in "bad":
        c.set(k, 1)
    assert c.keys() == ["c", "b", "a", "d"]


def test_rewrite_same_value_refreshes():
    c, _ = make(3)
    for k in "abca":
        c.set(k, 1)
    c.set("d", 1)
    c.set("e", 1)
    assert c.keys() == ["a", "d", "e"]


def test_rewrite_extends_ttl():
    c, s = make(2)
    c.set("a", 1)
    s["t"] = 8
    c.set("a", 2)
    s["t"] = 15
    assert c.get("a") == 2


def test_rewrite_does_not_grow():
    c, _ = make(2)
    for i in range(5):
        c.set("a", i)
    c.set("b", 1)
    assert c.keys() == ["a", "b"] and c.get("a") == 4


def test_contains_does_not_refresh():
    c, _ = make(2)
    c.set("a", 1)
    c.set("b", 1)
    assert "a" in c
    c.set("c", 1)
    assert c.keys() == ["b", "c"]


def test_size_one():
    c, _ = make(1)
    c.set("a", 1)
    c.set("a", 2)
    c.set("b", 3)
    assert c.keys() == ["b"]


def test_rewrite_after_expiry():
    c, s = make(3)
    c.set("a", 1)
    c.set("b", 1, ttl=100)
    s["t"] = 20
    c.set("a", 2)
    assert c.keys() == ["b", "a"]


def test_none_is_cached():
    c, _ = make(2)
    c.set("a", None)
    assert c.get("a", 5) is None
