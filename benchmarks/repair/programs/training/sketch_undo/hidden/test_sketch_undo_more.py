from sketch_undo import Canvas


def test_undo_to_empty():
    c = Canvas()
    c.dot(2, 2)
    assert c.bounds == (2, 2, 2, 2)
    c.undo()
    assert c.bounds is None
    assert c.render() == ""


def test_redo_from_seen_smaller():
    c = Canvas()
    c.dot(0, 0)
    c.line(1, 1, 3, 3)
    c.undo()
    assert c.bounds == (0, 0, 0, 0)
    c.redo()
    assert c.bounds == (0, 0, 3, 3)


def test_undo_of_erase_grows():
    c = Canvas()
    c.line(0, 0, 2, 0)
    c.erase(2, 0)
    assert c.render() == "##"
    c.undo()
    assert c.render() == "###"


def test_redo_of_erase_shrinks():
    c = Canvas()
    c.line(0, 0, 2, 0)
    c.erase(2, 0)
    c.undo()
    assert c.bounds == (0, 0, 2, 0)
    c.redo()
    assert c.bounds == (0, 0, 1, 0)


def test_long_history():
    c = Canvas()
    pictures = [c.render()]
    for i in range(5):
        c.dot(i, i, str(i))
        pictures.append(c.render())
    for picture in reversed(pictures[:-1]):
        c.undo()
        assert c.render() == picture
    for picture in pictures[1:]:
        c.redo()
        assert c.render() == picture


def test_draw_after_undo():
    c = Canvas()
    c.dot(9, 9)
    assert c.render() == "#"
    c.undo()
    c.dot(0, 0, "x")
    assert c.bounds == (0, 0, 0, 0)


def test_undo_box():
    c = Canvas()
    c.dot(1, 1, "o")
    c.box(0, 0, 3, 3)
    assert c.render() == "###\n#o#\n###"
    c.undo()
    assert c.render() == "o"


def test_undo_nothing():
    c = Canvas()
    assert not c.undo()
    assert not c.redo()
    assert c.bounds is None


def test_counts():
    c = Canvas()
    c.line(0, 0, 4, 0)
    c.dot(0, 0, "x")
    c.undo()
    c.redo()
    assert (c.count("#"), c.count("x")) == (4, 1)


def test_negative_cells():
    c = Canvas()
    c.dot(0, 0)
    c.dot(-2, -1, "x")
    assert c.render() == "x\n  #"
    c.undo()
    assert c.render() == "#"
    c.redo()
    assert c.render() == "x\n  #"
