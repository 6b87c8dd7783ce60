from chain_order import least_cost, plan


def test_inner_size():
    assert least_cost([1, 9, 1]) == 9


def test_outer_product():
    assert least_cost([9, 1, 9]) == 81


def test_row_first():
    assert plan([1, 2, 3, 4]) == (18, "((AB)C)")


def test_five():
    assert least_cost([5, 10, 3, 12, 5, 50]) == 1655


def test_square():
    assert least_cost([3, 3, 3]) == 27
