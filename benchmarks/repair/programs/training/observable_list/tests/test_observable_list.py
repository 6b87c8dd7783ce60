import pytest

from observable_list import Change, ObservableList


@pytest.fixture
def seen():
    return []


@pytest.fixture
def names(seen):
    items = ObservableList(["a", "b", "c"])
    items.subscribe(seen.append)
    return items


def test_append(names, seen):
    names.append("d")
    assert list(names) == ["a", "b", "c", "d"]
    assert seen == [Change("insert", 3, new="d")]


def test_insert_from_the_end(names, seen):
    names.insert(-1, "x")
    assert list(names) == ["a", "b", "x", "c"]
    assert seen[0].index == 2


def test_replace(names, seen):
    names[-1] = "z"
    names[0] = "a"
    assert seen == [Change("replace", 2, "c", "z")]


def test_remove(names, seen):
    names.remove("b")
    assert seen == [Change("remove", 1, old="b")]


def test_delete_outside(names, seen):
    with pytest.raises(IndexError):
        del names[3]
    assert seen == []


def test_kinds(names):
    removed = []
    names.subscribe(removed.append, kinds={"remove"})
    names.append("d")
    names.pop()
    assert [change.old for change in removed] == ["d"]


def test_with_block(names):
    inside = []
    with names.subscribe(inside.append):
        names.append("d")
    names.append("e")
    assert len(inside) == 1


def test_once():
    names = ObservableList()
    first, second = [], []
    names.subscribe(first.append, once=True)
    names.subscribe(second.append)
    names.append("x")
    names.append("y")
    assert [change.new for change in first] == ["x"]
    assert [change.new for change in second] == ["x", "y"]


def test_hold(names, seen):
    names.hold()
    names.append("d")
    names.append("e")
    assert seen == []
    names.release()
    assert [change.new for change in seen] == ["d", "e"]


def test_cancel_twice(names, seen):
    subscription = names.subscribe(print)
    subscription.cancel()
    subscription.cancel()
    names.append("d")
    assert len(seen) == 1
