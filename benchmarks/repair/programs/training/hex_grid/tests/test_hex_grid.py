from hex_grid import distance, line, neighbours, reachable, ring


def test_neighbours_of_origin():
    assert list(neighbours((0, 0))) == [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


def test_distance_straight():
    assert distance((0, 0), (3, 0)) == 3
    assert distance((2, 5), (2, 1)) == 4


def test_distance_to_neighbours_is_one():
    assert [distance((2, -1), n) for n in neighbours((2, -1))] == [1] * 6


def test_ring_sizes():
    assert len(set(ring((0, 0), 1))) == 6
    assert len(set(ring((4, -2), 3))) == 18
    assert ring((1, 1), 0) == [(1, 1)]


def test_line_east():
    assert line((0, 0), (3, 0)) == [(0, 0), (1, 0), (2, 0), (3, 0)]


def test_line_point():
    assert line((2, 2), (2, 2)) == [(2, 2)]


def test_reachable_counts():
    assert len(reachable((0, 0), 2)) == 19


def test_reachable_walls():
    seen = reachable((0, 0), 1, walls=[(1, 0), (0, 1)])
    assert len(seen) == 5


def test_diagonal_distance():
    assert distance((0, 0), (2, 2)) == 4
    assert distance((0, 0), (-1, 3)) == 3
