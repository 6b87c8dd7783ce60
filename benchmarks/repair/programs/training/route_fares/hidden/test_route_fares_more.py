from datetime import date

import pytest

from route_fares import FareTable, Trip


@pytest.fixture
def fares():
    table = FareTable(cap=300)
    table.add_route("x", "AB", [(1, 100)])
    table.add_rider("senior", 30)
    return table


def trips(*counts):
    """That many trips on the 1st, the 2nd, ... of the month."""
    return [Trip(date(2024, 6, n), "x", "A", "B") for n, c in enumerate(counts, 1) for _ in range(c)]


@pytest.mark.parametrize("counts, total", [
    ((3,), 300), ((4,), 300), ((2, 2), 400),
    ((5, 5), 600), ((1, 1, 1, 1, 1), 500),
])
def test_adult(fares, counts, total):
    assert fares.bill(trips(*counts)) == total


def test_senior_cap_is_reduced(fares):
    assert fares.bill(trips(5), "senior") == 210


def test_senior_two_days(fares):
    assert fares.bill(trips(5, 2), "senior") == 210 + 140


def test_order_of_trips(fares):
    assert fares.bill(list(reversed(trips(5, 1, 4)))) == 700


def test_mixed_order(fares):
    many = trips(4, 4)
    assert fares.bill(many[::2] + many[1::2]) == 600


def test_same_day_of_another_month(fares):
    more = trips(4) + [Trip(date(2024, 7, 1), "x", "A", "B")]
    assert fares.bill(more) == 400


def test_no_cap_many_days(fares):
    fares.cap = None
    assert fares.bill(trips(5, 5)) == 1000


def test_free_rides(fares):
    assert fares.bill([Trip(date(2024, 6, 1), "x", "A", "A")] * 9) == 0


def test_generator(fares):
    assert fares.bill(t for t in trips(4, 1)) == 400


def test_busiest_day_ignores_cap(fares):
    assert fares.busiest_day(trips(4, 5)) == date(2024, 6, 2)
