import pytest

from logkeeper import HOUR, Policy, RotatingLog


class Clock:
    now = 0

    def __call__(self):
        return self.now


def make(**policy):
    clock = Clock()
    return RotatingLog("x", Policy(**policy), clock), clock


@pytest.mark.parametrize("count", range(7))
def test_all_old_ones_go(count):
    log, clock = make(keep_age=10)
    for _ in range(count):
        log.rotate()
    clock.now = 11
    log.prune()
    assert log.names() == []
    assert len(log.removed) == count


def test_exact_age_stays():
    log, clock = make(keep_age=10)
    log.rotate()
    log.rotate()
    clock.now = 10
    log.prune()
    assert log.names() == ["x.001", "x.002"]
    clock.now = 11
    log.prune()
    assert log.names() == []


def test_old_and_new_mixed():
    log, clock = make(keep_age=10)
    for clock.now in (0, 1, 2, 50, 51):
        log.rotate()
    assert log.names() == ["x.004", "x.005"]
    assert log.removed == ["x.001", "x.002", "x.003"]


def test_age_and_count():
    log, clock = make(keep_age=10, keep_count=3)
    for clock.now in (0, 1, 2, 40, 41, 42, 43):
        log.rotate()
    assert log.names() == ["x.005", "x.006", "x.007"]


def test_pruned_when_writing():
    log, clock = make(max_age=HOUR, keep_age=2 * HOUR)
    for clock.now in (0, HOUR, 2 * HOUR, 20 * HOUR):
        log.write("line")
    assert log.names() == ["x.003"]
    assert log.total_size() == 10


def test_prune_twice():
    log, clock = make(keep_age=1)
    for _ in range(4):
        log.rotate()
    clock.now = 5
    log.prune()
    log.prune()
    assert log.removed == ["x.001", "x.002", "x.003", "x.004"]


def test_keep_none():
    log, _ = make(keep_count=0)
    assert log.rotate() == "x.001"
    assert log.names() == []


def test_write_after_prune():
    log, clock = make(keep_age=1)
    for _ in range(3):
        log.rotate()
    clock.now = 9
    log.write("a")
    assert log.rotate() == "x.004"
    assert log.names() == ["x.004"]
    assert log.tail(5) == ["a"]


def test_empty_file_is_not_rotated():
    log, clock = make(max_age=5, max_size=2)
    clock.now = 100
    log.write("very long")
    assert log.names() == []
