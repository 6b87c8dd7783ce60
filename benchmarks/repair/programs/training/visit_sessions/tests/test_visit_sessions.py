from visit_sessions import mean_length, visits


def shape(hits, **options):
    return [(visit.user, visit.times) for visit in visits(hits, **options)]


def test_no_hits():
    assert visits([]) == []
    assert mean_length([]) == 0


def test_one_visit():
    assert shape([("ann", 10), ("ann", 5), ("ann", 20)]) == [("ann", [5, 10, 20])]


def test_users_apart():
    assert shape([("bob", 1), ("ann", 2), ("bob", 3)]) == [("ann", [2]), ("bob", [1, 3])]


def test_pause():
    assert shape([("ann", 0), ("ann", 31), ("ann", 61)]) == [("ann", [0]), ("ann", [31, 61])]


def test_long_visit():
    assert shape([("ann", 0), ("ann", 20), ("ann", 40), ("ann", 60)]) == [("ann", [0, 20, 40, 60])]


def test_shorter_pause():
    assert shape([("ann", 0), ("ann", 6)], pause=5) == [("ann", [0]), ("ann", [6])]


def test_mean_length():
    found = visits([("ann", 0), ("ann", 10), ("bob", 5), ("bob", 25)])
    assert mean_length(found) == 15


def test_mean_of_long_visits():
    assert mean_length(visits([("ann", minute) for minute in range(0, 100, 25)])) == 75
