from datetime import datetime

import pytest

from garage_fees import Garage, Tariff, receipt, started_minutes


def at(day, hour, minute=0):
    return datetime(2024, 3, day, hour, minute)


@pytest.fixture
def garage():
    g = Garage(2)
    g.enter("ab-12", at(4, 10))
    return g


def test_tariff():
    tariff = Tariff()
    assert tariff.fee(15) == 0
    assert tariff.fee(16) == 250
    assert tariff.fee(61) == 500
    assert tariff.fee(12 * 60) == 2000


def test_short_stay(garage):
    assert garage.leave("AB 12", at(4, 10, 10)) == 0
    assert garage.free_places == 2


def test_hours(garage):
    assert garage.due("AB12", at(4, 12, 5)) == 750
    assert garage.leave("AB12", at(4, 12, 5)) == 750
    assert garage.revenue == 750


def test_over_midnight(garage):
    garage.enter("late", at(4, 22))
    assert garage.leave("late", at(5, 1)) == 750


def test_two_days(garage):
    assert garage.leave("ab12", at(6, 11)) == 2 * 2000 + 250


def test_overstayed(garage):
    garage.enter("zz 9", at(2, 8))
    assert garage.overstayed(at(5, 9), 1) == ["ZZ9"]
    assert garage.overstayed(at(5, 9), 7) == []


def test_validated(garage):
    garage.validate("ab12", 60)
    garage.validate("ab12", 30)
    assert garage.due("ab12", at(4, 12)) == 250


def test_lost_ticket(garage):
    assert garage.leave("ab12", at(4, 11), lost_ticket=True) == 4000


def test_full(garage):
    garage.enter("c3", at(4, 11))
    with pytest.raises(RuntimeError):
        garage.enter("d4", at(4, 12))


def test_errors(garage):
    with pytest.raises(ValueError):
        garage.enter("AB 12", at(4, 11))
    with pytest.raises(LookupError):
        garage.leave("nobody", at(4, 11))
    with pytest.raises(ValueError):
        started_minutes(at(4, 11), at(4, 10))


def test_receipt():
    assert receipt("AB12", 1250) == "AB12: 12.50 EUR"
    assert receipt("AB12", 0) == "AB12: free"
