from combo_sums import combinations_to, count_combinations


def test_single():
    assert combinations_to([5], 5) == [[5]]


def test_several():
    assert combinations_to([4, 1, 3, 2], 5) == [[1, 4], [2, 3]]


def test_each_used_once():
    assert combinations_to([2, 3], 6) == []


def test_nothing_chosen():
    assert combinations_to([1, 2], 0) == [[]]


def test_equal_numbers():
    assert combinations_to([2, 1, 1], 3) == [[1, 2]]


def test_equal_numbers_together():
    assert combinations_to([3, 3], 6) == [[3, 3]]


def test_pairs_of_equals():
    assert combinations_to([1, 1, 2, 2], 4) == [[1, 1, 2], [2, 2]]


def test_count():
    assert count_combinations([1, 2, 3, 4, 5], 5) == 3


def test_too_small():
    assert count_combinations([1, 2], 10) == 0
