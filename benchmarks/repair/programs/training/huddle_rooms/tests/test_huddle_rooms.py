import pytest

from huddle_rooms import Building, Conflict, Room, clock


@pytest.fixture
def room():
    r = Room("Oslo", 6, ["screen"])
    r.book("standup", clock("9:00"), clock("9:30"))
    r.book("review", clock("13:00"), clock("15:00"))
    return r


def test_is_free(room):
    assert room.is_free(clock("9:30"), clock("13:00"))
    assert not room.is_free(clock("9:15"), clock("9:45"))
    assert not room.is_free(clock("17:30"), clock("18:30"))


def test_conflict(room):
    with pytest.raises(Conflict):
        room.book("chat", clock("14:00"), clock("14:10"))


def test_cleanup():
    r = Room("Lab", 4, cleanup=15)
    r.book("a", clock("10:00"), clock("11:00"))
    assert not r.is_free(clock("11:10"), clock("12:00"))
    assert r.is_free(clock("11:15"), clock("12:00"))


def test_next_start_in_gap(room):
    assert room.next_start(60) == clock("8:00")
    assert room.next_start(90) == clock("9:30")
    assert room.next_start(240) is None


def test_next_start_after_now(room):
    assert room.next_start(60, clock("11:00")) == clock("11:00")
    assert room.next_start(60, clock("12:30")) == clock("15:00")


def test_next_start_during_meeting(room):
    assert room.next_start(60, clock("13:20")) == clock("15:00")


def test_next_start_late(room):
    assert room.next_start(30, clock("16:00")) == clock("16:00")
    assert room.next_start(30, clock("17:45")) is None


def test_cancel(room):
    assert room.cancel("review") == 1
    assert room.cancel("review") == 0
    assert room.used() == 5


def test_free_rooms(room):
    b = Building([room, Room("Rome", 10), Room("Bonn", 4)])
    assert b.free_rooms(clock("14:00"), clock("14:30")) == ["Bonn", "Rome"]
    assert b.free_rooms(clock("10:00"), clock("10:30"), 5) == ["Oslo", "Rome"]
    assert b.free_rooms(clock("10:00"), clock("10:30"), 1, ["screen"]) == ["Oslo"]


def test_soonest(room):
    other = Room("Rome", 10)
    other.book("talk", clock("8:00"), clock("12:00"))
    b = Building([room, other])
    assert b.soonest(120) == ("09:30", "Oslo")
    assert b.soonest(120, people=8) == ("12:00", "Rome")
    assert b.soonest(60, people=20) is None
