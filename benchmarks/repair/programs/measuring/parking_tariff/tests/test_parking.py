from datetime import datetime, timedelta

import pytest

from parking import CITY, STATION, PayStation, charge_for_hours, price

NOON = datetime(2024, 2, 27, 12, 0)


def stay(tariff, **length):
    return price(tariff, NOON, NOON + timedelta(**length))


def test_short_stop_is_free():
    assert stay(CITY, minutes=10) == 0
    assert stay(STATION, minutes=20) == 0


def test_first_hour():
    assert stay(CITY, minutes=11) == 300
    assert stay(CITY, hours=1) == 300


def test_started_hours_count():
    assert stay(CITY, hours=1, minutes=1) == 500
    assert stay(CITY, hours=3) == 700


def test_no_hours():
    assert charge_for_hours(CITY, 0) == 0


def test_a_whole_day():
    assert stay(CITY, hours=24) == 1800


def test_long_evening():
    assert stay(CITY, hours=13, minutes=30) == 1800


def test_two_days_and_two_hours():
    assert stay(STATION, days=2, hours=2) == 900 * 2 + 250


def test_time_does_not_run_backwards():
    with pytest.raises(ValueError):
        price(CITY, NOON, NOON - timedelta(seconds=1))


def test_lost_ticket():
    station = PayStation(CITY)
    assert station.pay("T1", NOON) == 5000


def test_leaving():
    station = PayStation(CITY)
    station.enter("T1", NOON)
    assert not station.may_leave("T1", NOON)
    station.pay("T1", NOON + timedelta(hours=2))
    assert station.may_leave("T1", NOON + timedelta(hours=2, minutes=15))
    assert not station.may_leave("T1", NOON + timedelta(hours=2, minutes=16))
    assert station.takings == 500
