from convex_hull import hull


def test_grid():
    points = [(x, y) for x in range(4) for y in range(3)]
    assert hull(points) == [(0, 0), (3, 0), (3, 2), (0, 2)]


def test_on_a_line():
    assert hull([(0, 0), (1, 1), (2, 2), (3, 3)]) == [(0, 0), (3, 3)]


def test_middle_of_slope():
    assert hull([(0, 0), (6, 0), (3, 3), (6, 6)]) == [(0, 0), (6, 0), (6, 6)]


def test_pentagon():
    assert hull([(2, 5), (0, 3), (4, 3), (1, 0), (3, 0), (2, 2)]) == [(0, 3), (1, 0), (3, 0), (4, 3), (2, 5)]


def test_floats():
    assert hull([(0.0, 0.0), (1.0, 0.5), (2.0, 0.0), (1.0, 2.0)]) == [(0.0, 0.0), (2.0, 0.0), (1.0, 2.0)]
