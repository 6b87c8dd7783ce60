import pytest

from blitz_clock import BLACK, WHITE, BlitzClock, Control, Stage


def play(clock, now, *seconds):
    clock.start(now)
    for used in seconds:
        now += used
        clock.press(now)
    return now


def back(clock, now, times=1):
    clock.pause(now)
    for _ in range(times):
        clock.take_back()


CONTROL = Control(100, 1, (Stage(2, 30), Stage(4, 60)))


def test_until_bonus_start():
    clock = BlitzClock(CONTROL)
    assert clock.until_bonus(WHITE) == 2
    assert clock.until_bonus(BLACK) == 2


def test_until_bonus_after_take_back():
    clock = BlitzClock(CONTROL)
    now = play(clock, 0, 1)
    back(clock, now)
    assert clock.until_bonus(WHITE) == 2
    assert clock.until_bonus(BLACK) == 2


def test_take_back_of_black():
    clock = BlitzClock(CONTROL)
    now = play(clock, 0, 1, 1, 1)
    assert clock.until_bonus(WHITE) == 2
    back(clock, now, 2)
    assert clock.until_bonus(WHITE) == 1
    assert clock.until_bonus(BLACK) == 2
    assert clock.turn == BLACK


def test_all_back():
    clock = BlitzClock(CONTROL)
    now = play(clock, 0, 5, 5, 5, 5)
    back(clock, now, 4)
    assert clock.remaining(WHITE) == clock.remaining(BLACK) == 100
    assert clock.until_bonus(WHITE) == clock.until_bonus(BLACK) == 2
    assert clock.move_number() == 1


def test_replayed_game_has_same_times():
    clock = BlitzClock(CONTROL)
    now = play(clock, 0, 3, 4, 5, 6)
    times = clock.remaining(WHITE), clock.remaining(BLACK)
    back(clock, now, 4)
    play(clock, now, 3, 4, 5, 6)
    assert (clock.remaining(WHITE), clock.remaining(BLACK)) == times


def test_second_stage_after_take_back():
    clock = BlitzClock(CONTROL)
    now = play(clock, 0, 1, 1, 1, 1, 1)
    back(clock, now)
    play(clock, now, 1)
    assert clock.until_bonus(WHITE) == 1
    assert clock.remaining(WHITE) == 130


def test_black_bonus_comes_on_time():
    clock = BlitzClock(CONTROL)
    now = play(clock, 0, 1, 1)
    back(clock, now)
    now = play(clock, now, 1, 1)
    assert clock.remaining(BLACK) == 100
    play(clock, now, 1)
    assert clock.remaining(BLACK) == 130


def test_nothing_to_take_back():
    with pytest.raises(IndexError):
        BlitzClock(CONTROL).take_back()


def test_take_back_without_stages():
    clock = BlitzClock(Control(50, 2))
    now = play(clock, 0, 10)
    back(clock, now)
    assert clock.remaining(WHITE) == 50
    assert clock.until_bonus(WHITE) is None


def test_added_time():
    clock = BlitzClock(Control(50))
    clock.add_time(BLACK, 60)
    assert clock.remaining(BLACK) == 110
    assert clock.display() == "*0:50 | 1:50"
