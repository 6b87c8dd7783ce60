from thumbs import ThumbnailCache


def test_accounts_after_many_replacements():
    cache = ThumbnailCache(100, None)
    for n in (10, 90, 3, 55):
        cache.put("a", 1, bytes(n))
        assert cache.used == n


def test_replaced_entry_becomes_the_newest():
    cache = ThumbnailCache(100, None)
    cache.put("a", 1, bytes(40))
    cache.put("b", 1, bytes(40))
    cache.put("a", 1, bytes(40))
    cache.put("c", 1, bytes(40))
    assert ("b", 1) not in cache and ("a", 1) in cache


def test_sum_of_what_is_there():
    cache = ThumbnailCache(100, None)
    cache.put("a", 1, bytes(70))
    cache.put("a", 1, bytes(80))
    cache.put("b", 1, bytes(30))
    assert cache.used == 30
