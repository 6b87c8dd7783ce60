import pytest
from sparse_matrix import Matrix, ShapeError, identity, multiply, power, transpose

M = Matrix.from_lists


def test_lists_round_trip():
    assert M([[1, 0], [0, 2]]).to_lists() == [[1, 0], [0, 2]]


def test_zero_not_stored():
    m = M([[1, 2]])
    m[0, 0] = 0
    m[0, 1] = 0
    assert m.rows == {}


def test_ragged():
    with pytest.raises(ShapeError):
        M([[1], [1, 2]])


def test_index_error():
    with pytest.raises(IndexError):
        M([[1]])[1, 0]


def test_transpose():
    assert transpose(M([[1, 2, 3]])).to_lists() == [[1], [2], [3]]


def test_identity_product():
    m = M([[1, 2], [3, 4]])
    assert multiply(identity(2), m) == m


def test_product():
    assert multiply(M([[1, 2], [3, 4]]), M([[5, 6], [7, 8]])).to_lists() == [[19, 22], [43, 50]]


def test_shape_mismatch():
    with pytest.raises(ShapeError):
        multiply(M([[1, 2]]), M([[1, 2]]))


def test_power():
    assert power(M([[1, 1], [1, 0]]), 5).to_lists() == [[8, 5], [5, 3]]


def test_diagonal_power():
    assert power(M([[2, 0], [0, 3]]), 3).to_lists() == [[8, 0], [0, 27]]
