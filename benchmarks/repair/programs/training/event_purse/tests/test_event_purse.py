import pytest

from event_purse import EventPurse, PurseError


@pytest.fixture
def purse():
    purse = EventPurse(every=2)
    purse.deposit(100)
    return purse


def test_deposit_and_withdraw(purse):
    purse.withdraw(30)
    assert purse.state.balance == 70
    assert purse.version == 2


def test_hold(purse):
    purse.hold("hotel", 80)
    assert purse.state.available == 20
    with pytest.raises(PurseError):
        purse.withdraw(21)


def test_capture(purse):
    purse.hold("hotel", 80)
    purse.capture("hotel")
    assert purse.state.balance == 20
    assert purse.state.available == 20


def test_state_at(purse):
    purse.deposit(10)
    purse.deposit(5)
    purse.withdraw(50)
    assert [purse.state_at(v).balance for v in range(5)] == [0, 100, 110, 115, 65]


def test_snapshots_are_taken(purse):
    purse.deposit(10)
    purse.deposit(10)
    assert sorted(purse.snapshots) == [2]


def test_old_state_of_holds(purse):
    purse.hold("hotel", 80)
    purse.release("hotel")
    assert purse.state_at(2).available == 20
    assert purse.state_at(3).available == 100


def test_undo_release(purse):
    purse.hold("hotel", 80)
    purse.release("hotel")
    purse.undo()
    assert purse.state.holds == {"hotel": 80}
    purse.capture("hotel")
    assert purse.state.balance == 20


def test_undo_deposit(purse):
    purse.deposit(10)
    purse.undo()
    assert purse.state.balance == 100
    assert purse.snapshots == {}


def test_close(purse):
    with pytest.raises(PurseError):
        purse.close()
    purse.withdraw(100)
    purse.close()
    with pytest.raises(PurseError):
        purse.deposit(1)


def test_unknown_version(purse):
    with pytest.raises(PurseError):
        purse.state_at(2)
