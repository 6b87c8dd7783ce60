import pytest

from kanban.board import Board
from kanban.models import BoardError, Column


def full():
    board = Board(Column("in"), Column("work", limit=4))
    for title in "wxyz":
        board.add(title)
        board.move(title, "work")
    return board


def test_all_positions():
    for position in range(4):
        board = full()
        board.move("x", "work", position)
        assert [card.title for card in board.columns["work"].cards].index("x") == position


def test_others_still_limited():
    board = full()
    board.add("new")
    with pytest.raises(BoardError):
        board.move("new", "work", 0)
    board.add("big", 9)
    with pytest.raises(BoardError):
        board.move("big", "work")
