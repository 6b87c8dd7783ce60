import pytest

from door import ALARM, CLOSED, Door, IllegalEvent, LOCKED, OPEN, run


def test_starts_closed():
    assert Door().state == CLOSED


def test_open_close_cycle():
    d = Door()
    assert d.fire("open") == OPEN
    assert d.fire("close") == CLOSED


def test_locked_cannot_open():
    with pytest.raises(IllegalEvent):
        Door(LOCKED).fire("open")


def test_open_cannot_be_locked():
    with pytest.raises(IllegalEvent):
        Door(OPEN).fire("lock")


def test_force_from_shut_states():
    for state in (LOCKED, CLOSED):
        assert Door(state).fire("force") == ALARM


def test_reset_locks():
    assert Door(ALARM).fire("reset") == LOCKED


def test_allowed_when_closed():
    assert Door().allowed() == ["force", "lock", "open"]


def test_allowed_in_alarm():
    assert Door(ALARM).allowed() == ["reset"]


def test_listener():
    seen = []
    d = Door()
    d.on_change(lambda a, b: seen.append((a, b)))
    d.fire("lock")
    assert seen == [(CLOSED, LOCKED)]


def test_run_counts_refused():
    assert run(["lock", "open", "unlock", "open"]) == (OPEN, 1)
