from datetime import datetime, timedelta

import pytest

from parking_meter import ParkingMeter, StayTooLong, Tariff


def at(hour, minute=0):
    return datetime(2024, 7, 1, hour, minute)


@pytest.fixture
def meter():
    return ParkingMeter(Tariff(hourly=120))


def test_pay(meter):
    assert meter.pay("ab 12", [50, 10], at(9)) == at(9, 30)
    assert meter.minutes_left("AB-12", at(9, 10)) == 20


def test_more_time(meter):
    meter.pay("AB12", [100, 20], at(9))
    assert meter.pay("AB12", [100, 20], at(9, 45)) == at(11)


def test_too_long(meter):
    meter.pay("AB12", [200], at(9))
    with pytest.raises(StayTooLong):
        meter.pay("AB12", [50], at(10))
    assert meter.takings() == 200


def test_comes_back_later(meter):
    meter.pay("AB12", [100, 20], at(9))
    assert meter.pay("AB12", [50, 10], at(14)) == at(14, 30)


def test_comes_back_after_longest_stay(meter):
    meter.pay("AB12", [200, 20, 20], at(9))
    assert meter.pay("AB12", [200], at(12)) == at(13, 40)
    assert meter.leave("AB12") == 200


def test_left_in_between(meter):
    meter.pay("AB12", [200], at(9))
    assert meter.leave("ab12") == 200
    assert meter.leave("ab12") == 0
    assert meter.pay("AB12", [200], at(9, 30)) == at(11, 10)


def test_check(meter):
    assert meter.check("AB12", at(9)) == 2500
    meter.pay("AB12", [50, 10], at(9))
    assert meter.check("AB12", at(9, 35)) == 0
    assert meter.check("AB12", at(9, 36)) == 2500


def test_parked(meter):
    meter.pay("B", [100], at(9))
    meter.pay("A", [100], at(9, 10))
    meter.pay("C", [20], at(9))
    assert meter.parked(at(9, 20)) == ["B", "A"]


def test_coins(meter):
    with pytest.raises(ValueError):
        meter.pay("A", [1, 50], at(9))
    with pytest.raises(ValueError):
        meter.pay("A", [10], at(9))
    meter.pay("A", [10, 10, 50], at(9))
    assert meter.empty() == {10: 2, 50: 1}
    assert meter.takings() == 0


def test_missing_for_longest(meter):
    assert meter.missing_for_longest("A") == 240
    meter.pay("A", [100], at(9))
    assert meter.missing_for_longest("A") == 140
    assert Tariff(90).price_of(timedelta(seconds=61)) == 3
