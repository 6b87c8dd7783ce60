from datetime import datetime, timedelta

import pytest

from parking_meter import ParkingMeter, StayTooLong, Tariff


def at(hour, minute=0, day=8):
    return datetime(2024, 7, day, hour, minute)


@pytest.fixture
def meter():
    return ParkingMeter(Tariff(hourly=60, longest=timedelta(hours=3)))


def test_first_stay(meter):
    assert meter.pay("x", [50, 10], at(10)) == at(11)


def test_extension_counts_from_end(meter):
    meter.pay("x", [50, 10], at(10))
    assert meter.pay("x", [20], at(10, 1)) == at(11, 20)
    assert meter.leave("x") == 80


def test_extension_just_before_end(meter):
    meter.pay("x", [100], at(10))
    with pytest.raises(StayTooLong):
        meter.pay("x", [100], at(11, 39))


def test_new_stay_next_day(meter):
    meter.pay("x", [100, 50], at(10))
    assert meter.pay("x", [100, 50], at(10, day=9)) == at(12, 30, day=9)
    assert meter.minutes_left("x", at(11, day=9)) == 90


def test_new_stay_pays_for_itself(meter):
    meter.pay("x", [100], at(10))
    meter.pay("x", [20], at(15))
    assert meter.leave("x") == 20
    assert meter.takings() == 120


def test_new_stay_has_full_length(meter):
    meter.pay("x", [100], at(10))
    meter.pay("x", [20], at(15))
    assert meter.missing_for_longest("x") == 160
    assert meter.pay("x", [100, 50, 10], at(15, 10)) == at(18)


def test_new_stay_may_not_be_too_long(meter):
    meter.pay("x", [20], at(10))
    with pytest.raises(StayTooLong):
        meter.pay("x", [200], at(15))
    assert meter.takings() == 20


def test_third_stay(meter):
    for hour in (8, 12, 16):
        assert meter.pay("x", [100, 20], at(hour)) == at(hour + 2)


def test_fine_after_new_stay(meter):
    meter.pay("x", [20], at(10))
    meter.pay("x", [20], at(15))
    assert meter.check("x", at(15, 20)) == 0
    assert meter.check("x", at(15, 26)) == 2500


def test_parked_after_return(meter):
    meter.pay("x", [20], at(10))
    meter.pay("y", [50], at(14, 50))
    meter.pay("x", [20], at(15))
    assert meter.parked(at(15, 10)) == ["X", "Y"]


def test_other_car_is_not_touched(meter):
    meter.pay("x", [20], at(10))
    meter.pay("y", [100], at(10))
    meter.pay("x", [20], at(11))
    assert meter.minutes_left("y", at(11)) == 40
