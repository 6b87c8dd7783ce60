import pytest

from editor import Editor


def test_insert():
    e = Editor("held")
    e.insert(2, "l")
    assert e.text == "helld"


def test_insert_out_of_range():
    with pytest.raises(IndexError):
        Editor("a").insert(3, "x")


def test_delete_and_undo():
    e = Editor("abcdef")
    e.delete(1, 3)
    assert e.text == "aef"
    e.undo()
    assert e.text == "abcdef"


def test_undo_nothing():
    assert Editor().undo() is False


def test_redo():
    e = Editor()
    e.append("a")
    e.append("b")
    e.undo()
    e.undo()
    assert e.redo() and e.redo()
    assert e.text == "ab"
    assert e.redo() is False


def test_new_edit_drops_redo():
    e = Editor()
    e.append("one")
    e.undo()
    e.append("two")
    assert not e.can_redo()
    assert e.redo() is False
    assert e.text == "two"


def test_limit():
    e = Editor(limit=2)
    for c in "abc":
        e.append(c)
    assert e.undo() and e.undo()
    assert not e.can_undo()
    assert e.text == "a"


def test_empty_edits_are_ignored():
    e = Editor("x")
    e.insert(0, "")
    e.delete(5, 2)
    assert not e.can_undo()
