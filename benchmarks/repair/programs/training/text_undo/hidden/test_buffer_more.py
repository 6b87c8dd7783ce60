from text_undo import Buffer


def test_typing():
    buffer = Buffer("")
    with buffer.group():
        for n, char in enumerate("hello"):
            buffer.insert(n, char)
        buffer.delete(1, 3)
    buffer.undo()
    assert buffer.text == ""
    buffer.redo()
    assert buffer.text == "hlo"


def test_undo_twice():
    buffer = Buffer("aa")
    buffer.replace_all("a", "bcd")
    buffer.undo()
    buffer.redo()
    buffer.undo()
    assert buffer.text == "aa"


def test_nested():
    buffer = Buffer("xyz")
    with buffer.group():
        buffer.delete(0, 1)
        with buffer.group():
            buffer.insert(0, "123")
            buffer.delete(1, 4)
    assert buffer.text == "1z"
    buffer.undo()
    assert buffer.text == "xyz"
