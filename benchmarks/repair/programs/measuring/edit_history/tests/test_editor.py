import pytest

from editor import Buffer


def test_insert_and_delete():
    buffer = Buffer("hello")
    buffer.insert(5, " world")
    buffer.delete(0, 1)
    assert buffer.text == "ello world"


def test_outside():
    with pytest.raises(IndexError):
        Buffer("x").insert(2, "y")


def test_undo_redo():
    buffer = Buffer("abc")
    buffer.delete(1, 2)
    buffer.undo()
    assert buffer.text == "abc"
    buffer.redo()
    assert buffer.text == "ac"


def test_nothing_to_undo():
    buffer = Buffer("abc")
    buffer.undo()
    buffer.redo()
    assert buffer.text == "abc"


def test_typing_is_one_edit():
    buffer = Buffer()
    buffer.type("hello world")
    buffer.undo()
    assert buffer.text == "hello"


def test_typing_after_undo():
    buffer = Buffer()
    buffer.insert(0, "one two")
    buffer.delete(3, 7)
    buffer.undo()
    buffer.insert(0, "> ")
    buffer.redo()
    assert buffer.text == "> one two"


def test_no_redo_after_an_edit():
    buffer = Buffer("abc")
    buffer.delete(0, 1)
    buffer.undo()
    assert buffer.history.can_redo
    buffer.delete(2, 3)
    assert not buffer.history.can_redo


def test_replace_all():
    buffer = Buffer("a-b-c")
    assert buffer.replace_all("-", "--") == 2
    assert buffer.text == "a--b--c"
    buffer.undo()
    assert buffer.text == "a--b-c"


def test_limit():
    buffer = Buffer(limit=2)
    for text in ("ab ", "cd ", "ef "):
        buffer.insert(len(buffer.text), text)
    for _ in range(3):
        buffer.undo()
    assert buffer.text == "ab "


def test_dirty():
    buffer = Buffer("x")
    assert not buffer.history.dirty
    buffer.insert(0, "yy")
    assert buffer.history.dirty
    buffer.history.mark_saved()
    assert not buffer.history.dirty
    buffer.undo()
    assert buffer.history.dirty
