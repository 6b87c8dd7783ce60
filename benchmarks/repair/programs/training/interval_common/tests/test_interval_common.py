from interval_common import common, common_length, common_to_all


def test_staggered():
    assert common([(0, 4), (6, 10)], [(2, 7), (9, 12)]) == [(2, 4), (6, 7), (9, 10)]


def test_apart():
    assert common([(0, 2), (8, 9)], [(3, 5)]) == []


def test_touching():
    assert common([(0, 2)], [(2, 4)]) == []


def test_small_ones_inside_a_large_one():
    assert common([(0, 10)], [(1, 2), (3, 4), (6, 8)]) == [(1, 2), (3, 4), (6, 8)]


def test_large_one_in_the_second_list():
    assert common([(1, 2), (3, 4), (6, 8)], [(0, 10)]) == [(1, 2), (3, 4), (6, 8)]


def test_length():
    assert common_length([(0, 5)], [(3, 9)]) == 2


def test_three_lists():
    assert common_to_all([[(0, 6)], [(2, 9)], [(1, 4)]]) == [(2, 4)]


def test_empty():
    assert common([], [(1, 2)]) == []
