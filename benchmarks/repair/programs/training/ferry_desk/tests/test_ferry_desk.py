import pytest

from ferry_desk import FullError, TicketOffice, fare


@pytest.fixture
def office():
    office = TicketOffice()
    office.add_sailing("M1", 10, 20)
    office.add_sailing("M2", 4, 5)
    return office


def test_book(office):
    assert office.book("M1", "Olsen", 2, 1, 5) == 1
    assert office.sailings["M1"].seats_left == 7
    assert office.sailings["M1"].deck_left == 15


def test_full(office):
    with pytest.raises(FullError):
        office.book("M2", "Berg", 5)
    with pytest.raises(FullError):
        office.book("M2", "Berg", 1, metres=6)


def test_cancel(office):
    number = office.book("M1", "Olsen", 2)
    office.cancel(number)
    assert office.sailings["M1"].seats_left == 10
    assert office.bookings == {}


def test_rebook(office):
    number = office.book("M1", "Olsen", 2, 1, 5)
    office.rebook(number, "M2")
    assert office.sailings["M2"].seats_left == 1
    assert office.manifest("M2") == ["Olsen: 3"]
    assert office.bookings[number].sailing == "M2"


def test_rebook_gives_places_back(office):
    number = office.book("M1", "Olsen", 2, 1, 5)
    office.book("M1", "Dahl", 1)
    office.rebook(number, "M2")
    assert office.manifest("M1") == ["Dahl: 1"]
    assert office.sailings["M1"].seats_left == 9


def test_rebook_to_full_sailing(office):
    number = office.book("M1", "Olsen", 5)
    with pytest.raises(FullError):
        office.rebook(number, "M2")
    assert office.manifest("M1") == ["Olsen: 5"]
    assert office.manifest("M2") == []


def test_fares():
    assert fare(2, 1) == 2900
    assert fare(0, 2) == 2400
    assert fare(1, metres=5) == 5700
    assert fare(1, return_leg=True) == 1080


def test_revenue(office):
    office.book("M1", "Olsen", 1)
    office.book("M2", "Berg", 1, 1)
    assert office.revenue() == 2900
