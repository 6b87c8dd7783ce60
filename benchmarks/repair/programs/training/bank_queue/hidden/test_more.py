from bank_queue import closing_time, simulate, waiting_times


def test_all_at_once():
    assert waiting_times([(0, 3)] * 4, 1) == [0, 3, 6, 9]


def test_closing_late():
    assert closing_time([(0, 10), (5, 10), (6, 10)], 1) == 30


def test_five_at_two_counters():
    assert simulate([(0, 5), (0, 3), (1, 4), (2, 2), (3, 1)], 2) == [(0, 5), (0, 3), (3, 7), (5, 7), (7, 8)]


def test_enough_counters():
    assert waiting_times([(0, 5), (0, 5), (1, 5)], 3) == [0, 0, 0]


def test_one_customer():
    assert simulate([(4, 2)], 3) == [(4, 6)]
