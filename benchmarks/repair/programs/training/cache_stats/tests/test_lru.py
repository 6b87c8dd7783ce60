from lru import Cache


def test_get():
    cache = Cache(2)
    cache.put("a", 1)
    assert cache.get("a") == 1


def test_default():
    assert Cache(2).get("a", 7) == 7


def test_oldest_goes():
    cache = Cache(2)
    for key in "abc":
        cache.put(key, key)
    assert list(cache.values) == ["b", "c"]


def test_get_keeps():
    cache = Cache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    cache.get("a")
    cache.put("c", 3)
    assert sorted(cache.values) == ["a", "c"]


def test_put_again():
    cache = Cache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    cache.put("a", 3)
    cache.put("c", 4)
    assert sorted(cache.values) == ["a", "c"]


def test_len():
    cache = Cache(1)
    cache.put("a", 1)
    cache.put("b", 1)
    assert len(cache) == 1
