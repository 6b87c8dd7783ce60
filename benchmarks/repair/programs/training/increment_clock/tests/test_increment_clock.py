import pytest

from increment_clock import BLACK, WHITE, ChessClock, Control


def play(control, *spent):
    clock = ChessClock(Control.parse(control))
    for seconds in spent:
        clock.press(seconds)
    return clock


def test_parse():
    assert Control.parse("5+3") == Control(300, 3)
    assert Control.parse("5b3") == Control(300, 3, True)
    assert Control.parse("90+30/40:30") == Control(5400, 30, False, 40, 1800)


def test_increment():
    clock = play("5+3", 10, 20)
    assert clock.left == {WHITE: 293, BLACK: 283}
    assert clock.turn == WHITE


def test_bronstein():
    clock = play("5b3", 2, 20)
    assert clock.left == {WHITE: 300, BLACK: 283}


def test_flag():
    clock = play("1+5", 60)
    assert clock.over and clock.flagged == WHITE
    assert clock.display() == "W! 0:00  B 1:00"
    with pytest.raises(RuntimeError):
        clock.press(1)


def test_stage_of_white():
    clock = play("10/2:5", 10, 10, 10)
    assert clock.left == {WHITE: 880, BLACK: 590}


def test_stage_of_both():
    clock = play("10/2:5", 10, 20, 10, 20, 10, 20)
    assert clock.left == {WHITE: 870, BLACK: 840}


def test_takeback():
    clock = play("5+3", 10, 20, 30)
    clock.takeback()
    assert clock.left == {WHITE: 293, BLACK: 283}
    assert clock.used(WHITE) == 10
    assert clock.turn == WHITE


def test_display():
    assert play("5", 57).display() == "W 4:03  B* 5:00"
