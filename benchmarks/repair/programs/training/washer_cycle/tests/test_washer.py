import pytest

from washer import State, Washer, WasherError


@pytest.fixture
def washer():
    return Washer()


def test_starts_with_filling(washer):
    washer.start("cotton")
    assert washer.state is State.FILLING
    assert washer.remaining() == 65


def test_phases_follow(washer):
    washer.start("cotton")
    seen = []
    for minutes in (3, 40, 12, 10):
        washer.tick(minutes)
        seen.append(washer.state)
    assert seen == [State.WASHING, State.RINSING, State.SPINNING, State.DONE]


def test_one_long_tick(washer):
    washer.start("wool")
    washer.tick(25)
    assert washer.state is State.RINSING
    assert washer.remaining() == 6


def test_unknown_program(washer):
    with pytest.raises(WasherError):
        washer.start("silk")


def test_cannot_start_twice(washer):
    washer.start("spin")
    with pytest.raises(WasherError, match="spinning"):
        washer.start("wool")


def test_door_is_locked_while_spinning(washer):
    washer.start("spin")
    with pytest.raises(WasherError, match="locked"):
        washer.open_door()


def test_door_pauses(washer):
    washer.start("wool")
    washer.tick(10)
    washer.open_door()
    washer.tick(30)
    assert washer.state is State.PAUSED
    assert washer.remaining() == 21


def test_closed_door_goes_on(washer):
    washer.start("wool")
    washer.tick(10)
    washer.open_door()
    washer.close_door()
    assert washer.state is State.WASHING
    washer.tick(13)
    assert washer.state is State.RINSING


def test_program_ends_after_a_pause(washer):
    washer.start("wool")
    washer.open_door()
    washer.close_door()
    washer.tick(31)
    assert washer.state is State.DONE


def test_emptied_machine_is_idle(washer):
    washer.start("spin")
    washer.tick(10)
    washer.open_door()
    assert washer.state is State.IDLE


def test_cancel_while_paused(washer):
    washer.start("wool")
    washer.open_door()
    washer.cancel()
    washer.close_door()
    assert washer.state is State.IDLE
    assert washer.remaining() == 0
