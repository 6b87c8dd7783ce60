import pytest

from petri import Board, Lab


def test_original_board_untouched():
    board = Board(3, 3)
    lab = Lab(board)
    lab.infect((1, 1), (0, 2))
    assert board.population() == 0
    board.set(2, 2)
    assert not lab.board.alive(2, 2)


def test_infect_several_times():
    lab = Lab(Board(2, 3))
    for col in range(3):
        lab.infect((0, col))
    assert lab.census() == [0, 1, 2, 3]
    lab.back(2)
    assert str(lab.board) == "#..\n..."
    lab.back(9)
    assert lab.board.population() == 0


def test_mixed_steps():
    lab = Lab(Board.parse("....\n.##.\n....\n...."))
    lab.infect((2, 1), (2, 2))
    lab.grow(4)
    lab.infect((0, 0))
    assert lab.census() == [2, 4, 4, 4, 4, 4, 5]
    lab.back()
    assert lab.board.population() == 4
    lab.back(5)
    assert str(lab.board) == "....\n.##.\n....\n...."


def test_copy_same_row():
    a = Board.parse("#.#")
    b = a.copy()
    a.set(0, 0, False)
    assert str(a) == "..#" and str(b) == "#.#"


def test_copy_of_copy():
    a = Board(1, 2)
    c = a.copy().copy()
    c.stamp(["##"], 0, 0)
    assert a.population() == 0


def test_rows_of_copy_are_separate():
    c = Board(3, 2).copy()
    c.set(0, 0)
    assert str(c) == "#.\n..\n.."


def test_no_wrapping():
    board = Board.parse("#..#\n....\n....\n#..#")
    assert board.neighbours(0, 0) == 0
    board.step()
    assert board.population() == 0


def test_glider_ends_as_block():
    board = Board(6, 6)
    board.stamp("glider", 0, 0)
    lab = Lab(board)
    lab.grow(30)
    assert lab.board.population() == 4
    assert lab.period() == 1


def test_period_limit():
    board = Board(6, 6)
    board.stamp("glider", 0, 0)
    assert Lab(board).period(limit=3) is None
    assert board.population() == 5


def test_unknown_pattern():
    with pytest.raises(KeyError):
        Board(2, 2).stamp("ship", 0, 0)
