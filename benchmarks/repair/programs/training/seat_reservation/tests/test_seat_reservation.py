import pytest

from seat_reservation import BoxOffice, SoldOut
from seats import Hall


@pytest.fixture
def office():
    hall = Hall([("A", "gold", 4), ("B", "silver", 4), ("C", "silver", 3)])
    return BoxOffice(hall, {"gold": 3000, "silver": 2000})


def test_front_first(office):
    r = office.reserve("ann", 3)
    assert r.label() == "A1, A2, A3"
    assert r.price == 9000


def test_side_by_side(office):
    office.reserve("ann", 3)
    assert office.reserve("bob", 2).label() == "B1, B2"


def test_category(office):
    r = office.reserve("ann", 2, "silver")
    assert r.label() == "B1, B2"
    assert r.price == 4000


def test_split_within_category(office):
    office.reserve("ann", 3, "silver")
    r = office.reserve("bob", 4, "silver", split=True)
    assert r.label() == "B4, C1, C2, C3"
    assert office.hall.free_seats("gold") == 4


def test_no_split(office):
    office.reserve("ann", 3)
    with pytest.raises(SoldOut):
        office.reserve("bob", 5)


def test_split(office):
    assert office.reserve("ann", 6, split=True).label() == "A1, A2, A3, A4, B1, B2"


def test_cancel(office):
    r = office.reserve("ann", 4)
    assert office.cancel(r.number) == 12000
    assert office.hall.free_seats() == 11
    assert office.revenue() == 0


def test_group_discount(office):
    assert office.reserve("ann", 10, split=True).price == 21600


def test_quote(office):
    assert office.quote(3, "silver") == 6000
    assert office.quote(5, "silver") is None


def test_unknown_category(office):
    with pytest.raises(ValueError):
        office.reserve("ann", 1, "tin")
