import pytest

from blob_cache import BlobCache


@pytest.fixture
def cache():
    return BlobCache(10)


def test_get(cache):
    cache.put("a", b"123")
    assert cache.get("a") == b"123"
    assert cache.get("b") is None
    assert cache.hit_rate == 0.5


def test_size(cache):
    cache.put("a", b"123")
    cache.put("b", b"4567")
    assert cache.used == 7
    assert len(cache) == 2


def test_evicts_the_oldest(cache):
    for key in "abc":
        cache.put(key, b"1234")
    assert cache.keys() == ["b", "c"]
    assert cache.used == 8


def test_get_makes_recent(cache):
    cache.put("a", b"1234")
    cache.put("b", b"1234")
    cache.get("a")
    cache.put("c", b"1234")
    assert cache.keys() == ["a", "c"]


def test_too_large(cache):
    cache.put("a", b"12")
    assert not cache.put("a", b"x" * 11)
    assert cache.get("a") == b"12"


def test_replace(cache):
    cache.put("a", b"1234")
    cache.put("a", b"12")
    assert cache.get("a") == b"12"
    assert cache.used == 2


def test_replace_evicts_nothing_that_fits(cache):
    cache.put("a", b"1234")
    cache.put("b", b"1234")
    cache.put("b", b"123456")
    assert cache.keys() == ["a", "b"]
    assert cache.used == 10


def test_replaced_blob_is_recent(cache):
    cache.put("a", b"12")
    cache.put("b", b"12")
    cache.put("a", b"34")
    assert cache.keys() == ["b", "a"]


def test_on_evict():
    gone = []
    cache = BlobCache(5, on_evict=lambda key, blob: gone.append((key, blob)))
    cache.put("a", b"123")
    cache.put("b", b"45")
    cache.put("c", b"6789")
    assert gone == [("a", b"123"), ("b", b"45")]


def test_remove(cache):
    cache.put("a", b"123")
    assert cache.remove("a") == b"123"
    assert cache.used == 0
    with pytest.raises(KeyError):
        cache.remove("a")


def test_resize(cache):
    cache.put("a", b"123")
    cache.put("b", b"456")
    cache.resize(4)
    assert cache.keys() == ["b"]


def test_clear(cache):
    cache.put("a", b"123")
    cache.clear()
    assert (len(cache), cache.used) == (0, 0)
