from hex_grid import distance, line, reachable, ring
import pytest


@pytest.mark.parametrize("centre", [(0, 0), (3, -5)])
def test_ring_distance(centre):
    for radius in range(5):
        assert {distance(centre, c) for c in ring(centre, radius)} == {radius}


def test_reachable_matches_distance():
    for cell, steps in reachable((1, 2), 4).items():
        assert distance((1, 2), cell) == steps


def test_symmetry():
    assert distance((4, -7), (-3, 2)) == distance((-3, 2), (4, -7)) == 9


def test_line_length_diagonal():
    cells = line((0, 0), (3, -3))
    assert cells == [(0, 0), (1, -1), (2, -2), (3, -3)]


def test_line_steps_are_adjacent():
    cells = line((-2, -1), (3, 2))
    assert len(cells) == 9
    assert all(distance(a, b) == 1 for a, b in zip(cells, cells[1:]))


def test_wall_detour():
    walls = [(1, 0), (1, -1)]
    assert reachable((0, 0), 4, walls)[(2, 0)] == 3


def test_same_sign():
    assert distance((0, 0), (-3, -1)) == 4
