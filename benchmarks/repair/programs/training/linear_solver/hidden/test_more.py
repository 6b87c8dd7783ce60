from fractions import Fraction

import pytest

from linear_solver import determinant, inverse, multiply, solve


def by_minors(rows):
    if len(rows) == 1:
        return rows[0][0]
    return sum(
        (-1) ** column * value * by_minors([row[:column] + row[column + 1 :] for row in rows[1:]])
        for column, value in enumerate(rows[0])
    )


@pytest.mark.parametrize(
    "rows",
    [
        [[0, 3], [5, 7]],
        [[1, 2, 3], [2, 4, 1], [3, 1, 1]],
        [[0, 0, 2], [0, 3, 0], [4, 0, 0]],
        [[0, 1, 2, 0], [1, 0, 0, 3], [0, 2, 0, 1], [5, 0, 1, 0]],
        [[0, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0], [1, 0, 0, 0]],
    ],
)
def test_agrees_with_minors(rows):
    assert determinant(rows) == by_minors(rows)


def test_swapping_rows_changes_the_sign():
    assert determinant([[4, 1], [2, 3]]) == 10
    assert determinant([[2, 3], [4, 1]]) == -10
    assert determinant([[0, 3], [4, 1]]) == -12


def test_product_rule():
    left, right = [[0, 2], [1, 1]], [[3, 1], [1, 1]]
    assert determinant(multiply(left, right)) == determinant(left) * determinant(right) == -4


def test_determinant_of_the_inverse():
    assert determinant(inverse([[0, 4], [1, 0]])) == Fraction(-1, 4)


def test_solve_needs_two_exchanges():
    assert solve([[0, 1, 0], [0, 0, 1], [1, 0, 0]], [7, 8, 9]) == [9, 7, 8]


def test_negative_without_exchange():
    assert determinant([[-1, 0], [0, 5]]) == -5
