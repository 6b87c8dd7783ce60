import pytest

from paint_grid import PaintGrid


def test_fill_drops_undone_fill():
    grid = PaintGrid(["ab"])
    grid.fill(0, 0, "x")
    grid.undo()
    grid.fill(0, 1, "y")
    assert grid.redo() is False
    assert grid.rows() == ["ay"]


def test_fill_drops_all_undone_steps():
    grid = PaintGrid(["abc"])
    grid.draw(0, 0, "x")
    grid.draw(0, 1, "y")
    grid.undo()
    grid.undo()
    grid.fill(0, 2, "z")
    assert not grid.redo()
    assert grid.rows() == ["abz"]


def test_fill_without_effect_keeps_redo():
    grid = PaintGrid(["aa"])
    grid.fill(0, 0, "b")
    grid.undo()
    assert grid.fill(0, 0, "a") == 0
    assert grid.redo()
    assert grid.rows() == ["bb"]


def test_draw_without_effect_keeps_redo():
    grid = PaintGrid(["aa"])
    grid.fill(0, 0, "b")
    grid.undo()
    grid.draw(0, 0, "a")
    assert grid.redo()


def test_undo_after_new_fill():
    grid = PaintGrid(["aab"])
    grid.draw(0, 0, "x")
    grid.undo()
    grid.fill(0, 0, "c")
    assert grid.undo()
    assert grid.rows() == ["aab"]
    assert grid.redo()
    assert grid.rows() == ["ccb"]
    assert not grid.redo()


def test_many_steps():
    grid = PaintGrid(["a"])
    for colour in "bcd":
        grid.fill(0, 0, colour)
    seen = []
    while grid.undo():
        seen.append(grid.at(0, 0))
    while grid.redo():
        seen.append(grid.at(0, 0))
    assert "".join(seen) == "cbabcd"


def test_no_diagonals():
    grid = PaintGrid(["a.", ".a"])
    assert grid.fill(0, 0, "x") == 1
    assert grid.areas() == {"x": 1, ".": 2, "a": 1}


def test_area_is_sorted():
    assert PaintGrid([".b.", "..."]).area(1, 1) == [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)]


def test_fill_failed_keeps_history():
    grid = PaintGrid(["ab"])
    grid.fill(0, 0, "x")
    grid.undo()
    with pytest.raises(IndexError):
        grid.fill(5, 5, "z")
    assert grid.redo()


def test_nothing_to_undo():
    assert not PaintGrid(["a"]).undo()
