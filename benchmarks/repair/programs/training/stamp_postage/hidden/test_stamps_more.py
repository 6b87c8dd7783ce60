from stamps import choose, fewest


def test_choose():
    assert choose(30, [25, 10, 1]) == [10, 10, 10]
    assert choose(3, [2]) is None


def test_many():
    assert fewest(63, [25, 10, 5, 1]) == 6
    assert fewest(7, [3, 5]) == -1
