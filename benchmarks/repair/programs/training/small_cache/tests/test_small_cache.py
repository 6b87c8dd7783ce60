import pytest

from small_cache import SmallCache


@pytest.fixture
def cache():
    cache = SmallCache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    return cache


def test_room():
    with pytest.raises(ValueError):
        SmallCache(0)


def test_get(cache):
    assert cache.get("a") == 1
    assert cache.get("x", "none") == "none"
    assert (cache.hits, cache.misses) == (1, 1)


def test_oldest_goes(cache):
    assert cache.put("c", 3) == "a"
    assert len(cache) == 2


def test_read_entry_stays(cache):
    cache.get("a")
    assert cache.put("c", 3) == "b"
    assert cache.get("a") == 1


def test_new_value(cache):
    assert cache.put("b", 20) is None
    assert cache.get("b") == 20
    assert cache.get("a") == 1


def test_new_value_of_the_oldest(cache):
    cache.put("a", 10)
    assert cache.put("c", 3) == "b"
    assert len(cache) == 2


def test_nothing_goes():
    cache = SmallCache(2)
    assert cache.put("a", 1) is None
    assert cache.put("a", 2) is None
    assert len(cache) == 1
