import pytest

from increment_clock import BLACK, WHITE, ChessClock, Control


def play(control, *spent):
    clock = ChessClock(control)
    for seconds in spent:
        clock.press(seconds)
    return clock


STAGED = Control(100, 0, False, 2, 50)


def test_no_bonus_before():
    assert play(STAGED, 1, 1).left == {WHITE: 99, BLACK: 99}


def test_white_first():
    assert play(STAGED, 1, 1, 1).left == {WHITE: 148, BLACK: 99}


def test_then_black():
    assert play(STAGED, 1, 1, 1, 1).left == {WHITE: 148, BLACK: 148}


def test_bonus_only_once():
    assert play(STAGED, 1, 1, 1, 1, 1, 1, 1, 1).left == {WHITE: 146, BLACK: 146}


def test_stage_after_first_move():
    assert play(Control(100, 0, False, 1, 7), 1).left == {WHITE: 106, BLACK: 100}


def test_stage_and_increment():
    assert play(Control(100, 3, False, 1, 7), 1, 2).left == {WHITE: 109, BLACK: 108}


def test_takeback_of_stage_move():
    clock = play(STAGED, 1, 1, 1)
    clock.takeback()
    assert clock.left == {WHITE: 99, BLACK: 99}
    assert clock.turn == WHITE


def test_turn_alternates():
    assert [play(STAGED, *[1] * n).turn for n in range(4)] == [WHITE, BLACK, WHITE, BLACK]


def test_no_stage():
    assert play(Control(100, 0, False, 0, 50), 1, 1, 1, 1).left == {WHITE: 98, BLACK: 98}


def test_black_flags():
    clock = play(Control(10), 1, 10)
    assert clock.flagged == BLACK
    assert clock.moves == {WHITE: 1, BLACK: 0}


def test_negative():
    with pytest.raises(ValueError):
        play(STAGED, -1)
