from lfu_cache import LfuCache


def test_newcomers_replace_each_other():
    cache = LfuCache(3)
    for key in (1, 2, 3):
        cache.put(key, key)
        cache.get(key)
    for key in (4, 5, 6):
        cache.put(key, key)
    assert [key for key in range(1, 7) if key in cache] == [2, 3, 6]


def test_put_counts_as_use():
    cache = LfuCache(2)
    cache.put("x", 1)
    cache.put("x", 2)
    cache.put("y", 3)
    cache.put("z", 4)
    assert cache.get("x") == 2 and "y" not in cache


def test_much_used_then_many_new():
    cache = LfuCache(2)
    cache.put("hot", 1)
    for _ in range(5):
        cache.get("hot")
    for key in "pqrs":
        cache.put(key, key)
    assert "hot" in cache and "s" in cache and "r" not in cache


def test_no_use_no_preference():
    cache = LfuCache(2)
    for key in "abcd":
        cache.put(key, 0)
    assert "c" in cache and "d" in cache
