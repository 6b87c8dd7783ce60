from bowling import Game


def test_turkey_then_open():
    assert Game([10, 10, 10, 1, 2]).frame_scores() == [30, 21, 13, 3]


def test_strikes_before_the_last_frame():
    assert Game([0] * 14 + [10, 10, 10, 10, 10]).score() == 0 + 30 + 30 + 30
    assert Game([0] * 14 + [10, 10, 3, 4]).score() == 23 + 17 + 7


def test_two_strikes_wait():
    assert Game([10, 10]).frame_scores() == []
    assert Game([10, 10, 10]).frame_scores() == [30]
