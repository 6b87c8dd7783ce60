from visit_sessions import mean_length, visits


def times(hits, **options):
    return [visit.times for visit in visits(hits, **options)]


def test_every_minute():
    assert times([("u", minute) for minute in range(90)]) == [list(range(90))]


def test_long_visit_then_pause():
    assert times([("u", minute) for minute in (0, 25, 50, 81, 100, 130)]) == [[0, 25, 50], [81, 100, 130]]


def test_pause_of_none():
    assert times([("u", 1), ("u", 1), ("u", 2)], pause=0) == [[1, 1], [2]]


def test_small_pause():
    assert times([("u", 3), ("u", 5), ("u", 7), ("u", 10)], pause=2) == [[3, 5, 7], [10]]


def test_single_hits():
    assert mean_length(visits([("a", 5), ("b", 9)])) == 0
