import pytest

from log_throttle import LogThrottle


class Clock:
    now = 0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def lines():
    return []


@pytest.fixture
def throttle(lines, clock):
    return LogThrottle(lines.append, clock, interval=10)


def test_first(throttle, lines):
    assert throttle.log("disk full")
    assert lines == ["disk full"]


def test_too_soon(throttle, clock, lines):
    throttle.log("disk full")
    clock.now = 9
    assert not throttle.log("disk full")
    assert lines == ["disk full"]
    assert throttle.quiet() == {"disk full": 1}


def test_late_enough(throttle, clock, lines):
    throttle.log("disk full")
    clock.now = 10
    throttle.log("disk full")
    assert lines == ["disk full", "disk full"]
    assert throttle.quiet() == {}


def test_left_out_told(throttle, clock, lines):
    for clock.now in (0, 1, 2, 10):
        throttle.log("x")
    assert lines == ["x", "x (2 left out)"]


def test_told_once(throttle, clock, lines):
    for clock.now in (0, 1, 2, 10, 20):
        throttle.log("x")
    assert lines == ["x", "x (2 left out)", "x"]


def test_quiet_after_writing(throttle, clock):
    for clock.now in (0, 5, 30):
        throttle.log("x")
    assert throttle.quiet() == {}


def test_other_message(throttle, lines):
    throttle.log("x")
    assert throttle.log("y")
    assert lines == ["x", "y"]
