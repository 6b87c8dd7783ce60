import pytest

from matrix_kit import Matrix, SingularMatrix, apply, chain, quarter_turn, scaling, translation


@pytest.mark.parametrize(
    "rows",
    [
        [[0, 1], [1, 0]],
        [[0, 2], [3, 5]],
        [[0, 1, 2], [1, 0, 3], [4, -3, 8]],
        [[1, 2, 3], [2, 4, 1], [1, 1, 1]],
        [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
        [[0, 0, 0, 2], [0, 0, 3, 1], [0, 4, 1, 1], [5, 1, 1, 1]],
        [[2, 1, 0], [1, 3, 1], [0, 1, 4]],
    ],
)
def test_both_sides(rows):
    m = Matrix(rows)
    one = Matrix.identity(len(rows))
    assert m @ m.inverse() == one
    assert m.inverse() @ m == one


def test_double_inverse():
    m = Matrix([[0, 2], [3, 5]])
    assert m.inverse().inverse() == m


def test_known_inverse():
    m = Matrix([[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    assert m.inverse() == m.transpose()


def test_inverse_turn_is_three_turns():
    assert quarter_turn(1).inverse() == quarter_turn(3)
    assert quarter_turn(2).inverse() == quarter_turn(2)
    assert quarter_turn(3).inverse() == quarter_turn(1)


def test_turn_around_point():
    move = chain(translation(-1, -1), quarter_turn(), translation(1, 1))
    assert apply(move, (2, 1)) == (1, 2)
    assert apply(move.inverse(), (1, 2)) == (2, 1)


def test_inverse_keeps_original():
    m = Matrix([[0, 1], [1, 1]])
    m.inverse()
    assert m == Matrix([[0, 1], [1, 1]])


def test_determinants():
    assert Matrix([[0, 2], [3, 5]]).determinant() == -6
    assert Matrix([[0, 0, 1], [1, 0, 0], [0, 1, 0]]).determinant() == 1
    assert Matrix([[0, 2], [3, 5]]).inverse().determinant() * -6 == 1


def test_zero_matrix():
    with pytest.raises(SingularMatrix):
        Matrix([[0, 0], [0, 0]]).inverse()


def test_scaling():
    assert scaling(2, 4).inverse() @ scaling(2, 4) == Matrix.identity(3)
