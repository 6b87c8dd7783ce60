from fractions import Fraction

import pytest

from linear_solver import SingularMatrix, determinant, identity, inverse, multiply, solve, transpose


def test_transpose():
    assert transpose([[1, 2, 3], [4, 5, 6]]) == [[1, 4], [2, 5], [3, 6]]


def test_multiply():
    assert multiply([[1, 2], [3, 4]], [[5], [6]]) == [[17], [39]]


def test_multiply_misfit():
    with pytest.raises(ValueError):
        multiply([[1, 2]], [[1, 2]])


def test_determinant():
    assert determinant([[1, 2], [3, 4]]) == -2
    assert determinant([[2, 0, 1], [1, 3, 2], [1, 1, 4]]) == 18


def test_determinant_of_the_identity():
    assert determinant(identity(4)) == 1


def test_determinant_of_a_singular_matrix():
    assert determinant([[1, 2], [2, 4]]) == 0


def test_determinant_of_exchanged_rows():
    assert determinant([[0, 1], [1, 0]]) == -1


def test_determinant_with_a_zero_on_the_diagonal():
    assert determinant([[0, 2, 1], [3, 0, 0], [1, 1, 1]]) == -3


def test_determinant_of_a_rotation_of_rows():
    assert determinant([[0, 1, 0], [0, 0, 1], [1, 0, 0]]) == 1


def test_not_square():
    with pytest.raises(ValueError):
        determinant([[1, 2]])


def test_solve():
    assert solve([[2, 1], [1, 3]], [3, 5]) == [Fraction(4, 5), Fraction(7, 5)]


def test_solve_with_exchange():
    assert solve([[0, 2], [3, 0]], [4, 9]) == [3, 2]


def test_solve_singular():
    with pytest.raises(SingularMatrix):
        solve([[1, 1], [2, 2]], [1, 3])


def test_inverse():
    matrix = [[0, 1], [2, 5]]
    assert multiply(matrix, inverse(matrix)) == identity(2)
