import pytest

from washer import State, Washer, WasherError


@pytest.mark.parametrize(("minutes", "state"), [(1, State.FILLING), (5, State.WASHING), (50, State.RINSING)])
def test_goes_on_in_the_same_phase(minutes, state):
    washer = Washer()
    washer.start("cotton")
    washer.tick(minutes)
    washer.open_door()
    assert washer.state is State.PAUSED
    washer.close_door()
    assert washer.state is state
    assert washer.remaining() == 65 - minutes


def test_two_pauses():
    washer = Washer()
    washer.start("wool")
    for minutes in (2, 4):
        washer.tick(minutes)
        washer.open_door()
        washer.tick(100)
        washer.close_door()
    assert (washer.state, washer.minutes_left) == (State.WASHING, 17)


def test_open_door_twice():
    washer = Washer()
    washer.start("wool")
    washer.open_door()
    washer.open_door()
    washer.close_door()
    assert washer.state is State.FILLING


def test_no_start_while_paused():
    washer = Washer()
    washer.start("wool")
    washer.open_door()
    with pytest.raises(WasherError, match="paused"):
        washer.start("spin")


def test_close_door_when_idle():
    washer = Washer()
    washer.close_door()
    assert washer.state is State.IDLE
    washer.open_door()
    washer.close_door()
    assert washer.state is State.IDLE


def test_restart_after_done():
    washer = Washer()
    washer.start("spin")
    washer.tick(60)
    washer.start("wool")
    washer.tick(3)
    washer.open_door()
    washer.close_door()
    assert washer.running
    assert washer.state is State.WASHING
