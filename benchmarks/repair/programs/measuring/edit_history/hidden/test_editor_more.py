from editor import Buffer


def test_joined_typing_clears_as_well():
    buffer = Buffer()
    buffer.insert(0, "ab")
    buffer.insert(2, "cd")
    buffer.undo()
    buffer.insert(2, "x")
    buffer.redo()
    assert buffer.text == "abx"


def test_redo_works_after_several_undos():
    buffer = Buffer()
    for text in ("1 ", "2 ", "3 "):
        buffer.insert(len(buffer.text), text)
    buffer.undo()
    buffer.undo()
    buffer.redo()
    buffer.redo()
    assert buffer.text == "1 2 3 "


def test_edit_that_changes_nothing_keeps_redo():
    buffer = Buffer("abc")
    buffer.delete(0, 1)
    buffer.undo()
    buffer.delete(1, 1)
    buffer.redo()
    assert buffer.text == "bc"


def test_undo_after_a_new_branch():
    buffer = Buffer("abc")
    buffer.delete(0, 2)
    buffer.undo()
    buffer.insert(3, "dd")
    buffer.redo()
    buffer.undo()
    assert buffer.text == "abc"
