import pytest
from edit_history import Editor, Splice


def test_splice():
    s = Splice(1, "b", "XY")
    assert s.apply("abc") == "aXYc"
    assert s.inverse().apply("aXYc") == "abc"


def test_insert_delete():
    e = Editor("hello")
    e.insert(5, "!")
    assert e.delete(0, 1) == "h"
    assert e.text == "ello!"


def test_bad_range():
    with pytest.raises(IndexError):
        Editor("ab").delete(1, 5)


def test_undo_redo():
    e = Editor("ab")
    e.insert(2, "c")
    assert e.undo() and e.text == "ab"
    assert e.redo() and e.text == "abc"
    assert not e.redo()


def test_new_edit_forgets_redo():
    e = Editor("ab")
    e.insert(2, "c")
    e.undo()
    e.insert(0, "x")
    assert e.redo() is False
    assert e.text == "xab"


def test_group():
    e = Editor("one two")
    with e.grouped():
        e.replace(0, 3, "1")
        e.replace(2, 5, "2")
    assert e.text == "1 2"
    e.undo()
    assert e.text == "one two"
    e.redo()
    assert e.text == "1 2"


def test_limit():
    e = Editor(limit=2)
    for c in "abc":
        e.insert(len(e.text), c)
    assert [e.undo(), e.undo(), e.undo()] == [True, True, False]
    assert e.text == "a"


def test_noop_keeps_redo():
    e = Editor("a")
    e.insert(1, "b")
    e.undo()
    e.replace(0, 1, "a")
    assert e.redo()
