from convex_hull import hull, turn

SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4)]


def test_turn():
    assert turn((0, 0), (1, 0), (1, 1)) > 0
    assert turn((0, 0), (0, 1), (1, 1)) < 0
    assert turn((0, 0), (1, 1), (2, 2)) == 0


def test_few_points():
    assert hull([]) == []
    assert hull([(1, 2)]) == [(1, 2)]
    assert hull([(3, 1), (1, 2), (3, 1)]) == [(1, 2), (3, 1)]


def test_triangle():
    assert hull([(2, 3), (0, 0), (4, 0)]) == [(0, 0), (4, 0), (2, 3)]


def test_inside():
    assert hull([*SQUARE, (1, 2), (3, 2)]) == SQUARE


def test_on_an_edge():
    assert hull([*SQUARE, (2, 0)]) == SQUARE


def test_on_all_edges():
    assert hull([*SQUARE, (2, 0), (4, 1), (3, 4), (0, 3)]) == SQUARE


def test_duplicates():
    assert hull(SQUARE + SQUARE) == SQUARE
