from lfu_cache import LfuCache


def filled(size, keys):
    cache = LfuCache(size)
    for key in keys:
        cache.put(key, key.upper())
    return cache


def test_get():
    cache = filled(2, "ab")
    assert cache.get("a") == "A"
    assert cache.get("z") is None
    assert cache.get("z", 0) == 0


def test_oldest_goes():
    cache = filled(2, "abc")
    assert [key in cache for key in "abc"] == [False, True, True]


def test_used_stays():
    cache = filled(2, "ab")
    cache.get("a")
    cache.put("c", "C")
    assert [key in cache for key in "abc"] == [True, False, True]


def test_new_one_goes_first():
    cache = filled(2, "ab")
    cache.get("a")
    cache.get("b")
    cache.put("c", "C")
    cache.put("d", "D")
    assert [key in cache for key in "abcd"] == [False, True, False, True]


def test_single_place():
    cache = filled(1, "a")
    cache.get("a")
    cache.put("b", "B")
    cache.put("c", "C")
    assert "b" not in cache and cache.get("c") == "C"


def test_put_again():
    cache = filled(2, "ab")
    cache.put("a", "other")
    assert cache.get("a") == "other"
    cache.put("c", "C")
    assert "b" not in cache


def test_all_equally_used():
    cache = filled(2, "ab")
    cache.get("b")
    cache.get("a")
    cache.put("c", "C")
    assert "b" not in cache and "a" in cache
