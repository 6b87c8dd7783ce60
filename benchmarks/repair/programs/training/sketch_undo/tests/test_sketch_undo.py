import pytest

from sketch_undo import Canvas


def test_dot_and_line():
    c = Canvas()
    c.line(0, 0, 2, 0)
    c.dot(1, 1, "o")
    assert c.render() == "###\n o"


def test_box_is_one_step():
    c = Canvas()
    c.box(0, 0, 3, 3)
    assert c.render() == "###\n# #\n###"
    assert c.undo()
    assert c.count("#") == 0
    assert not c.undo()


def test_undo_brings_back_what_was_covered():
    c = Canvas()
    c.line(0, 0, 2, 0, "a")
    c.dot(1, 0, "b")
    assert c.render() == "aba"
    c.undo()
    assert c.render() == "aaa"


def test_undo_then_render():
    c = Canvas()
    c.dot(0, 0)
    c.dot(3, 0, "x")
    assert c.bounds == (0, 0, 3, 0)
    c.undo()
    assert c.bounds == (0, 0, 0, 0)
    assert c.render() == "#"


def test_redo_then_render():
    c = Canvas()
    c.dot(0, 0)
    c.dot(0, 2, "x")
    c.undo()
    assert c.render() == "#"
    c.redo()
    assert c.render() == "#\n\nx"


def test_new_step_clears_redo():
    c = Canvas()
    c.dot(0, 0)
    c.undo()
    c.dot(1, 0)
    assert not c.redo()


def test_erase():
    c = Canvas()
    c.line(0, 0, 0, 2)
    c.erase(0, 2)
    assert c.render() == "#\n#"
    c.undo()
    assert c.at(0, 2) == "#"


def test_drawing_nothing_new_is_no_step():
    c = Canvas()
    c.dot(0, 0)
    c.dot(0, 0)
    assert c.undo()
    assert not c.undo()


def test_step():
    c = Canvas()
    with c.step():
        c.dot(0, 0)
        c.dot(0, 0, "x")
    c.undo()
    assert c.at(0, 0) == " "
    c.redo()
    assert c.at(0, 0) == "x"


def test_crooked_line():
    with pytest.raises(ValueError):
        Canvas().line(0, 0, 3, 1)


def test_empty():
    assert Canvas().bounds is None
    assert Canvas().render() == ""
