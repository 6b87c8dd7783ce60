import pytest

from blitz_clock import BLACK, WHITE, BlitzClock, Control, FlagFallen, Stage, show


def play(clock, now, *seconds):
    clock.start(now)
    for used in seconds:
        now += used
        clock.press(now)
    return now


def test_increment():
    clock = BlitzClock(Control(300, 5))
    play(clock, 0, 10, 20)
    assert clock.remaining(WHITE) == 295
    assert clock.remaining(BLACK) == 285
    assert clock.turn == WHITE


def test_stage_bonus():
    clock = BlitzClock(Control(100, stages=(Stage(2, 50),)))
    play(clock, 0, 10, 10, 10)
    assert clock.remaining(WHITE) == 130
    assert clock.until_bonus(WHITE) is None
    assert clock.until_bonus(BLACK) == 1


def test_flag():
    clock = BlitzClock(Control(30))
    clock.start(0)
    with pytest.raises(FlagFallen):
        clock.press(30)
    assert clock.flag == WHITE
    assert not clock.running


def test_pause():
    clock = BlitzClock(Control(100))
    clock.start(0)
    clock.pause(10)
    clock.start(500)
    clock.press(505)
    assert clock.remaining(WHITE) == 85


def test_take_back_times():
    clock = BlitzClock(Control(100, 3))
    now = play(clock, 0, 10, 20)
    clock.pause(now)
    clock.take_back()
    assert clock.turn == BLACK
    assert clock.remaining(BLACK) == 100
    assert clock.remaining(WHITE) == 93
    assert clock.move_number() == 1


def test_bonus_after_take_back():
    clock = BlitzClock(Control(100, stages=(Stage(2, 50),)))
    now = play(clock, 0, 10)
    clock.pause(now)
    clock.take_back()
    play(clock, now, 10)
    assert clock.remaining(WHITE) == 90
    assert clock.until_bonus(WHITE) == 1


def test_take_back_of_bonus():
    clock = BlitzClock(Control(100, stages=(Stage(1, 50),)))
    now = play(clock, 0, 10)
    clock.pause(now)
    clock.take_back()
    assert clock.remaining(WHITE) == 100
    now = play(clock, now, 20)
    assert clock.remaining(WHITE) == 130


def test_take_back_while_running():
    clock = BlitzClock(Control(100))
    play(clock, 0, 10)
    with pytest.raises(RuntimeError):
        clock.take_back()


def test_display():
    clock = BlitzClock(Control(3700), Control(15))
    clock.start(0)
    assert clock.display(5) == "*1:01:35 | 15.0"


def test_show():
    assert show(90) == "1:30"
    assert show(9.54) == "9.5"
