import pytest

from chess_clock import BLACK, WHITE, ChessClock, ClockError, State


class Time:
    def __init__(self):
        self.seconds = 1000.0

    def __call__(self):
        return self.seconds

    def passes(self, seconds):
        self.seconds += seconds


@pytest.fixture
def time():
    return Time()


def test_only_one_side_runs(time):
    clock = ChessClock(time, 60)
    clock.start()
    time.passes(10)
    assert (clock.left(WHITE), clock.left(BLACK)) == (50, 60)


def test_press(time):
    clock = ChessClock(time, 60)
    clock.start()
    time.passes(10)
    clock.press()
    time.passes(5)
    clock.press()
    assert (clock.left(WHITE), clock.left(BLACK)) == (50, 55)
    assert clock.turn == WHITE
    assert clock.sides[BLACK].moves == 1


def test_increment(time):
    clock = ChessClock(time, 60, increment=3)
    clock.start()
    time.passes(10)
    clock.press()
    assert clock.left(WHITE) == 53


def test_flag(time):
    clock = ChessClock(time, 60)
    clock.start()
    time.passes(61)
    clock.press()
    assert (clock.state, clock.loser, clock.left(WHITE)) == (State.FLAGGED, WHITE, 0)


def test_flag_within_the_increment(time):
    clock = ChessClock(time, 60, increment=5)
    clock.start()
    time.passes(62)
    clock.press()
    assert clock.loser == WHITE
    assert clock.sides[WHITE].moves == 0


def test_no_time_after_the_flag(time):
    clock = ChessClock(time, 10, increment=2)
    clock.start()
    time.passes(12)
    clock.press()
    assert clock.left(WHITE) == 0
    with pytest.raises(ClockError):
        clock.press()


def test_pause(time):
    clock = ChessClock(time, 60, increment=5)
    clock.start()
    time.passes(10)
    clock.pause()
    time.passes(100)
    assert clock.left(WHITE) == 50
    clock.start()
    time.passes(1)
    assert clock.left(WHITE) == 49


def test_flag_at_the_pause(time):
    clock = ChessClock(time, 60)
    clock.start()
    time.passes(60)
    clock.pause()
    assert clock.state is State.FLAGGED


@pytest.mark.parametrize("action", ["press", "pause"])
def test_not_running(time, action):
    with pytest.raises(ClockError):
        getattr(ChessClock(time), action)()


def test_text(time):
    clock = ChessClock(time, 125)
    clock.start()
    time.passes(66)
    assert str(clock) == "0:59  2:05"
