from chain_order import least_cost, plan


def test_one_matrix():
    assert plan([3, 5]) == (0, "A")


def test_two_square():
    assert plan([4, 4, 4]) == (64, "(AB)")


def test_two():
    assert least_cost([2, 3, 5]) == 30


def test_from_the_left():
    assert plan([10, 30, 5, 60]) == (4500, "((AB)C)")


def test_from_the_right():
    assert plan([60, 5, 30, 10]) == (4500, "(A(BC))")


def test_four():
    assert least_cost([40, 20, 30, 10, 30]) == 26000


def test_square_chain():
    assert least_cost([2, 2, 2, 2]) == 16


def test_all_vectors():
    assert least_cost([1, 1, 1, 1, 1]) == 3
