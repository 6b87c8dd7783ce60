from closest_pair_sum import closest_sum, has_pair


def test_two_numbers():
    assert closest_sum([100, 200], 1) == 300


def test_all_negative():
    assert closest_sum([-20, -30, -50], -4) == -50


def test_no_pair_gives_zero():
    assert not has_pair([2, 3, 4], 0)


def test_pair_gives_zero():
    assert has_pair([-3, 8, 3], 0)


def test_large_target():
    assert closest_sum([1, 2, 3], 100) == 5
