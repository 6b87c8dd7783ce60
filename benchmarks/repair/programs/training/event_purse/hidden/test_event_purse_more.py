import pytest

from event_purse import EventPurse, PurseError
from events import Event, PurseState


@pytest.fixture
def purse():
    purse = EventPurse(every=2)
    purse.deposit(100)
    purse.hold("a", 10)
    return purse


def test_copy_is_independent():
    state = PurseState(5, {"x": 1})
    other = state.copy()
    other.apply(Event("held", 2, "y"))
    other.apply(Event("deposited", 7))
    assert state == PurseState(5, {"x": 1})
    assert other == PurseState(12, {"x": 1, "y": 2})


def test_copy_keeps_everything():
    state = PurseState(0, {}, True)
    assert state.copy() == state
    assert state.copy() is not state


def test_later_hold_is_not_in_the_snapshot(purse):
    purse.hold("b", 20)
    assert purse.state_at(2).holds == {"a": 10}
    assert purse.state_at(3).holds == {"a": 10, "b": 20}


def test_looking_back_changes_nothing(purse):
    purse.hold("b", 20)
    purse.release("a")
    purse.state_at(3)
    purse.state_at(3)
    assert purse.state.holds == {"b": 20}
    assert purse.state_at(2).holds == {"a": 10}
    assert purse.state_at(3).available == 70


def test_result_of_state_at_may_be_changed(purse):
    purse.state_at(2).holds.clear()
    assert purse.state_at(2).holds == {"a": 10}
    assert purse.state.holds == {"a": 10}


def test_capture_in_the_past(purse):
    purse.capture("a")
    purse.deposit(1)
    assert [purse.state_at(v).available for v in (1, 2, 3, 4)] == [100, 90, 90, 91]


def test_undo_capture(purse):
    purse.capture("a")
    purse.undo()
    assert purse.state == PurseState(100, {"a": 10})
    purse.release("a")
    assert purse.state.available == 100


def test_repeated_undo(purse):
    purse.hold("b", 5)
    purse.hold("c", 5)
    for _ in range(3):
        purse.undo()
    assert purse.state == PurseState(100)
    purse.undo()
    assert purse.version == 0
    with pytest.raises(PurseError):
        purse.undo()


def test_same_states_with_and_without_snapshots():
    purses = [EventPurse(every=1), EventPurse(every=3), EventPurse(every=100)]
    for p in purses:
        p.deposit(50)
        p.hold("x", 10)
        p.hold("y", 20)
        p.capture("x")
        p.release("y")
        p.withdraw(40)
        p.close()
    for v in range(8):
        assert purses[0].state_at(v) == purses[1].state_at(v) == purses[2].state_at(v)


def test_hold_twice(purse):
    with pytest.raises(PurseError):
        purse.hold("a", 1)
    purse.release("a")
    purse.hold("a", 1)
    assert purse.state.available == 99


def test_unknown_event():
    with pytest.raises(ValueError):
        PurseState().apply(Event("stolen", 1))
