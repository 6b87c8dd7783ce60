import pytest

from matrix_determinant import determinant, is_regular


def test_one():
    assert determinant([[7]]) == 7


def test_two():
    assert determinant([[3, 8], [4, 6]]) == -14


def test_three():
    assert determinant([[6, 1, 1], [4, -2, 5], [2, 8, 7]]) == -306


def test_singular():
    assert determinant([[1, 2], [2, 4]]) == 0
    assert not is_regular([[1, 2], [2, 4]])


def test_zero_in_the_corner():
    assert determinant([[0, 2], [3, 5]]) == -6


def test_zero_appears_on_the_way():
    assert determinant([[1, 2, 3], [2, 4, 1], [1, 1, 1]]) == -5


def test_not_square():
    with pytest.raises(ValueError):
        determinant([[1, 2]])


def test_matrix_is_kept():
    matrix = [[0, 1], [1, 0]]
    assert is_regular(matrix)
    assert matrix == [[0, 1], [1, 0]]
