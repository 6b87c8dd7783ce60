import pytest

from booking import Room


@pytest.fixture
def room():
    r = Room("Blue")
    assert r.book("10:00", "11:00", "standup")
    return r


def test_conflict_inside(room):
    assert room.book("10:15", "10:45") is False


def test_conflict_partial(room):
    assert room.book("09:30", "10:01") is False
    assert room.book("10:59", "12:00") is False


def test_conflict_enclosing(room):
    assert room.book("09:00", "12:00") is False


def test_back_to_back_after(room):
    assert room.book("11:00", "12:00") is True


def test_back_to_back_before(room):
    assert room.book("09:00", "10:00") is True
    assert [b.start for b in room.bookings] == [540, 600]


def test_opening_hours(room):
    with pytest.raises(ValueError):
        room.book("07:30", "08:30")


def test_negative_length(room):
    with pytest.raises(ValueError):
        room.book("12:00", "12:00")


def test_free_slots(room):
    assert room.free_slots() == [("08:00", "10:00"), ("11:00", "18:00")]


def test_utilisation(room):
    assert room.utilisation() == pytest.approx(0.1)
