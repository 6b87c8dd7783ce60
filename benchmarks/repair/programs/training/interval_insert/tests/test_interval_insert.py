from interval_insert import insert, merge


def test_into_nothing():
    assert insert([], (2, 5)) == [(2, 5)]


def test_before_all():
    assert insert([(5, 6), (8, 9)], (1, 3)) == [(1, 3), (5, 6), (8, 9)]


def test_between():
    assert insert([(1, 2), (8, 9)], (4, 5)) == [(1, 2), (4, 5), (8, 9)]


def test_after_all():
    assert insert([(1, 2)], (4, 5)) == [(1, 2), (4, 5)]


def test_overlap_at_the_end():
    assert insert([(1, 2), (4, 6)], (5, 9)) == [(1, 2), (4, 9)]


def test_overlap_in_the_middle():
    assert insert([(1, 4), (10, 12)], (3, 7)) == [(1, 7), (10, 12)]


def test_bridges_two():
    assert insert([(1, 3), (5, 8), (20, 21)], (2, 6)) == [(1, 8), (20, 21)]


def test_given_list_stays():
    given = [(1, 3), (6, 7)]
    insert(given, (2, 6))
    assert given == [(1, 3), (6, 7)]


def test_merge():
    assert merge([(1, 4), (2, 5), (7, 9)]) == [(1, 5), (7, 9)]
