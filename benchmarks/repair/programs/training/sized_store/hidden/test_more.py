from sized_store import SizedStore


def test_overwrite_often():
    store = SizedStore(10)
    for _ in range(5):
        store.put("k", "12345")
    assert store.get("k") == "12345"
    assert store.used == 5


def test_overwrite_with_something_too_large():
    store = SizedStore(4)
    store.put("k", "1234")
    store.put("k", "12345")
    assert "k" not in store
    assert store.used == 0


def test_overwrite_with_less():
    store = SizedStore(6)
    store.put("a", "11111")
    store.put("a", "1")
    store.put("b", "22222")
    assert store.keys() == ["a", "b"]


def test_exact_room():
    store = SizedStore(6)
    store.put("a", "111")
    store.put("b", "222")
    assert store.keys() == ["a", "b"]


def test_several_go_at_once():
    store = SizedStore(6)
    for key in "abc":
        store.put(key, "22")
    store.put("d", "4444")
    assert store.keys() == ["c", "d"]
