import pytest

from tiles import TileCache, TileSource

A, B, C = (1, 0, 0), (1, 0, 1), (1, 1, 0)


@pytest.fixture
def cache():
    return TileCache(10)


def test_budget():
    with pytest.raises(ValueError):
        TileCache(0)


def test_get(cache):
    assert cache.put(A, b"1234")
    assert cache.get(A) == b"1234"
    assert cache.get(B) is None
    assert (cache.hits, cache.misses) == (1, 1)


def test_fits_exactly(cache):
    cache.put(A, b"12345")
    cache.put(B, b"12345")
    assert cache.keys() == [A, B]
    assert cache.used == 10


def test_drops_the_oldest(cache):
    cache.put(A, b"1234")
    cache.put(B, b"1234")
    cache.put(C, b"1234")
    assert cache.keys() == [B, C]
    assert cache.used == 8


def test_use_keeps_a_tile(cache):
    cache.put(A, b"1234")
    cache.put(B, b"1234")
    cache.get(A)
    cache.put(C, b"1234")
    assert cache.keys() == [A, C]


def test_replace(cache):
    cache.put(A, b"1234")
    cache.put(A, b"12")
    assert cache.get(A) == b"12"
    assert cache.used == 2


def test_replacing_drops_nothing_that_fits(cache):
    cache.put(A, b"1234")
    cache.put(B, b"1234")
    cache.put(B, b"12345")
    assert cache.keys() == [A, B]


def test_too_large(cache):
    cache.put(A, b"1234")
    assert not cache.put(A, b"x" * 11)
    assert A not in cache
    assert cache.used == 0


def test_discard(cache):
    cache.put(A, b"1234")
    cache.discard(A)
    cache.discard(B)
    assert (len(cache), cache.used) == (0, 0)


def test_source_fetches_once(cache):
    asked = []

    def fetch(key):
        asked.append(key)
        return b"data"

    source = TileSource(fetch, cache)
    assert source.tile(*A) == source.tile(*A) == (A, b"data")
    assert asked == [A]


def test_source_falls_back(cache):
    def fetch(key):
        if key[0] > 1:
            raise OSError
        return b"data"

    assert TileSource(fetch, cache).tile(3, 5, 2) == (C, b"data")


def test_source_without_tiles(cache):
    def fetch(key):
        raise OSError

    with pytest.raises(LookupError):
        TileSource(fetch, cache).tile(2, 1, 1)


def test_refresh(cache):
    source = TileSource(lambda key: b"new", cache)
    cache.put(A, b"old")
    cache.put(B, b"old")
    assert source.refresh() == 2
    assert cache.keys() == [A, B]
    assert cache.used == 6
