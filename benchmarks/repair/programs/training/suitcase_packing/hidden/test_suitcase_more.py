from suitcase import best_worth


def test_exact():
    assert best_worth([("a", 5, 5), ("b", 5, 6)], 10) == 11
    assert best_worth([("a", 1, 1), ("b", 3, 4), ("c", 4, 5)], 7) == 9


def test_zero():
    assert best_worth([("a", 1, 1)], 0) == 0
