import pytest
from sparse_matrix import Sparse


def test_add_partial_cancel():
    a = Sparse.from_rows([[1, 2], [3, 0]])
    b = Sparse.from_rows([[-1, 2], [0, 4]])
    assert a + b == Sparse.from_rows([[0, 4], [3, 4]])
    assert (a + b).nnz == 3


def test_sub_equal_entries():
    a = Sparse.from_rows([[5, 1]])
    assert (a - Sparse.from_rows([[5, 0]])).cells == {(0, 1): 1}


def test_nilpotent():
    n = Sparse.from_rows([[1, -1], [1, -1]])
    assert n @ n == Sparse(2, 2)
    assert (n ** 5).nnz == 0


def test_product_with_zero_stays_sparse():
    a = Sparse.from_rows([[2, 2], [0, 1]])
    b = Sparse.from_rows([[3, 1], [-3, 1]])
    assert (a @ b).cells == {(0, 1): 4, (1, 0): -3, (1, 1): 1}


def test_operands_unchanged():
    a = Sparse.from_rows([[1]])
    b = Sparse.from_rows([[-1]])
    assert (a + b).nnz == 0
    assert a.cells == {(0, 0): 1} and b.cells == {(0, 0): -1}


def test_shape_of_product():
    p = Sparse(2, 3) @ Sparse(3, 4)
    assert (p.rows, p.cols, p.nnz) == (2, 4, 0)


def test_long_sum():
    total = Sparse(2, 2)
    for k in (1, -1, 2, -2):
        total = total + Sparse.identity(2).scale(k)
    assert total == Sparse(2, 2)


def test_transpose_identity():
    a = Sparse.from_rows([[1, 2, 0], [0, -1, 1]])
    b = Sparse.from_rows([[2, 1], [-1, 0], [-1, 3]])
    assert (a @ b).T == b.T @ a.T
    assert (a @ b).nnz == 2
