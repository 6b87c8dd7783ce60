import pytest

from roombook import Conflict, RoomBook


@pytest.fixture
def room():
    r = RoomBook()
    r.book("13:00", "15:00", "ben")
    r.book("9:00", "12:00", "ann")
    return r


def test_listing(room):
    assert room.listing() == ["9:00-12:00 ann", "13:00-15:00 ben"]


def test_conflict(room):
    with pytest.raises(Conflict):
        room.book("11:00", "13:00", "cleo")
    room.book("12:00", "13:00", "cleo")
    assert room.usage() == {"ann": 180, "cleo": 60, "ben": 120}


def test_opening_hours(room):
    with pytest.raises(Conflict):
        room.book("7:30", "8:30", "cleo")


def test_free(room):
    assert room.free() == ["8:00-9:00", "12:00-13:00", "15:00-18:00"]
    assert room.free(at_least=90) == ["15:00-18:00"]


def test_cancel_whole(room):
    assert room.cancel("9:00", "12:00") == 180
    assert room.listing() == ["13:00-15:00 ben"]


def test_cancel_ends(room):
    assert room.cancel("11:00", "14:00") == 120
    assert room.listing() == ["9:00-11:00 ann", "14:00-15:00 ben"]


def test_cancel_in_the_middle(room):
    assert room.cancel("10:00", "10:30") == 30
    assert room.who_at("10:15") is None
    assert room.who_at("11:00") == "ann"
    assert room.usage() == {"ann": 150, "ben": 120}


def test_who_at(room):
    assert [room.who_at(t) for t in ("9:00", "12:00", "14:59")] == ["ann", None, "ben"]


def test_bad_span(room):
    with pytest.raises(ValueError):
        room.cancel("10:00", "10:00")
