from datetime import date
from decimal import Decimal

import pytest

from energy_bill import Account, Meter, money


def day(n, month=3):
    return date(2024, month, n)


@pytest.fixture
def account():
    meter = Meter()
    meter.read(day(1), 99900)
    meter.read(day(11), 100)
    a = Account(meter, vat_rate="0.20")
    a.add_tariff(day(1, 1), "0.30", "0.50")
    return a


def amounts(bill):
    return [line.amount for line in bill.lines]


def test_money():
    assert money(Decimal("1.005")) == Decimal("1.01")


def test_meter_starts_again(account):
    assert account.meter.used(day(1), day(11)) == 200


def test_meter_errors(account):
    with pytest.raises(ValueError):
        account.meter.read(day(2), 100000)
    with pytest.raises(LookupError):
        account.meter.used(day(2), day(11))


def test_simple_bill(account):
    bill = account.bill(day(1), day(11))
    assert [line.text for line in bill.lines] == ["energy from 2024-03-01", "10 days from 2024-03-01"]
    assert amounts(bill) == [60, 5]
    assert bill.vat == 13
    assert bill.total == 78


def test_discount(account):
    account.discount = Decimal("0.1")
    bill = account.bill(day(1), day(11))
    assert amounts(bill) == [60, 5, Decimal("-6.50")]
    assert bill.total == Decimal("70.20")


def test_tariff_spans(account):
    account.add_tariff(day(6), "0.40")
    account.add_tariff(day(11), "0.50")
    spans = account.tariff_spans(day(1), day(11))
    assert [(lower, upper) for _, lower, upper in spans] == [(day(1), day(6)), (day(6), day(11))]


def test_tariff_change(account):
    account.add_tariff(day(7), "0.40", "0.25")
    bill = account.bill(day(1), day(11))
    assert [line.text for line in bill.lines] == [
        "energy from 2024-03-01", "6 days from 2024-03-01",
        "energy from 2024-03-07", "4 days from 2024-03-07"]
    assert amounts(bill) == [36, 3, 32, 1]


def test_replaced_tariff(account):
    account.add_tariff(day(1, 1), "0.10")
    assert amounts(account.bill(day(1), day(11))) == [20]


def test_no_tariff(account):
    account.meter.read(date(2023, 12, 31), 0)
    with pytest.raises(LookupError):
        account.bill(date(2023, 12, 31), day(1))


def test_empty_period(account):
    with pytest.raises(ValueError):
        account.bill(day(1), day(1))


def test_balance(account):
    account.meter.read(day(21), 150)
    assert len(account.bills()) == 2
    assert account.balance(["78", "20.50"]) == Decimal("3.50")
