import pytest

from board import Board


def test_draw():
    board = Board(3)
    board.draw(1, "x")
    assert str(board) == ".x."


def test_undo():
    board = Board(3)
    board.draw(1, "x")
    board.undo()
    assert str(board) == "..."


def test_undo_fill():
    board = Board(2)
    board.fill("o")
    board.undo()
    assert str(board) == ".."


def test_clear():
    board = Board(2)
    board.fill("o")
    board.clear()
    assert str(board) == ".."


def test_undo_clear():
    board = Board(2)
    board.fill("o")
    board.clear()
    board.undo()
    assert str(board) == "oo"


def test_outside():
    with pytest.raises(IndexError):
        Board(2).draw(2, "x")
