import pytest
from room_booking import BookingError, Ledger, Slot, parse_slot


def test_touching_is_symmetric():
    a, b = Slot(100, 200), Slot(200, 300)
    assert not a.overlaps(b)
    assert not b.overlaps(a)


def test_one_minute_overlap():
    a, b = Slot(100, 201), Slot(200, 300)
    assert a.overlaps(b) and b.overlaps(a)


def test_containment():
    assert Slot(0, 100).overlaps(Slot(10, 20))
    assert Slot(10, 20).overlaps(Slot(0, 100))
    assert Slot(10, 20).overlaps(Slot(10, 20))


def test_fill_the_day():
    led = Ledger(["A"])
    for h in range(8, 18):
        led.book("A", Slot(h * 60, h * 60 + 60), f"p{h}")
    assert led.gaps("A") == []
    assert led.first_free(1) is None


def test_fill_gap_exactly():
    led = Ledger(["A"])
    led.book("A", parse_slot("08:00-09:00"), "x")
    led.book("A", parse_slot("10:00-11:00"), "y")
    slot, room = led.first_free(60)
    led.book(room, slot, "z")
    assert led.occupant("A", 570) == "z"


def test_opening_hours():
    with pytest.raises(BookingError):
        Ledger(["A"]).book("A", Slot(470, 500), "x")


def test_bad_slot():
    with pytest.raises(ValueError):
        Slot(20, 20)
