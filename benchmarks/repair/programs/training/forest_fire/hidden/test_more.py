import pytest

from forest import Forest


@pytest.mark.parametrize("row, column, expected", [
    (0, 0, [(0, 1), (1, 0)]),
    (0, 2, [(0, 1), (1, 2)]),
    (1, 0, [(0, 0), (1, 1)]),
    (1, 1, [(0, 1), (1, 0), (1, 2)]),
])
def test_neighbours(row, column, expected):
    assert sorted(Forest(["TTT", "TTT"]).neighbours(row, column)) == expected


def test_top_row():
    forest = Forest.parse("T*T ~~~ TTT")
    assert forest.burn() == pytest.approx(0.5)
