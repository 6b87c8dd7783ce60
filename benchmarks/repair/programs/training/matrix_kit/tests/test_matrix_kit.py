from fractions import Fraction

import pytest

from matrix_kit import Matrix, SingularMatrix, apply, chain, quarter_turn, scaling, translation


def test_determinant():
    assert Matrix([[1, 2], [3, 4]]).determinant() == -2
    assert Matrix([[0, 1], [1, 0]]).determinant() == -1
    assert Matrix([[1, 2], [2, 4]]).determinant() == 0


def test_product():
    assert Matrix([[1, 2], [3, 4]]) @ Matrix([[0, 1], [1, 0]]) == Matrix([[2, 1], [4, 3]])


def test_inverse():
    inv = Matrix([[2, 1], [1, 1]]).inverse()
    assert inv == Matrix([[1, -1], [-1, 2]])


def test_inverse_fraction():
    assert Matrix([[4]]).inverse() == Matrix([[Fraction(1, 4)]])


def test_inverse_of_singular():
    with pytest.raises(SingularMatrix):
        Matrix([[1, 2], [2, 4]]).inverse()


def test_not_square():
    with pytest.raises(ValueError):
        Matrix([[1, 2]]).inverse()


def test_chain_left_to_right():
    move = chain(translation(1, 0), scaling(2))
    assert apply(move, (1, 1)) == (4, 2)


def test_undo_a_move():
    move = chain(scaling(2, 3), translation(5, -1))
    assert apply(move.inverse(), apply(move, (7, 8))) == (7, 8)


def test_undo_a_quarter_turn():
    turn = quarter_turn()
    assert apply(turn, (2, 0)) == (0, 2)
    assert apply(turn.inverse(), (0, 2)) == (2, 0)
