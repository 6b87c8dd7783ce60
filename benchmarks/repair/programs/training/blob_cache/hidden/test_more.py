from blob_cache import BlobCache


def total(cache):
    return sum(len(cache.get(key)) for key in cache.keys())


def test_same_blob_again_and_again():
    cache = BlobCache(8)
    cache.put("other", b"ab")
    for _ in range(5):
        cache.put("k", b"cdef")
    assert "other" in cache
    assert cache.used == 6


def test_used_agrees_with_the_blobs():
    cache = BlobCache(20)
    for number in range(30):
        cache.put(f"k{number % 4}", b"x" * (number % 7))
        assert cache.used == total(cache) <= 20


def test_grows_and_evicts_the_others():
    gone = []
    cache = BlobCache(10, on_evict=lambda key, blob: gone.append(key))
    cache.put("a", b"1234")
    cache.put("b", b"1234")
    cache.put("a", b"1234567")
    assert gone == ["b"]
    assert cache.keys() == ["a"]
    assert cache.used == 7


def test_replace_is_no_eviction():
    gone = []
    cache = BlobCache(4, on_evict=lambda key, blob: gone.append(key))
    cache.put("a", b"1234")
    cache.put("a", b"5678")
    assert gone == []
    assert cache.get("a") == b"5678"


def test_refused_replacement_changes_nothing():
    cache = BlobCache(4)
    cache.put("a", b"123")
    assert cache.put("a", b"12345") is False
    assert (cache.used, cache.keys()) == (3, ["a"])


def test_remove_after_replace():
    cache = BlobCache(9)
    cache.put("a", b"1234")
    cache.put("a", b"12")
    cache.remove("a")
    assert cache.used == 0


def test_empty_blob_replaced():
    cache = BlobCache(3)
    cache.put("a", b"")
    cache.put("a", b"123")
    assert (cache.used, len(cache)) == (3, 1)
    cache.put("a", b"")
    assert cache.used == 0
