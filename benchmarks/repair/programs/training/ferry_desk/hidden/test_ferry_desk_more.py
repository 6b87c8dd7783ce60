import pytest

from ferry_desk import FullError, TicketOffice, fare


def make():
    office = TicketOffice()
    office.add_sailing("A", 6, 10)
    office.add_sailing("B", 6, 10)
    return office


def test_deck_is_free_again():
    o = make()
    n = o.book("A", "x", 1, metres=10)
    o.rebook(n, "B")
    assert o.sailings["A"].deck_left == 10
    assert o.sailings["B"].deck_left == 0


def test_seats_can_be_booked_again():
    o = make()
    n = o.book("A", "x", 6)
    o.rebook(n, "B")
    assert o.book("A", "y", 6) == 2


def test_there_and_back():
    o = make()
    n = o.book("A", "x", 3)
    o.rebook(n, "B")
    o.rebook(n, "A")
    assert o.manifest("A") == ["x: 3"]
    assert o.manifest("B") == []


def test_cancel_after_rebook():
    o = make()
    n = o.book("A", "x", 3)
    o.rebook(n, "B")
    o.cancel(n)
    assert o.sailings["A"].seats_left == 6
    assert o.sailings["B"].seats_left == 6


def test_same_sailing_stays():
    o = make()
    n = o.book("A", "x", 4)
    o.rebook(n, "A")
    assert o.manifest("A") == ["x: 4"]


def test_full_target_keeps_all():
    o = make()
    n = o.book("A", "x", 4)
    o.book("B", "y", 3)
    with pytest.raises(FullError):
        o.rebook(n, "B")
    assert o.bookings[n].sailing == "A"
    assert o.sailings["A"].seats_left == 2


def test_unknown_target():
    o = make()
    n = o.book("A", "x", 4)
    with pytest.raises(KeyError):
        o.rebook(n, "Z")
    assert o.manifest("A") == ["x: 4"]


def test_revenue_after_rebook():
    o = make()
    n = o.book("A", "x", 1)
    o.rebook(n, "B")
    assert o.revenue() == fare(1)


def test_manifest_order():
    o = make()
    o.book("A", "b", 1)
    o.book("A", "a", 2)
    assert o.manifest("A") == ["a: 2", "b: 1"]
