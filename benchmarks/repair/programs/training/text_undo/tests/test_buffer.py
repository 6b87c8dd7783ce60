import pytest

from text_undo import Buffer


def test_insert_and_undo():
    buffer = Buffer("ac")
    buffer.insert(1, "b")
    assert buffer.text == "abc"
    assert buffer.undo()
    assert buffer.text == "ac"


def test_delete_and_undo():
    buffer = Buffer("hello world")
    buffer.delete(5, 11)
    buffer.undo()
    assert buffer.text == "hello world"


def test_redo():
    buffer = Buffer("x")
    buffer.replace(0, 1, "yy")
    buffer.undo()
    assert buffer.redo()
    assert buffer.text == "yy"
    assert not buffer.can_redo


def test_new_edit_forgets_undone():
    buffer = Buffer("x")
    buffer.insert(1, "y")
    buffer.undo()
    buffer.insert(0, "z")
    assert not buffer.redo()
    assert buffer.text == "zx"


def test_nothing_to_undo():
    assert not Buffer("a").undo()


def test_outside():
    with pytest.raises(IndexError):
        Buffer("a").insert(3, "b")


def test_undo_group_of_separate_edits():
    buffer = Buffer("abc")
    with buffer.group():
        buffer.replace(0, 1, "A")
        buffer.replace(2, 3, "C")
    assert buffer.text == "AbC"
    buffer.undo()
    assert buffer.text == "abc"


def test_undo_group_of_overlapping_edits():
    buffer = Buffer("to do")
    with buffer.group():
        buffer.insert(0, "[")
        buffer.insert(6, "]")
        buffer.replace(1, 3, "TO")
        buffer.delete(0, 2)
    assert buffer.text == "O do]"
    buffer.undo()
    assert buffer.text == "to do"
    buffer.redo()
    assert buffer.text == "O do]"


def test_replace_all_is_one_step():
    buffer = Buffer("a-b-c-d")
    assert buffer.replace_all("-", " and ") == 3
    assert buffer.text == "a and b and c and d"
    assert buffer.undo()
    assert buffer.text == "a-b-c-d"
    assert not buffer.can_undo


def test_empty_group_is_no_step():
    buffer = Buffer("a")
    with buffer.group():
        pass
    assert not buffer.can_undo
