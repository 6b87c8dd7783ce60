from interval_insert import insert, merge


def test_inside_another():
    assert insert([(1, 10), (20, 30)], (3, 4)) == [(1, 10), (20, 30)]


def test_touching():
    assert insert([(0, 1), (3, 5), (9, 11)], (5, 6)) == [(0, 1), (3, 6), (9, 11)]


def test_covers_some():
    assert insert([(2, 3), (4, 5), (12, 13)], (1, 6)) == [(1, 6), (12, 13)]


def test_merge_unsorted():
    assert merge([(8, 9), (1, 3), (2, 6)]) == [(1, 6), (8, 9)]


def test_merge_all():
    assert merge([(1, 2), (5, 6), (2, 5)]) == [(1, 6)]
