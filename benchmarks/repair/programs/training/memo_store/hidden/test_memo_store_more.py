import pytest
from memo_store import MemoStore, memo


def model(keys, size):
    order = []
    for k in keys:
        if k in order:
            order.remove(k)
        order.append(k)
        order = order[-size:]
    return order


@pytest.mark.parametrize("keys,size", [
    ("abcabd", 3), ("aabbccdd", 2), ("abcbde", 3), ("xyxzxw", 2), ("aaaa", 1), ("abcdeabcde", 4),
])
def test_against_model(keys, size):
    store = MemoStore(size)
    for k in keys:
        store.fetch(k, str)
    want = model(keys, size)
    assert [k for k in sorted(set(keys)) if k in store] == sorted(want)
    assert store.oldest() == want[0]


def test_hot_entry_survives():
    calls = []

    @memo(size=2)
    def load(name):
        calls.append(name)
        return name.upper()

    for name in ["hot", "a", "hot", "b", "hot", "c", "hot"]:
        assert load(name) == name.upper()
    assert calls == ["hot", "a", "b", "c"]


def test_none_is_cached():
    calls = []
    f = memo()(lambda: calls.append(1))
    f()
    f()
    assert calls == [1]


def test_error_not_stored():
    store = MemoStore(1)
    with pytest.raises(ZeroDivisionError):
        store.fetch("a", lambda: 1 / 0)
    assert "a" not in store


def test_forget_unknown():
    assert not MemoStore(1).forget("q")
