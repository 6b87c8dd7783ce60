import pytest

from kanban.board import Board
from kanban.models import BoardError, Column


@pytest.fixture
def board():
    board = Board(Column("todo"), Column("doing", limit=3), Column("done"))
    for title, size in (("a", 1), ("b", 2), ("c", 1)):
        board.add(title, size)
    return board


def titles(board, name):
    return [card.title for card in board.columns[name].cards]


def test_move(board):
    board.move("b", "doing")
    assert titles(board, "todo") == ["a", "c"]
    assert titles(board, "doing") == ["b"]


def test_limit(board):
    board.move("a", "doing")
    board.move("b", "doing")
    with pytest.raises(BoardError, match="doing is full"):
        board.move("c", "doing")
    assert titles(board, "todo") == ["c"]


def test_reorder(board):
    board.move("c", "todo", 0)
    assert titles(board, "todo") == ["c", "a", "b"]


def test_reorder_in_full_column(board):
    board.move("a", "doing")
    board.move("b", "doing")
    board.move("b", "doing", 0)
    assert titles(board, "doing") == ["b", "a"]


def test_move_to_end_of_full_column(board):
    board.move("a", "doing")
    board.move("b", "doing")
    board.find("a")[1].blocked = True
    board.move("a", "doing")
    assert titles(board, "doing") == ["b", "a"]
    assert board.find("a")[1].history == [("todo", "doing")]


def test_blocked(board):
    board.find("a")[1].blocked = True
    with pytest.raises(BoardError, match="blocked"):
        board.move("a", "doing")


def test_pull_takes_what_fits(board):
    board.columns["doing"].limit = 2
    assert board.pull("doing").title == "a"
    assert board.pull("doing").title == "c"
    assert board.pull("doing") is None


def test_history(board):
    board.move("a", "doing")
    board.move("a", "done")
    assert board.find("a")[1].history == [("todo", "doing"), ("doing", "done")]


def test_summary(board):
    board.move("b", "doing")
    board.find("c")[1].blocked = True
    assert board.summary() == "todo 2: a, c!\ndoing 2/3: b\ndone 0:"


def test_first_column_limit():
    board = Board(Column("in", limit=1))
    board.add("x")
    with pytest.raises(BoardError):
        board.add("y")
