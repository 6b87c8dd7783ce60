import pytest
from savepoint_store import Rollback, Store


def test_inner_new_key_outer_rollback():
    s = Store()
    with s.transaction():
        with s.transaction():
            s["x"] = 1
        raise Rollback
    assert "x" not in s


def test_inner_delete_outer_rollback():
    s = Store({"x": 1})
    with s.transaction():
        with s.transaction():
            del s["x"]
        raise Rollback
    assert s.snapshot() == {"x": 1}


def test_outer_value_wins():
    s = Store({"x": 1})
    with s.transaction():
        s["x"] = 2
        with s.transaction():
            s["x"] = 3
        raise Rollback
    assert s["x"] == 1


def test_three_levels():
    s = Store({"x": 1})
    with s.transaction():
        with s.transaction():
            with s.transaction():
                s["x"] = 2
                s["y"] = 2
        raise Rollback
    assert s.snapshot() == {"x": 1}


def test_middle_rollback():
    s = Store({"x": 1})
    with s.transaction():
        s["z"] = 0
        with s.transaction():
            with s.transaction():
                s["x"] = 2
            raise Rollback
    assert s.snapshot() == {"x": 1, "z": 0}


def test_two_inner_blocks_then_error():
    s = Store()
    with pytest.raises(RuntimeError):
        with s.transaction():
            with s.transaction():
                s["a"] = 1
            with s.transaction():
                s["a"] = 2
                s["b"] = 2
            raise RuntimeError
    assert s.snapshot() == {}


def test_all_commit():
    s = Store()
    with s.transaction():
        with s.transaction():
            s["a"] = 1
        s["b"] = 2
    assert s.snapshot() == {"a": 1, "b": 2}
