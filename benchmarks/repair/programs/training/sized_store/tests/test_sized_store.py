import pytest

from sized_store import SizedStore


@pytest.fixture
def store():
    store = SizedStore(10)
    store.put("a", "aaaa")
    store.put("b", "bbb")
    return store


def test_get(store):
    assert store.get("a") == "aaaa"
    assert store.get("z", "none") == "none"


def test_used(store):
    assert store.used == 7


def test_oldest_goes(store):
    store.put("c", "cccc")
    assert store.keys() == ["b", "c"]
    assert store.used == 7


def test_used_one_stays(store):
    store.get("a")
    store.put("c", "cccc")
    assert store.keys() == ["a", "c"]


def test_too_large(store):
    store.put("c", "c" * 11)
    assert "c" not in store
    assert store.keys() == ["a", "b"]


def test_drop(store):
    store.drop("a")
    store.drop("a")
    assert (store.used, store.keys()) == (3, ["b"])


def test_overwrite(store):
    store.put("b", "bbbbb")
    assert store.keys() == ["a", "b"]
    assert store.used == 9


def test_overwritten_is_newest(store):
    store.put("a", "aaaaa")
    assert store.keys() == ["b", "a"]
