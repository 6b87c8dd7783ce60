import pytest

from locker import Locked, Locker


class Clock:
    now = 0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def locker(clock):
    found = Locker(clock)
    found.store("17")
    return found


def test_open(locker):
    assert locker.open("17")
    assert locker.state == "open"


def test_wrong(locker):
    assert not locker.open("18")
    assert locker.state == "full"


def test_full(locker):
    with pytest.raises(ValueError, match="full"):
        locker.store("1")


def test_three_wrong_tries(locker, clock):
    for _ in range(3):
        locker.open("0")
    with pytest.raises(Locked, match="60"):
        locker.open("17")
    clock.now = 60
    assert locker.open("17")


def test_tries_start_again_after_the_pause(locker, clock):
    for _ in range(3):
        locker.open("0")
    clock.now = 61
    assert not locker.open("0")
    assert locker.open("17")


def test_right_code_forgives(locker):
    locker.open("0")
    locker.open("0")
    locker.open("17")
    locker.close(taken=False)
    locker.open("0")
    assert locker.open("17")


def test_close(locker):
    locker.open("17")
    locker.close()
    assert locker.state == "empty" and locker.code is None


def test_close_a_closed_one(locker):
    with pytest.raises(ValueError):
        locker.close()
