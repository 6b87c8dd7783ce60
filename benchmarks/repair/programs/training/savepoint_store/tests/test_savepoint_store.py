import pytest
from savepoint_store import Rollback, Store


def test_plain_use():
    s = Store({"a": 1})
    s["b"] = 2
    del s["a"]
    assert s.snapshot() == {"b": 2}
    assert "a" not in s and s["b"] == 2


def test_delete_missing():
    with pytest.raises(KeyError):
        del Store()["x"]


def test_commit():
    s = Store()
    with s.transaction():
        s["a"] = 1
    assert s.snapshot() == {"a": 1} and s.depth == 0


def test_error_undoes():
    s = Store({"a": 1, "b": 2})
    with pytest.raises(ValueError):
        with s.transaction():
            s["a"] = 5
            s["c"] = 6
            del s["b"]
            raise ValueError
    assert s.snapshot() == {"a": 1, "b": 2}


def test_rollback_is_silent():
    s = Store()
    with s.transaction():
        s["a"] = 1
        raise Rollback
    assert s.snapshot() == {}


def test_inner_rollback_only():
    s = Store()
    with s.transaction():
        s["a"] = 1
        with s.transaction():
            s["a"] = 2
            s["b"] = 3
            raise Rollback
    assert s.snapshot() == {"a": 1}


def test_outer_rollback_undoes_inner():
    s = Store({"k": 0})
    with s.transaction():
        with s.transaction():
            s["k"] = 1
        raise Rollback
    assert s.snapshot() == {"k": 0}


def test_depth():
    s = Store()
    with s.transaction():
        with s.transaction():
            assert s.depth == 2
        assert s.depth == 1
