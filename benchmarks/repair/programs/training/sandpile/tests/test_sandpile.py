from sandpile import copy_grid, simulate, stabilise, total_grains


def test_stable_grid_does_not_topple():
    grid = [[3, 0], [1, 2]]
    assert stabilise(grid) == 0
    assert grid == [[3, 0], [1, 2]]


def test_single_topple():
    grid = [[0, 0, 0], [0, 4, 0], [0, 0, 0]]
    assert stabilise(grid) == 1
    assert grid == [[0, 1, 0], [1, 0, 1], [0, 1, 0]]


def test_grains_fall_off_the_edge():
    grid = [[4]]
    assert stabilise(grid) == 1
    assert grid == [[0]]


def test_copy_is_independent():
    grid = [[1, 2]]
    other = copy_grid(grid)
    other[0][0] = 9
    assert grid == [[1, 2]]


def test_simulate_leaves_input_alone():
    grid = [[3, 3]]
    simulate(grid, [(0, 0)])
    assert grid == [[3, 3]]


def test_avalanche_sizes():
    _, sizes = simulate([[2, 0]], [(0, 0), (0, 0), (0, 1)])
    assert sizes == [0, 1, 0]


def test_final_frame():
    history, _ = simulate([[0, 0]], [(0, 0), (0, 1)])
    assert history[-1] == [[1, 1]]


def test_history_shows_each_step():
    history, _ = simulate([[0, 0]], [(0, 0), (0, 0), (0, 1)])
    assert history == [[[1, 0]], [[2, 0]], [[2, 1]]]


def test_grain_counts_over_time():
    history, _ = simulate([[0]], [(0, 0)] * 5)
    assert [total_grains(g) for g in history] == [1, 2, 3, 0, 1]
