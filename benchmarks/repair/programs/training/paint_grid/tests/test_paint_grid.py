import pytest

from paint_grid import PaintGrid


@pytest.fixture
def grid():
    return PaintGrid(["..#.", ".##.", "#..."])


def test_fill(grid):
    assert grid.fill(0, 0, "o") == 3
    assert grid.rows() == ["oo#.", "o##.", "#..."]


def test_fill_same_colour(grid):
    assert grid.fill(0, 0, ".") == 0
    assert not grid.undo()


def test_areas(grid):
    assert grid.areas() == {".": 2, "#": 2}


def test_undo_and_redo(grid):
    before = grid.rows()
    grid.fill(2, 2, "o")
    after = grid.rows()
    assert grid.undo()
    assert grid.rows() == before
    assert grid.redo()
    assert grid.rows() == after
    assert not grid.redo()


def test_undo_draw(grid):
    grid.draw(0, 0, "x")
    grid.draw(0, 0, "y")
    grid.undo()
    assert grid.at(0, 0) == "x"


def test_new_step_after_undo(grid):
    grid.draw(0, 0, "x")
    grid.undo()
    grid.draw(1, 0, "y")
    assert not grid.redo()
    assert grid.rows()[0] == "..#."


def test_fill_after_undo(grid):
    grid.draw(0, 0, "x")
    grid.undo()
    grid.fill(0, 0, "o")
    assert not grid.redo()
    assert grid.rows() == ["oo#.", "o##.", "#..."]


def test_off_canvas(grid):
    with pytest.raises(IndexError):
        grid.at(-1, 0)
    with pytest.raises(ValueError):
        PaintGrid(["ab", "c"])
