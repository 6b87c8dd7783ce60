import pytest

from kvstore import NoTransaction, Store


@pytest.fixture
def store():
    return Store(a=1, b=2)


def test_plain(store):
    store.set("c", 3)
    store.delete("a")
    assert store.items() == [("b", 2), ("c", 3)]
    assert len(store) == 2


def test_missing(store):
    assert store.get("x", 7) == 7
    with pytest.raises(KeyError):
        store.delete("x")


def test_rollback(store):
    store.begin()
    store.set("a", 10)
    store.delete("b")
    assert store.items() == [("a", 10)]
    store.rollback()
    assert store.items() == [("a", 1), ("b", 2)]


def test_commit(store):
    store.begin()
    store.set("a", 10)
    store.set("c", 3)
    store.commit()
    assert store.snapshot() == {"a": 10, "b": 2, "c": 3}


def test_commit_of_a_deletion(store):
    with store.transaction():
        store.delete("a")
        assert len(store) == 1
    assert store.get("a") is None
    assert "a" not in store
    assert len(store) == 1


def test_inner_deletion(store):
    store.begin()
    store.begin()
    store.delete("a")
    store.commit()
    assert "a" not in store
    assert store.keys() == ["b"]
    store.rollback()
    assert "a" in store


def test_key_made_and_removed(store):
    with store.transaction():
        store.set("c", 3)
        with store.transaction():
            store.delete("c")
    assert store.snapshot() == {"a": 1, "b": 2}


def test_set_again(store):
    with store.transaction():
        store.delete("a")
        store.set("a", None)
    assert store.keys() == ["a", "b"]
    assert store.get("a", 5) is None


def test_error_in_the_block(store):
    with pytest.raises(ZeroDivisionError):
        with store.transaction():
            store.set("a", 1 / 0)
    assert store.get("a") == 1
    with pytest.raises(NoTransaction):
        store.rollback()


def test_none_open(store):
    with pytest.raises(NoTransaction):
        store.commit()
