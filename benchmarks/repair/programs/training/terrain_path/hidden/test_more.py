from terrain_path import cheapest, route_costs, within_budget


def test_expensive_start_costs_nothing():
    assert cheapest([[50, 1, 1]], (0, 0), (0, 2)) == 2


def test_direction_matters():
    grid = [[1, 4, 6]]
    assert cheapest(grid, (0, 0), (0, 2)) == 10
    assert cheapest(grid, (0, 2), (0, 0)) == 5


def test_all_costs():
    grid = [[2, 3], [5, 1]]
    assert route_costs(grid, (0, 0)) == {(0, 0): 0, (0, 1): 3, (1, 0): 5, (1, 1): 4}


def test_free_cells():
    grid = [
        [1, 0, 0],
        [8, 8, 0],
        [2, 0, 0],
    ]
    assert cheapest(grid, (0, 0), (2, 0)) == 2
    assert cheapest(grid, (2, 0), (0, 0)) == 1


def test_goal_behind_a_toll():
    grid = [
        [1, 1, 1],
        [None, None, 20],
        [1, 1, 1],
    ]
    assert cheapest(grid, (0, 0), (2, 0)) == 25
    assert within_budget(grid, (0, 0), 21) == [(0, 0), (0, 1), (0, 2)]
