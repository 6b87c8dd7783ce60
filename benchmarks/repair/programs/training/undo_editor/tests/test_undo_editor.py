import pytest

from undo_editor import EditError, TextBuffer


def test_insert_and_undo():
    buffer = TextBuffer("world")
    buffer.insert(0, "hello ")
    assert buffer.text == "hello world"
    buffer.undo()
    assert buffer.text == "world"


def test_delete_returns_text():
    buffer = TextBuffer("abcdef")
    assert buffer.delete(2, 3) == "cde"
    assert buffer.text == "abf"
    buffer.undo()
    assert buffer.text == "abcdef"


def test_redo():
    buffer = TextBuffer("abc")
    buffer.insert(3, "def")
    buffer.delete(0, 1)
    buffer.undo()
    buffer.undo()
    buffer.redo()
    buffer.redo()
    assert buffer.text == "bcdef"


def test_typing_is_one_step():
    buffer = TextBuffer()
    for i, char in enumerate("hey"):
        buffer.insert(i, char)
    buffer.undo()
    assert buffer.text == ""


def test_insert_drops_undone_steps():
    buffer = TextBuffer("one")
    buffer.insert(3, " two")
    buffer.undo()
    buffer.insert(3, " three")
    assert not buffer.can_redo
    with pytest.raises(EditError):
        buffer.redo()


def test_delete_drops_undone_steps():
    buffer = TextBuffer("one two")
    buffer.delete(3, 4)
    buffer.undo()
    buffer.delete(0, 4)
    assert not buffer.can_redo


def test_replace_all_is_one_step():
    buffer = TextBuffer("a-b-c")
    assert buffer.replace_all("-", "+") == 2
    buffer.undo()
    assert buffer.text == "a-b-c"


def test_nothing_to_undo():
    with pytest.raises(EditError):
        TextBuffer("x").undo()


def test_position_outside():
    with pytest.raises(EditError):
        TextBuffer("x").insert(2, "y")
