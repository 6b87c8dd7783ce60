from merge import merged, parse, show


def test_apart():
    assert merged([(1, 2), (5, 6)]) == [(1, 2), (5, 6)]


def test_two():
    assert merged([(3, 6), (1, 4)]) == [(1, 6)]


def test_touching():
    assert merged([(1, 2), (3, 4)]) == [(1, 4)]


def test_three():
    assert merged([(1, 2), (3, 4), (5, 9)]) == [(1, 9)]


def test_inside():
    assert merged([(1, 9), (2, 3), (4, 5), (11, 12)]) == [(1, 9), (11, 12)]


def test_parse():
    assert parse("1-3, 7") == [(1, 3), (7, 7)]


def test_show():
    assert show([(1, 3), (7, 7)]) == "1-3,7"
