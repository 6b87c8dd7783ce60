from edit_history import Editor


def test_group_forgets_redo():
    e = Editor("abc")
    e.delete(0, 1)
    e.undo()
    with e.grouped():
        e.insert(0, "1")
        e.insert(0, "2")
    assert not e.redo()
    assert e.text == "21abc"


def test_empty_group_keeps_redo():
    e = Editor("abc")
    e.delete(0, 1)
    e.undo()
    with e.grouped():
        pass
    assert e.redo()
    assert e.text == "bc"


def test_partial_undo_then_edit():
    e = Editor("")
    for c in "abc":
        e.insert(len(e.text), c)
    e.undo()
    e.undo()
    e.insert(1, "z")
    assert not e.redo()
    e.undo()
    e.undo()
    assert e.text == ""
    e.redo()
    e.redo()
    assert e.text == "az"


def test_redo_chain_untouched():
    e = Editor("")
    for c in "abc":
        e.insert(len(e.text), c)
    for _ in range(3):
        e.undo()
    for _ in range(3):
        assert e.redo()
    assert e.text == "abc"
    assert not e.redo()


def test_delete_forgets_redo():
    e = Editor("abcd")
    e.insert(4, "e")
    e.undo()
    e.delete(0, 2)
    assert not e.redo() and e.text == "cd"


def test_nested_groups():
    e = Editor("")
    with e.grouped():
        e.insert(0, "a")
        with e.grouped():
            e.insert(0, "b")
        e.insert(0, "c")
    e.undo()
    assert e.text == ""


def test_group_with_error_is_recorded():
    e = Editor("")
    try:
        with e.grouped():
            e.insert(0, "a")
            raise KeyError
    except KeyError:
        pass
    assert e.undo() and e.text == ""
