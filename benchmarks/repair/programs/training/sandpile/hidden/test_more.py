from sandpile import simulate, total_grains


def test_frames_are_distinct_objects():
    history, _ = simulate([[0, 0], [0, 0]], [(0, 0)] * 3)
    assert len({id(frame) for frame in history}) == 3
    assert len({id(frame[0]) for frame in history}) == 3


def test_editing_a_frame_leaves_others_alone():
    history, _ = simulate([[0, 0], [0, 0]], [(0, 0), (1, 1)])
    history[0][1][1] = 7
    assert history[1] == [[1, 0], [0, 1]]


def test_untouched_rows_are_not_shared():
    start = [[0], [0]]
    history, _ = simulate(start, [(0, 0), (0, 0)])
    history[0][1][0] = 5
    assert history[1][1] == [0]
    assert start == [[0], [0]]


def test_frames_around_an_avalanche():
    history, sizes = simulate([[3, 3, 0]], [(0, 2), (0, 0), (0, 2)])
    assert sizes == [0, 2, 0]
    assert history == [[[3, 3, 1]], [[1, 0, 2]], [[1, 0, 3]]]


def test_no_drops():
    assert simulate([[1]], []) == ([], [])


def test_mass_never_rises_by_more_than_one():
    drops = [(i % 3, (i * i) % 3) for i in range(40)]
    history, _ = simulate([[2] * 3 for _ in range(3)], drops)
    masses = [18] + [total_grains(g) for g in history]
    assert all(b <= a + 1 for a, b in zip(masses, masses[1:]))
    assert len(set(masses)) > 1
