from bank_queue import closing_time, simulate, waiting_times


def test_nobody():
    assert simulate([], 2) == []
    assert closing_time([], 2) == 0


def test_no_wait():
    assert simulate([(0, 3), (5, 2)], 1) == [(0, 3), (5, 7)]


def test_one_waits():
    assert waiting_times([(0, 5), (2, 1)], 1) == [0, 3]


def test_two_wait():
    assert waiting_times([(0, 5), (1, 5), (2, 5)], 1) == [0, 4, 8]


def test_two_counters():
    assert simulate([(0, 6), (1, 2), (2, 4)], 2) == [(0, 6), (1, 3), (3, 7)]


def test_both_busy_again():
    assert simulate([(0, 4), (0, 4), (1, 4), (1, 4), (2, 1)], 2)[-1] == (8, 9)


def test_queue_runs_empty():
    assert waiting_times([(0, 2), (1, 2), (10, 1)], 1) == [0, 1, 0]


def test_closing_time():
    assert closing_time([(0, 9), (1, 2)], 2) == 9
