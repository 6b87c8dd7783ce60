import pytest

from roombook import Conflict, RoomBook


def room(*bookings):
    r = RoomBook()
    for start, end, who in bookings:
        r.book(start, end, who)
    return r


def test_middle_leaves_two_parts():
    r = room(("9:00", "17:00", "ann"))
    assert r.cancel("12:00", "13:00") == 60
    assert r.listing() == ["9:00-12:00 ann", "13:00-17:00 ann"]


def test_two_holes():
    r = room(("9:00", "17:00", "ann"))
    r.cancel("10:00", "11:00")
    r.cancel("14:00", "15:00")
    assert r.listing() == ["9:00-10:00 ann", "11:00-14:00 ann", "15:00-17:00 ann"]


def test_free_after_hole():
    r = room(("8:00", "18:00", "ann"))
    r.cancel("12:00", "12:45")
    assert r.free() == ["12:00-12:45"]


def test_rest_is_still_booked():
    r = room(("9:00", "12:00", "ann"))
    r.cancel("10:00", "10:30")
    with pytest.raises(Conflict):
        r.book("11:00", "11:30", "ben")
    r.book("10:00", "10:30", "ben")
    assert r.listing() == ["9:00-10:00 ann", "10:00-10:30 ben", "10:30-12:00 ann"]


def test_start_only():
    r = room(("9:00", "12:00", "ann"))
    assert r.cancel("9:00", "10:00") == 60
    assert r.listing() == ["10:00-12:00 ann"]


def test_end_only():
    r = room(("9:00", "12:00", "ann"))
    assert r.cancel("11:00", "12:00") == 60
    assert r.listing() == ["9:00-11:00 ann"]


def test_over_everything():
    r = room(("9:00", "10:00", "ann"), ("11:00", "12:00", "ben"))
    assert r.cancel("8:00", "18:00") == 120
    assert r.listing() == []
    assert r.free() == ["8:00-18:00"]


def test_nothing_there():
    r = room(("9:00", "10:00", "ann"))
    assert r.cancel("10:00", "11:00") == 0
    assert r.listing() == ["9:00-10:00 ann"]


def test_neighbours_untouched():
    r = room(("8:00", "9:00", "x"), ("9:00", "12:00", "y"), ("12:00", "13:00", "z"))
    r.cancel("10:00", "11:00")
    assert r.listing() == ["8:00-9:00 x", "9:00-10:00 y", "11:00-12:00 y", "12:00-13:00 z"]


def test_cancel_again_frees_nothing():
    r = room(("9:00", "12:00", "ann"))
    r.cancel("10:00", "11:00")
    assert r.cancel("10:00", "11:00") == 0
    assert r.usage() == {"ann": 120}
