import pytest

from door import ALARM, CLOSED, Door, IllegalEvent, LOCKED, OPEN, run


def test_force_then_reset():
    assert run(["force", "reset", "unlock"]) == (CLOSED, 0)


def test_force_when_open():
    assert Door(OPEN).fire("force") == ALARM


def test_alarm_stays():
    assert run(["force", "open", "close", "force"]) == (ALARM, 3)


def test_allowed_locked():
    assert Door(LOCKED).allowed() == ["force", "unlock"]
    assert Door(OPEN).allowed() == ["close", "force"]


def test_closed_refuses():
    for event in ("close", "unlock", "reset", "kick"):
        with pytest.raises(IllegalEvent):
            Door().fire(event)


def test_trail():
    d = Door()
    d.fire("force")
    assert d.trail == [CLOSED, ALARM]
