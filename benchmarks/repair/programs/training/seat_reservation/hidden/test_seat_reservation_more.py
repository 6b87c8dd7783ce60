import pytest

from seat_reservation import BoxOffice, SoldOut
from seats import Hall


@pytest.fixture
def office():
    hall = Hall([("A", "x", 2), ("B", "y", 3), ("C", "x", 3), ("D", "z", 1)])
    return BoxOffice(hall, {"x": 10, "y": 20, "z": 30})


def test_last_category(office):
    assert office.reserve("g", 1, "z").label() == "D1"


def test_category_sold_out(office):
    office.reserve("g", 1, "z")
    with pytest.raises(SoldOut):
        office.reserve("h", 1, "z")
    assert office.hall.free_seats() == 8


def test_category_too_small_side_by_side(office):
    with pytest.raises(SoldOut):
        office.reserve("g", 4, "x")


def test_category_too_small_for_split(office):
    with pytest.raises(SoldOut):
        office.reserve("g", 4, "y", split=True)
    assert office.revenue() == 0


def test_skips_rows_between(office):
    assert office.reserve("g", 3, "x").label() == "C1, C2, C3"


def test_split_skips_rows_between(office):
    r = office.reserve("g", 5, "x", split=True)
    assert r.label() == "A1, A2, C1, C2, C3"
    assert r.price == 50


def test_split_prefers_side_by_side(office):
    assert office.reserve("g", 3, "x", split=True).label() == "C1, C2, C3"


def test_without_category(office):
    assert office.reserve("g", 3).label() == "B1, B2, B3"
    assert office.reserve("g", 4, split=True).label() == "A1, A2, C1, C2"


def test_price_equals_quote(office):
    quote = office.quote(2, "y")
    assert office.reserve("g", 2, "y").price == quote == 40


def test_gap_after_cancel(office):
    first = office.reserve("g", 1, "y")
    office.reserve("h", 1, "y")
    office.cancel(first.number)
    with pytest.raises(SoldOut):
        office.reserve("i", 2, "y")
    assert office.reserve("i", 2, "y", split=True).label() == "B1, B3"


def test_numbers(office):
    a, b = office.reserve("g", 1), office.reserve("g", 1, "y")
    assert (a.number, b.number) == (1, 2)
    assert office.of_guest("g") == ["A1", "B1"]


def test_bad_count(office):
    with pytest.raises(ValueError):
        office.reserve("g", 0, "x")
