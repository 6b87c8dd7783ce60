from combo_sums import combinations_to, count_combinations


def test_all_equal():
    assert combinations_to([2, 2, 2, 2], 4) == [[2, 2]]


def test_equal_last():
    assert combinations_to([1, 5, 5], 6) == [[1, 5]]


def test_count_with_equals():
    assert count_combinations([10, 1, 2, 7, 6, 1, 5], 8) == 4


def test_three_ones():
    assert combinations_to([1, 1, 1, 2], 3) == [[1, 1, 1], [1, 2]]


def test_different():
    assert combinations_to([6, 3, 9], 9) == [[3, 6], [9]]
