import pytest

from thumbs import ThumbnailCache


@pytest.fixture
def cache():
    return ThumbnailCache(100, lambda path, size: bytes(size))


def test_budget_is_checked():
    with pytest.raises(ValueError):
        ThumbnailCache(0, None)


def test_renders_once(cache):
    cache.get("a.png", 10)
    cache.get("a.png", 10)
    assert (cache.hits, cache.misses) == (1, 1)


def test_least_recent_goes(cache):
    cache.get("a", 40)
    cache.get("b", 40)
    cache.get("a", 40)
    cache.get("c", 40)
    assert ("a", 40) in cache and ("b", 40) not in cache
    assert cache.used == 80


def test_too_big_is_not_kept(cache):
    assert len(cache.get("a", 101)) == 101
    assert len(cache) == 0 and cache.used == 0


def test_replacing(cache):
    cache.put("a", 1, bytes(60))
    cache.put("a", 1, bytes(50))
    assert len(cache) == 1
    assert cache.used == 50


def test_replacing_evicts_nothing_that_fits(cache):
    cache.put("b", 1, bytes(30))
    for _ in range(3):
        cache.put("a", 1, bytes(40))
    assert ("b", 1) in cache


def test_invalidate(cache):
    cache.get("a", 10)
    cache.get("a", 20)
    cache.get("b", 30)
    assert cache.invalidate("a") == 2
    assert cache.used == 30


def test_stats(cache):
    assert cache.stats() == "0 entries, 0/100 bytes, 0% hits"
    cache.get("a", 10)
    assert cache.stats() == "1 entries, 10/100 bytes, 0% hits"
