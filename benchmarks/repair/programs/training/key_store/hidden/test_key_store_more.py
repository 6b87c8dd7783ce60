import pytest

from store import Store


def test_same_exception_object():
    s = Store()
    err = RuntimeError("x")
    with pytest.raises(RuntimeError) as info:
        with s.transaction():
            raise err
    assert info.value is err


@pytest.mark.parametrize("error", [KeyError, KeyboardInterrupt, AssertionError])
def test_kinds(error):
    s = Store()
    with pytest.raises(error):
        with s.transaction():
            s.set("k", 1)
            raise error()
    assert s.committed() == {}


def test_inner_failure_handled():
    s = Store()
    with s.transaction():
        s.set("a", 1)
        try:
            with s.transaction():
                s.set("a", 2)
                raise ValueError
        except ValueError:
            s.set("handled", True)
    assert s.committed() == {"a": 1, "handled": True}


def test_store_usable_after_failure():
    s = Store()
    with pytest.raises(ValueError):
        with s.transaction():
            raise ValueError
    s.set("a", 1)
    assert s.committed() == {"a": 1}


def test_rollback_then_error():
    s = Store(a=1)
    with pytest.raises(ValueError):
        with s.transaction() as t:
            s.set("a", 5)
            t.rollback()
            raise ValueError
    assert s.get("a") == 1
