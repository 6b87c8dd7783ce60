from datetime import date

import pytest

from route_fares import FareTable, Trip


def day(n):
    return date(2024, 3, n)


@pytest.fixture
def fares():
    table = FareTable(cap=500)
    table.add_route("1", "ABCDEF", [(4, 200), (2, 130)])
    table.add_route("2", "BDG", [(1, 110), (9, 250)])
    table.add_rider("child", 50)
    return table


def test_bands(fares):
    assert fares.fare("1", "A", "C") == 130
    assert fares.fare("1", "D", "A") == 200
    assert fares.fare("1", "A", "F") == 200
    assert fares.fare("1", "A", "A") == 0


def test_not_on_route(fares):
    with pytest.raises(LookupError):
        fares.fare("1", "A", "G")


def test_discount_rounds_up(fares):
    assert fares.fare("1", "A", "B", "child") == 65
    assert fares.fare("2", "B", "D", "child") == 55


def test_cheapest(fares):
    assert fares.cheapest("D", "B") == (110, "2")
    assert fares.cheapest("A", "C") == (130, "1")
    assert fares.cheapest("A", "G") is None


def test_bill_below_cap(fares):
    trips = [Trip(day(1), "1", "A", "C"), Trip(day(1), "2", "B", "G")]
    assert fares.bill(trips) == 380
    assert fares.bill([]) == 0


def test_bill_of_one_day_is_capped(fares):
    assert fares.bill([Trip(day(1), "1", "A", "F")] * 3) == 500


def test_bill_of_two_days(fares):
    trips = [Trip(day(1), "1", "A", "F")] * 3 + [Trip(day(2), "1", "A", "F")]
    assert fares.bill(trips) == 700


def test_bill_of_two_expensive_days(fares):
    trips = [Trip(day(n), "2", "B", "G") for n in (1, 2, 1, 2, 1, 2)]
    assert fares.bill(trips) == 1000
    assert fares.bill(trips, "child") == 500


def test_no_cap(fares):
    fares.cap = None
    assert fares.bill([Trip(day(1), "1", "A", "F")] * 4) == 800


def test_busiest_day(fares):
    trips = [Trip(day(3), "1", "A", "F"), Trip(day(2), "1", "A", "F"), Trip(day(1), "1", "A", "B")]
    assert fares.busiest_day(trips) == day(2)
    assert fares.busiest_day([]) is None


def test_table(fares):
    assert fares.table("2") == [[0, 110, 250], [110, 0, 110], [250, 110, 0]]
