import pytest

from undo_editor import EditError, TextBuffer


def test_joined_typing_forgets_the_future():
    b = TextBuffer()
    b.insert(0, "a")
    b.insert(1, "b")
    b.insert(2, " tail")
    b.undo()
    b.insert(2, "c")
    assert b.text == "abc"
    assert not b.can_redo
    b.undo()
    assert b.text == ""
    b.redo()
    assert b.text == "abc"


def test_failed_or_empty_edits_keep_the_future():
    b = TextBuffer("abc")
    b.insert(3, "def")
    b.undo()
    b.insert(1, "")
    assert b.delete(1, 0) == ""
    assert b.delete(3, 5) == ""
    with pytest.raises(EditError):
        b.insert(9, "x")
    assert b.replace_all("zzz", "y") == 0
    b.redo()
    assert b.text == "abcdef"


def test_redo_several_steps_in_a_row():
    b = TextBuffer("x")
    for word in ("one ", "two ", "three "):
        b.insert(0, word)
    for _ in range(3):
        b.undo()
    for expected in ("one x", "two one x", "three two one x"):
        b.redo()
        assert b.text == expected
    assert not b.can_redo


def test_cut_after_undo():
    b = TextBuffer("hello world")
    b.insert(11, "!!")
    b.undo()
    b.delete(0, 6)
    with pytest.raises(EditError):
        b.redo()
    b.undo()
    assert b.text == "hello world"


def test_paste_after_undo():
    b = TextBuffer("hello")
    b.delete(0, 5)
    b.undo()
    b.insert(5, " you")
    with pytest.raises(EditError):
        b.redo()
    assert b.text == "hello you"


def test_history_is_bounded():
    b = TextBuffer("", history=2)
    for word in ("aa", "bb", "cc"):
        b.insert(len(b.text), word)
    b.undo()
    b.undo()
    assert b.text == "aa"
    assert not b.can_undo
