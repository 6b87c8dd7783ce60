from terrain_path import cheapest, within_budget


def test_start_is_free():
    assert cheapest([[9]], (0, 0), (0, 0)) == 0


def test_uniform_grid():
    grid = [[1] * 4 for _ in range(3)]
    assert cheapest(grid, (0, 0), (2, 3)) == 5


def test_walls_are_avoided():
    grid = [
        [1, None, 1],
        [1, None, 1],
        [1, 1, 1],
    ]
    assert cheapest(grid, (0, 0), (0, 2)) == 6


def test_unreachable():
    assert cheapest([[1, None, 1]], (0, 0), (0, 2)) is None


def test_detour_around_mountain():
    grid = [
        [1, 9, 1],
        [1, 1, 1],
    ]
    assert cheapest(grid, (0, 0), (0, 2)) == 4


def test_entering_swamp_is_expensive():
    assert cheapest([[1, 2, 7]], (0, 0), (0, 2)) == 9


def test_budget():
    grid = [[1, 3], [1, 1]]
    assert within_budget(grid, (0, 0), 2) == [(0, 0), (1, 0), (1, 1)]
