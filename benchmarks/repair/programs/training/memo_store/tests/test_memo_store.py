import pytest
from memo_store import MemoStore, make_key, memo


def test_computes_once():
    calls = []

    @memo()
    def square(x):
        calls.append(x)
        return x * x

    assert square(3) == square(3) == 9
    assert calls == [3]


def test_counts():
    store = MemoStore(2)
    for key in "aab":
        store.fetch(key, lambda: 1)
    assert (store.hits, store.misses) == (1, 2)


def test_bound():
    store = MemoStore(2)
    for key in "abc":
        store.fetch(key, str)
    assert len(store) == 2
    assert "a" not in store


def test_recent_use_protects():
    store = MemoStore(2)
    for key in "abac":
        store.fetch(key, str)
    assert "a" in store
    assert "b" not in store


def test_forget():
    @memo()
    def f(x, y=0):
        return object()

    one = f(1, y=2)
    assert f.forget(1, y=2)
    assert not f.forget(1, y=2)
    assert f(1, y=2) is not one


def test_key_order():
    assert make_key((1,), {"a": 1, "b": 2}) == make_key((1,), {"b": 2, "a": 1})
    assert make_key((1,), {}) != make_key((), {"a": 1})


def test_bad_size():
    with pytest.raises(ValueError):
        MemoStore(0)


def test_oldest():
    store = MemoStore(3)
    assert store.oldest() is None
    for key in "abca":
        store.fetch(key, str)
    assert store.oldest() == "b"


def test_clear():
    store = MemoStore(3)
    store.fetch("a", str)
    store.clear()
    assert (len(store), store.misses) == (0, 0)
