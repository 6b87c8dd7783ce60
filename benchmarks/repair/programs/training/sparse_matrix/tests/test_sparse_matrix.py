import pytest
from sparse_matrix import Sparse

A = Sparse.from_rows([[1, 0, 2], [0, 3, 0]])


def test_build():
    assert A.nnz == 3
    assert A[0, 2] == 2 and A[1, 0] == 0
    assert A.dense() == [[1, 0, 2], [0, 3, 0]]


def test_errors():
    with pytest.raises(ValueError):
        Sparse.from_rows([[1], [1, 2]])
    with pytest.raises(IndexError):
        Sparse(1, 1, {(1, 0): 5})
    with pytest.raises(ValueError):
        A + A.T
    with pytest.raises(ValueError):
        A @ A


def test_transpose():
    assert A.T.dense() == [[1, 0], [0, 3], [2, 0]]
    assert A.T.T == A


def test_add():
    assert (A + A).dense() == [[2, 0, 4], [0, 6, 0]]


def test_sub_to_nothing():
    assert A - A == Sparse(2, 3)


def test_matmul():
    assert (A @ A.T).dense() == [[5, 0], [0, 9]]


def test_matmul_cancels():
    p = Sparse.from_rows([[1, 1]]) @ Sparse.from_rows([[1, 2], [-1, 3]])
    assert p.dense() == [[0, 5]]
    assert p.nnz == 1


def test_pow():
    f = Sparse.from_rows([[1, 1], [1, 0]])
    assert (f ** 10)[0, 1] == 55
    assert f ** 0 == Sparse.identity(2)


def test_scale():
    assert A.scale(0).nnz == 0
    assert A.scale(-2)[1, 1] == -6
