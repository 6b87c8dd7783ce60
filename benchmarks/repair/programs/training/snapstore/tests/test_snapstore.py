import pytest

from snapstore import SnapshotError, Store


@pytest.fixture
def store():
    return Store({"user/1/name": "Ann", "user/1/age": 30, "user/10/name": "Bob", "size": 2})


def test_get_and_set(store):
    store.set("size", 3)
    assert store.get("size") == 3
    assert store.get("other", 7) == 7
    assert "other" not in store
    with pytest.raises(ValueError):
        store.set("a/", 1)


def test_delete(store):
    store.delete("size")
    assert "size" not in store
    assert store.keys("user/1") == ["user/1/age", "user/1/name"]
    with pytest.raises(KeyError):
        store.delete("size")


def test_prefix_is_whole_part(store):
    assert store.items("user/10") == [("user/10/name", "Bob")]
    assert store.keys("user/1/") == ["user/1/age", "user/1/name"]


def test_children(store):
    assert store.children() == ["size", "user"]
    assert store.children("user") == ["1", "10"]


def test_rollback(store):
    store.snapshot()
    store.set("size", 9)
    store.delete("user/1/age")
    assert store.changed() == ["size", "user/1/age"]
    store.rollback()
    assert store.get("size") == 2
    assert len(store) == 4


def test_rollback_to_label(store):
    store.snapshot("first")
    store.increment("size")
    store.snapshot()
    store.increment("size")
    assert store.get("size") == 4
    store.rollback("first")
    assert store.get("size") == 2
    with pytest.raises(SnapshotError):
        store.rollback()


def test_delete_in_snapshot(store):
    store.snapshot()
    store.delete("user/1/age")
    assert store.get("user/1/age") is None
    assert store.keys("user/1") == ["user/1/name"]
    assert len(store) == 3


def test_delete_prefix(store):
    store.snapshot()
    assert store.delete_prefix("user/1") == 2
    store.commit()
    assert store.keys() == ["size", "user/10/name"]


def test_delete_prefix_twice(store):
    store.snapshot()
    assert store.delete_prefix("user") == 3
    assert store.delete_prefix("user") == 0
    assert store.children("user") == []


def test_commit(store):
    store.snapshot()
    store.set("new", 1)
    store.commit()
    assert store.get("new") == 1
    with pytest.raises(SnapshotError):
        store.commit()
