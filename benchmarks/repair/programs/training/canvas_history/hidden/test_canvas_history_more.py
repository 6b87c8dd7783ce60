from canvas_history import Canvas


def test_same_cell_twice():
    c = Canvas(2, 1)
    with c.stroke():
        c.dot(0, 0, "a")
        c.dot(0, 0, "b")
    c.undo()
    assert str(c) == ".."


def test_same_cell_many_times():
    c = Canvas(1, 1)
    c.dot(0, 0, "s")
    with c.stroke():
        for ink in "abcd":
            c.dot(0, 0, ink)
    c.undo()
    assert str(c) == "s"


def test_redo_after_twice():
    c = Canvas(1, 1)
    with c.stroke():
        c.dot(0, 0, "a")
        c.dot(0, 0, "b")
    c.undo()
    c.redo()
    assert str(c) == "b"
    c.undo()
    assert str(c) == "."


def test_undo_redo_undo_redo_box():
    c = Canvas(3, 3)
    c.box(0, 0, 2, 2)
    full = str(c)
    for _ in range(3):
        c.undo()
        assert str(c) == "...\n...\n..."
        c.redo()
        assert str(c) == full


def test_painted_and_wiped():
    c = Canvas(1, 1)
    c.dot(0, 0, "s")
    with c.stroke():
        c.dot(0, 0, "a")
        c.dot(0, 0, "s")
    c.undo()
    assert str(c) == "s"


def test_fill_then_line_in_group():
    c = Canvas(3, 1)
    with c.stroke():
        c.fill(0, 0, "~")
        c.line(0, 0, 1, 0)
    assert str(c) == "##~"
    c.undo()
    assert str(c) == "..."


def test_order_of_strokes():
    c = Canvas(1, 1)
    c.dot(0, 0, "a")
    c.dot(0, 0, "b")
    c.undo()
    assert str(c) == "a"
    c.undo()
    assert str(c) == "."
    c.redo()
    c.redo()
    assert str(c) == "b"


def test_nested_groups():
    c = Canvas(2, 1)
    with c.stroke():
        c.dot(0, 0, "a")
        with c.stroke():
            c.dot(0, 0, "b")
            c.dot(1, 0, "c")
    c.undo()
    assert str(c) == ".."
    assert not c.undo()


def test_crossing_lines():
    c = Canvas(3, 3)
    with c.stroke():
        c.line(0, 1, 2, 1, "-")
        c.line(1, 0, 1, 2, "|")
    assert str(c) == ".|.\n-|-\n.|."
    c.undo()
    assert str(c) == "...\n...\n..."
