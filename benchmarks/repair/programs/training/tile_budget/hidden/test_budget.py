from tiles import TileCache, TileSource

A, B, C = (2, 0, 0), (2, 0, 1), (2, 3, 3)


def total(cache):
    return sum(len(cache.get(key)) for key in cache.keys())


def test_same_tile_many_times():
    cache = TileCache(6)
    for _ in range(10):
        assert cache.put(A, b"abc")
    assert cache.used == 3
    assert cache.get(A) == b"abc"


def test_used_is_what_is_stored():
    cache = TileCache(20)
    for key, size in [(A, 3), (B, 5), (A, 9), (C, 4), (B, 1), (B, 7)]:
        cache.put(key, b"x" * size)
    assert cache.used == total(cache) == 20
    assert cache.keys() == [A, C, B]


def test_replaced_by_a_larger_one():
    cache = TileCache(8)
    cache.put(A, b"1234")
    cache.put(B, b"1234")
    cache.put(A, b"123456")
    assert cache.keys() == [A]
    assert cache.used == 6


def test_replacing_counts_as_use():
    cache = TileCache(8)
    cache.put(A, b"123")
    cache.put(B, b"123")
    cache.put(A, b"321")
    cache.put(C, b"123")
    assert cache.keys() == [A, C]


def test_refresh_with_larger_tiles():
    cache = TileCache(12)
    for key in (A, B, C):
        cache.put(key, b"12")
    assert TileSource(lambda key: b"1234", cache).refresh() == 3
    assert (len(cache), cache.used) == (3, 12)


def test_discard_after_replacing():
    cache = TileCache(12)
    cache.put(A, b"1234")
    cache.put(A, b"123456")
    cache.discard(A)
    assert cache.used == 0
