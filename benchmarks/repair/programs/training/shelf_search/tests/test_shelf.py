from shelf import between, count, find, first_at_least, insert, nearest


def test_first():
    assert first_at_least([1, 3, 5], 2) == 1
    assert first_at_least([1, 3, 5], 3) == 1


def test_find():
    assert find([1, 3, 5], 5) == 2
    assert find([1, 3, 5], 4) == -1


def test_find_beyond_the_end():
    assert find([1, 3, 5], 7) == -1


def test_find_nothing():
    assert find([], 7) == -1


def test_count():
    assert count([1, 2, 2, 3], 2) == 2


def test_insert():
    assert insert([1, 3], 2) == [1, 2, 3]


def test_insert_at_the_end():
    assert insert([1, 3], 9) == [1, 3, 9]


def test_between():
    assert between([1, 2, 3, 5], 2, 4) == [2, 3]


def test_nearest():
    assert nearest([1, 5, 9], 6) == 5
