from lru import Cache


def test_more():
    c = Cache(3)
    for k in "abc":
        c.put(k, k)
    c.get("a")
    c.get("b")
    c.put("d", 1)
    assert sorted(c.values) == ["a", "b", "d"]
