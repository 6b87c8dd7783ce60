import random

import pytest

from snapstore import SnapshotError, Store


def test_delete_then_set_again():
    s = Store({"a": 1})
    s.snapshot()
    s.delete("a")
    s.snapshot()
    s.set("a", 2)
    assert s.items() == [("a", 2)]
    s.rollback()
    assert s.items() == []
    s.rollback()
    assert s.items() == [("a", 1)]


def test_delete_two_layers_up():
    s = Store({"a": 1, "b": 2})
    s.snapshot()
    s.set("c", 3)
    s.snapshot()
    s.delete("a")
    s.delete("c")
    assert s.keys() == ["b"]
    s.commit()
    assert s.keys() == ["b"]
    s.rollback()
    assert s.keys() == ["a", "b"]


def test_set_and_delete_in_snapshot():
    s = Store()
    s.snapshot()
    s.set("x", 1)
    s.delete("x")
    assert len(s) == 0 and s.changed() == ["x"]


def test_none_is_a_value():
    s = Store({"a": None})
    assert s.items() == [("a", None)]
    s.snapshot()
    s.set("b", None)
    assert s.keys() == ["a", "b"]
    s.delete("a")
    assert s.items() == [("b", None)]


def test_children_after_delete():
    s = Store({"d/x/1": 1, "d/y/1": 2, "d": 0})
    s.snapshot()
    s.delete("d/x/1")
    assert s.children("d") == ["y"]
    assert s.children("d/") == ["y"]


def test_delete_prefix_of_rest():
    s = Store({"p/1": 1, "p/2": 2, "p": 0, "pq": 5})
    s.snapshot()
    s.delete("p/1")
    assert s.delete_prefix("p") == 2
    assert s.items() == [("pq", 5)]


def test_like_dicts():
    rnd = random.Random(5)
    s, stack = Store(), [{}]
    for _ in range(800):
        key, act = rnd.choice(["a", "a/b", "ab", "c"]), rnd.randrange(8)
        if act < 3:
            s.set(key, act)
            stack[-1][key] = act
        elif act < 5 and key in stack[-1]:
            s.delete(key)
            del stack[-1][key]
        elif act == 5:
            s.snapshot()
            stack.append(dict(stack[-1]))
        elif act == 6 and len(stack) > 1:
            s.rollback()
            stack.pop()
        elif act == 7 and len(stack) > 1:
            s.commit()
            stack.pop(-2)
        assert s.items() == sorted(stack[-1].items())
        assert len(s) == len(stack[-1])


def test_unknown_label():
    s = Store()
    s.snapshot("x")
    with pytest.raises(SnapshotError):
        s.rollback("y")
    assert s.snapshot() == 2


def test_initial_is_copied():
    d = {"a": 1}
    Store(d).set("b", 2)
    assert d == {"a": 1}
