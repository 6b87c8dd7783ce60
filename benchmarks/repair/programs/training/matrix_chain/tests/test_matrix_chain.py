from matrix_chain import grouping, plan


def test_one_matrix():
    assert plan([4, 7])[0] == 0


def test_two_matrices():
    assert plan([10, 20, 30])[0] == 6000


def test_square_matrices():
    assert plan([2, 2, 2, 2])[0] == 16


def test_three_matrices():
    assert plan([10, 100, 5, 50])[0] == 7500


def test_group_of_one():
    assert grouping([3, 4], "A") == "A"


def test_group_of_two():
    assert grouping([3, 4, 5], "AB") == "(AB)"


def test_group_of_three():
    assert grouping([10, 100, 5, 50], "ABC") == "((AB)C)"


def test_group_to_the_right():
    assert grouping([50, 5, 100, 10], "ABC") == "(A(BC))"
