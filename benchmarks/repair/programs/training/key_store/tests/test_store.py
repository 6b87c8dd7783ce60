import pytest

from store import Store, TransactionError


def test_plain_set_get():
    s = Store(a=1)
    s.set("b", 2)
    assert s.get("a") == 1 and s.get("b") == 2
    assert s.get("c", 9) == 9


def test_commit_on_success():
    s = Store()
    with s.transaction():
        s.set("a", 1)
        assert s.committed() == {}
    assert s.committed() == {"a": 1}


def test_exception_is_passed_on():
    s = Store(a=1)
    with pytest.raises(RuntimeError):
        with s.transaction():
            s.set("a", 2)
            raise RuntimeError("disk full")
    assert s.get("a") == 1


def test_explicit_rollback():
    s = Store(a=1)
    with s.transaction() as t:
        s.set("a", 2)
        t.rollback()
    assert s.get("a") == 1


def test_explicit_commit_then_error():
    s = Store()
    with pytest.raises(KeyError):
        with s.transaction() as t:
            s.set("a", 1)
            t.commit()
            raise KeyError("late")
    assert s.committed() == {"a": 1}


def test_delete_in_transaction():
    s = Store(a=1)
    with s.transaction():
        s.delete("a")
        assert s.get("a") is None
        assert s.committed() == {"a": 1}
    assert s.committed() == {}


def test_nested_commit():
    s = Store()
    with s.transaction():
        with s.transaction():
            s.set("a", 1)
        assert s.get("a") == 1
        assert s.committed() == {}
    assert s.committed() == {"a": 1}


def test_inner_failure_aborts_outer():
    s = Store()
    with pytest.raises(ValueError):
        with s.transaction():
            s.set("a", 1)
            with s.transaction():
                raise ValueError
    assert s.committed() == {}


def test_commit_twice():
    s = Store()
    with s.transaction() as t:
        t.rollback()
        with pytest.raises(TransactionError):
            t.commit()
