import pytest
from tinydb.utils import LRUCache


@pytest.mark.parametrize("value", [0, "", [], None, False, 7])
def test_a_key_that_is_set_again_is_the_latest(value):
    cache = LRUCache(capacity=2)
    cache.set("a", value)
    cache.set("b", value)
    cache.set("a", value)
    assert list(cache) == ["b", "a"]
    cache.set("c", 1)
    assert "b" not in cache
    assert "a" in cache


def test_a_new_key_takes_the_place_of_the_oldest():
    cache = LRUCache(capacity=2)
    for key in "abc":
        cache.set(key, key)
    assert list(cache) == ["b", "c"]
