import pytest

from skittles_score import Sheet, ThrowError, standings


def play(*throws, name="kim"):
    sheet = Sheet(name)
    for pins in throws:
        sheet.throw(pins)
    return sheet


def test_plain_frames():
    assert play(3, 2, 1, 4, 0, 1).running() == [6, 11]


def test_open_frame_not_counted():
    assert play(3, 2, 1, 4, 0).running() == [6]


def test_spare():
    assert play(5, 4, 3, 0, 0).running() == [12, 15]


def test_spare_waits_for_next_throw():
    assert play(5, 4).running() == []


def test_flopper():
    assert play(9, 3, 2, 1).running() == [14, 20]


def test_flopper_waits_for_two_throws():
    sheet = play(1, 1, 1, 9)
    assert sheet.running() == [3]
    sheet.throw(4)
    assert sheet.running() == [3]
    sheet.throw(2)
    assert sheet.running() == [3, 18]


def test_nine_with_third_throw_has_no_bonus():
    assert play(3, 3, 3, 5).running() == [9]


def test_bonus_throws_at_the_end():
    sheet = play(*[0] * 15, 9)
    assert not sheet.finished
    sheet.throw(9)
    sheet.throw(9)
    assert sheet.finished
    assert sheet.score == 27
    with pytest.raises(ThrowError):
        sheet.throw(1)


def test_too_many_pins():
    with pytest.raises(ThrowError):
        play(5, 5)


def test_row():
    assert play(9, 5, 4, 1, 0, 2).row() == "kim: X 5/ 1-2 = 31"


def test_standings():
    sheets = [play(1, 1, 1, name="b"), play(2, 2, 2, name="c"), play(1, 0, 2, name="a")]
    assert standings(sheets) == [("c", 6), ("a", 3), ("b", 3)]
