import pytest

from canvas_history import Canvas

EMPTY = "....\n....\n...."


@pytest.fixture
def canvas():
    return Canvas(4, 3)


def test_dot_and_undo(canvas):
    canvas.dot(1, 1)
    assert str(canvas) == "....\n.#..\n...."
    assert canvas.undo()
    assert str(canvas) == EMPTY
    assert not canvas.undo()


def test_line_outside(canvas):
    canvas.line(2, 0, 9, 0)
    assert str(canvas) == "..##\n....\n...."
    with pytest.raises(ValueError):
        canvas.line(0, 0, 1, 1)


def test_redo(canvas):
    canvas.line(0, 0, 0, 2)
    canvas.undo()
    assert canvas.redo()
    assert str(canvas) == "#...\n#...\n#..."
    assert not canvas.redo()


def test_new_stroke_clears_redo(canvas):
    canvas.dot(0, 0)
    canvas.undo()
    canvas.dot(1, 0)
    assert not canvas.redo()


def test_box(canvas):
    canvas.box(0, 0, 3, 2)
    assert str(canvas) == "+##+\n#..#\n+##+"


def test_undo_box(canvas):
    canvas.dot(1, 1, "o")
    canvas.box(0, 0, 3, 2)
    canvas.undo()
    assert str(canvas) == "....\n.o..\n...."


def test_fill(canvas):
    canvas.line(1, 0, 1, 2)
    canvas.fill(3, 1, "~")
    assert str(canvas) == ".#~~\n.#~~\n.#~~"
    canvas.undo()
    assert str(canvas) == ".#..\n.#..\n.#.."


def test_group(canvas):
    with canvas.stroke():
        canvas.dot(0, 0, "a")
        canvas.dot(1, 0, "b")
    canvas.undo()
    assert str(canvas) == EMPTY
    canvas.redo()
    assert str(canvas) == "ab..\n....\n...."


def test_nothing_changed(canvas):
    canvas.dot(0, 0, ".")
    assert not canvas.undo()
