from itertools import pairwise

from matrix_chain import grouping, plan


def test_four_matrices():
    assert plan([40, 20, 30, 10, 30])[0] == 26000


def test_group_of_four():
    assert grouping([40, 20, 30, 10, 30], "ABCD") == "((A(BC))D)"


def test_thin_middle():
    assert plan([100, 1, 100])[0] == 10000


def test_pairs():
    for rows, columns in pairwise([3, 8, 5, 13]):
        assert plan([rows, columns, 2])[0] == rows * columns * 2


def test_column_by_row():
    assert plan([1, 9, 1, 9])[0] == 18
