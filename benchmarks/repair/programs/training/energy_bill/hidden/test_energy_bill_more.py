from datetime import date
from decimal import Decimal

import pytest

from energy_bill import Account, Meter


def day(n):
    return date(2025, 6, n)


@pytest.fixture
def account():
    meter = Meter(digits=4)
    meter.read(day(1), 1000)
    meter.read(day(11), 1100)
    meter.read(day(21), 1300)
    a = Account(meter)
    a.add_tariff(day(1), "1")
    return a


def amounts(bill):
    return [line.amount for line in bill.lines]


def test_one_tariff(account):
    assert amounts(account.bill(day(1), day(11))) == [100]


def test_same_price_after_change(account):
    account.add_tariff(day(4), "1")
    assert amounts(account.bill(day(1), day(11))) == [30, 70]


def test_three_tariffs(account):
    account.add_tariff(day(3), "2")
    account.add_tariff(day(8), "3")
    assert amounts(account.bill(day(1), day(11))) == [20, 100, 90]


def test_change_on_last_day(account):
    account.add_tariff(day(10), "2")
    assert amounts(account.bill(day(1), day(11))) == [90, 20]


def test_change_at_the_end_belongs_to_next(account):
    account.add_tariff(day(11), "2")
    assert amounts(account.bill(day(1), day(11))) == [100]
    assert amounts(account.bill(day(11), day(21))) == [400]


def test_day_prices(account):
    account.add_tariff(day(1), "0", "1")
    account.add_tariff(day(3), "0", "2")
    assert amounts(account.bill(day(1), day(11))) == [0, 2, 0, 16]


def test_days_in_text(account):
    account.add_tariff(day(1), "0", "1")
    account.add_tariff(day(3), "0", "2")
    texts = [line.text for line in account.bill(day(1), day(11)).lines]
    assert texts[1::2] == ["2 days from 2025-06-01", "8 days from 2025-06-03"]


def test_rounded_lines(account):
    account.add_tariff(day(1), "0.333")
    account.add_tariff(day(2), "0.1115")
    assert amounts(account.bill(day(1), day(11))) == [Decimal("3.33"), Decimal("10.04")]


def test_over_several_readings(account):
    account.add_tariff(day(6), "2")
    assert amounts(account.bill(day(1), day(21))) == [75, 450]


def test_discount_and_vat(account):
    account.add_tariff(day(6), "2")
    account.discount = Decimal("0.5")
    account.vat_rate = Decimal("0.1")
    bill = account.bill(day(1), day(11))
    assert bill.net == 75
    assert bill.total == Decimal("82.50")


def test_balance(account):
    account.add_tariff(day(6), "2")
    assert account.balance([]) == 550
    assert account.balance(["600"]) == -50
