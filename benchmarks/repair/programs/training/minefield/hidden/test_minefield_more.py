import pytest
from minefield import Minefield, State

ROWS = ["....*", ".....", ".....", "*...."]


@pytest.mark.parametrize("cell,n", [((0, 0), 3), ((0, 4), 3), ((3, 0), 3), ((0, 2), 5), ((2, 0), 5), ((1, 1), 8)])
def test_neighbour_numbers(cell, n):
    cells = list(Minefield(ROWS).around(*cell))
    assert len(cells) == n
    assert all(r >= 0 and c >= 0 for r, c in cells)


def test_counts():
    f = Minefield(ROWS)
    got = ["".join(str(f.count(r, c)) for c in range(5)) for r in range(4)]
    assert got == ["00010", "00011", "11000", "01000"]


def test_flood_win():
    f = Minefield(ROWS)
    assert f.reveal(0, 0) is State.WON
    assert len(f.open) == 18


def test_opened_cells_in_range():
    f = Minefield(["..", "..", "**"])
    f.reveal(0, 0)
    assert f.open == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_single_row():
    f = Minefield(["..*.."])
    f.reveal(0, 0)
    assert f.render() == [".1###"]


def test_no_move_after_loss():
    f = Minefield(["*."])
    f.reveal(0, 0)
    assert f.reveal(0, 1) is State.LOST
    assert f.open == set()
