import pytest

from logkeeper import HOUR, Policy, RotatingLog


class Clock:
    def __init__(self):
        self.now = 0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_by_size(clock):
    log = RotatingLog("app", Policy(max_size=10), clock)
    for line in ("abcd", "efgh", "ij"):
        log.write(line)
    assert log.names() == ["app.001"]
    assert log.backups[0].lines == ["abcd", "efgh"]
    assert log.total_size() == 13


def test_size_is_in_bytes(clock):
    log = RotatingLog("app", Policy(max_size=8), clock)
    log.write("äää")
    log.write("x")
    assert log.names() == ["app.001"]


def test_by_age(clock):
    log = RotatingLog("app", Policy(max_age=HOUR), clock)
    log.write("a")
    clock.now = HOUR - 1
    log.write("b")
    clock.now = HOUR
    log.write("c")
    assert log.backups[0].lines == ["a", "b"]
    assert log.current.lines == ["c"]


def test_keep_count(clock):
    log = RotatingLog("app", Policy(keep_count=2), clock)
    for _ in range(4):
        log.rotate()
    assert log.names() == ["app.003", "app.004"]
    assert log.removed == ["app.001", "app.002"]


def test_keep_age_one_by_one(clock):
    log = RotatingLog("app", Policy(keep_age=10), clock)
    for clock.now in (0, 8, 16):
        log.rotate()
    assert log.names() == ["app.002", "app.003"]


def test_keep_age_after_a_pause(clock):
    log = RotatingLog("app", Policy(keep_age=10), clock)
    for clock.now in (0, 1, 2, 3):
        log.rotate()
    clock.now = 100
    log.prune()
    assert log.names() == []
    assert log.removed == ["app.001", "app.002", "app.003", "app.004"]


def test_search(clock):
    log = RotatingLog("app", Policy(), clock)
    log.write("Error one")
    log.rotate()
    log.write("fine")
    log.write("an error")
    assert log.search("error") == [("app.001", "Error one"), ("app", "an error")]


def test_tail(clock):
    log = RotatingLog("app", Policy(max_size=4), clock)
    for line in "abcde":
        log.write(line)
    assert log.tail(2) == ["d", "e"]
    assert log.tail(4) == ["b", "c", "d", "e"]
    assert log.tail(9) == list("abcde")
