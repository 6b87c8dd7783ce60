import pytest

from petri import Board, Lab


@pytest.fixture
def blinker():
    board = Board(3, 3)
    board.stamp("blinker", 1, 0)
    return board


def test_parse():
    board = Board.parse("""
        .#
        ###
    """)
    assert str(board) == ".#.\n###"
    assert board.population() == 4


def test_neighbours_at_border(blinker):
    assert blinker.neighbours(0, 0) == 2
    assert blinker.neighbours(1, 1) == 2
    assert blinker.neighbours(2, 2) == 2


def test_step(blinker):
    blinker.step()
    assert str(blinker) == ".#.\n.#.\n.#."


def test_stamp_clipped():
    board = Board(2, 2)
    board.stamp("blinker", 0, 1)
    board.stamp("block", -1, -1)
    assert str(board) == "##\n.."


def test_outside():
    with pytest.raises(IndexError):
        Board(2, 2).set(2, 0)
    with pytest.raises(ValueError):
        Board(0, 2)


def test_copy_is_independent(blinker):
    twin = blinker.copy()
    twin.set(0, 0)
    assert not blinker.alive(0, 0)
    assert twin.population() == 4


def test_grow_and_back(blinker):
    lab = Lab(blinker)
    lab.grow(3)
    assert str(lab.board) == ".#.\n.#.\n.#."
    lab.back(3)
    assert str(lab.board) == str(blinker)


def test_infect_and_back(blinker):
    lab = Lab(blinker)
    lab.infect((0, 0), (2, 2))
    assert lab.board.population() == 5
    lab.back()
    assert str(lab.board) == "...\n###\n..."


def test_census(blinker):
    lab = Lab(blinker)
    lab.infect((0, 1))
    lab.grow()
    assert lab.census() == [3, 4, 7]


def test_period(blinker):
    assert Lab(blinker).period() == 2
    assert Lab(Board(2, 2)).period() == 1
