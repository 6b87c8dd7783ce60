from datetime import datetime, timedelta

import pytest

from garage_fees import Garage, Tariff, started_minutes

START = datetime(2024, 5, 30, 18, 30)


@pytest.mark.parametrize("stay, minutes", [
    (timedelta(0), 0),
    (timedelta(seconds=1), 1),
    (timedelta(seconds=60), 1),
    (timedelta(hours=23, minutes=59), 1439),
    (timedelta(days=1), 1440),
    (timedelta(days=1, seconds=1), 1441),
    (timedelta(days=10, hours=2), 14520),
])
def test_started_minutes(stay, minutes):
    assert started_minutes(START, START + stay) == minutes


def test_exactly_a_day():
    g = Garage(1)
    g.enter("x", START)
    assert g.leave("x", START + timedelta(days=1)) == 2000


def test_day_and_few_minutes():
    g = Garage(1)
    g.enter("x", START)
    assert g.leave("x", START + timedelta(days=1, minutes=5)) == 2250


def test_rest_is_capped():
    g = Garage(1)
    g.enter("x", START)
    assert g.leave("x", START + timedelta(days=3, hours=20)) == 8000


def test_month_boundary():
    g = Garage(1, Tariff(day_cap=1000))
    g.enter("x", START)
    assert g.due("x", datetime(2024, 6, 2, 18, 30)) == 3000


def test_free_day_given():
    g = Garage(1)
    g.enter("x", START)
    g.validate("x", 24 * 60)
    assert g.due("x", START + timedelta(days=1, hours=1)) == 250


def test_lost_ticket_after_long_stay():
    g = Garage(1)
    g.enter("x", START)
    assert g.leave("x", START + timedelta(days=5), lost_ticket=True) == 10000


def test_overstayed_order():
    g = Garage(5)
    g.enter("b", START)
    g.enter("a", START)
    g.enter("c", START - timedelta(days=2))
    g.enter("d", START + timedelta(hours=5))
    assert g.overstayed(START + timedelta(days=1, hours=1), 1) == ["C", "A", "B"]


def test_overstayed_not_at_the_limit():
    g = Garage(1)
    g.enter("b", START)
    assert g.overstayed(START + timedelta(days=2), 2) == []
    assert g.overstayed(START + timedelta(days=2, minutes=1), 2) == ["B"]


def test_visits_and_revenue():
    g = Garage(1)
    for days in (1, 2):
        g.enter("x", START)
        g.leave("X", START + timedelta(days=days))
    assert g.visits["X"] == 2
    assert g.revenue == 6000
