import pytest
from sparse_matrix import Matrix, identity, multiply, power, transpose

M = Matrix.from_lists


def plain(a, b):
    return [[sum(x * y for x, y in zip(row, col)) for col in zip(*b)] for row in a]


@pytest.mark.parametrize("a,b", [
    ([[1, 2, 3]], [[4], [5], [6]]),
    ([[1], [2]], [[3, 4]]),
    ([[0, 1, 0], [2, 0, -1]], [[1, 1], [0, 2], [5, 0]]),
    ([[0, 0], [0, 0]], [[1, 2], [3, 4]]),
    ([[1, -1]], [[2], [2]]),
])
def test_product(a, b):
    assert multiply(M(a), M(b)).to_lists() == plain(a, b)


def test_cancelled_is_not_stored():
    assert multiply(M([[1, -1]]), M([[2], [2]])).rows == {}


def test_transpose_of_product():
    a, b = M([[1, 2], [0, 3], [4, 0]]), M([[0, 5, 1], [2, 0, 0]])
    assert transpose(multiply(a, b)) == multiply(transpose(b), transpose(a))


def test_permutation_power():
    p = M([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    assert power(p, 3) == identity(3)
    assert power(p, 2) != identity(3)


def test_power_zero():
    assert power(M([[7]]), 0).to_lists() == [[1]]
