from rotated_search import find, turning_point


def test_turned_in_the_middle():
    assert turning_point([6, 7, 9, 1, 3, 4]) == 3


def test_turned_by_one():
    assert turning_point([9, 2, 4, 5, 7]) == 1


def test_not_turned():
    assert turning_point([2, 4, 5, 7]) == 0


def test_find_left_part():
    assert find([6, 7, 9, 1, 3, 4], 7) == 1


def test_find_right_part():
    assert find([6, 7, 9, 1, 3, 4], 4) == 5


def test_find_in_plain_list():
    assert find([2, 4, 5, 7, 8], 2) == 0


def test_absent():
    assert find([6, 7, 9, 1, 3, 4], 5) == -1


def test_empty():
    assert find([], 5) == -1
