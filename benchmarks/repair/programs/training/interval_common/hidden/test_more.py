from interval_common import common, common_length, common_to_all


def test_order_of_the_lists_is_no_matter():
    first, second = [(0, 9), (12, 30)], [(1, 3), (4, 14), (15, 16), (20, 40)]
    assert common(first, second) == common(second, first)
    assert common(first, second) == [(1, 3), (4, 9), (12, 14), (15, 16), (20, 30)]


def test_length_of_several():
    assert common_length([(0, 20)], [(1, 4), (5, 6), (10, 30)]) == 14


def test_same_start():
    assert common([(0, 3), (5, 7)], [(0, 8)]) == [(0, 3), (5, 7)]
    assert common([(0, 8)], [(0, 3), (5, 7)]) == [(0, 3), (5, 7)]


def test_all_of_one():
    assert common_to_all([[(1, 2), (4, 5)]]) == [(1, 2), (4, 5)]


def test_all_of_three():
    assert common_to_all([[(0, 50)], [(5, 10), (20, 30)], [(8, 25)]]) == [(8, 10), (20, 25)]
