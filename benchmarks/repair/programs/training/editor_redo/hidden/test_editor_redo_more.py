from editor import Editor


def test_delete_drops_redo():
    e = Editor("abc")
    e.append("d")
    e.undo()
    e.delete(0, 1)
    assert not e.can_redo()
    assert e.text == "bc"


def test_empty_edit_keeps_redo():
    e = Editor()
    e.append("a")
    e.undo()
    e.append("")
    assert e.redo() and e.text == "a"


def test_redo_keeps_remaining_redo():
    e = Editor()
    for c in "abc":
        e.append(c)
    for _ in range(3):
        e.undo()
    e.redo()
    assert e.can_redo()
    e.redo()
    e.redo()
    assert e.text == "abc"


def test_undo_after_branch():
    e = Editor()
    e.append("a")
    e.append("b")
    e.undo()
    e.append("c")
    e.undo()
    e.undo()
    assert e.text == ""
    e.redo()
    e.redo()
    assert e.text == "ac"
    assert not e.can_redo()


def test_failed_insert_keeps_redo():
    e = Editor()
    e.append("a")
    e.undo()
    try:
        e.insert(9, "z")
    except IndexError:
        pass
    assert e.can_redo()
