from datetime import date, timedelta

import pytest

from dunning import Dunning, Invoice

DUE = date(2024, 3, 1)


def after(days):
    return DUE + timedelta(days=days)


@pytest.fixture
def office():
    d = Dunning()
    d.add(Invoice("R1", "acme", 10000, DUE))
    d.add(Invoice("R2", "bolt", 4000, after(20)))
    return d


def test_not_yet(office):
    assert office.run(after(6)) == []


def test_reminder(office):
    assert office.run(after(7)) == [("R1", "reminder")]
    assert office.invoices["R1"].outstanding == 10000


def test_levels_one_after_the_other(office):
    assert office.run(after(40)) == [("R1", "reminder"), ("R2", "reminder")]
    assert office.run(after(45)) == []
    assert office.run(after(50)) == [("R1", "first notice"), ("R2", "first notice")]


def test_fee_is_owed(office):
    office.run(after(7))
    office.run(after(21))
    assert office.invoices["R1"].outstanding == 10500
    assert office.customer_balance("acme") == 10500


def test_fee_is_paid_last(office):
    office.run(after(7))
    office.run(after(21))
    invoice = office.invoices["R1"]
    invoice.pay(10000, after(22))
    assert not invoice.settled
    invoice.pay(500, after(23))
    assert invoice.settled
    assert office.run(after(35)) == [("R2", "reminder")]


def test_paid_in_time(office):
    office.invoices["R1"].pay(10000, after(3))
    assert office.run(after(8)) == []


def test_partial_payment(office):
    office.invoices["R1"].pay(4000, after(3))
    assert office.run(after(8)) == [("R1", "reminder")]
    assert office.invoices["R1"].outstanding == 6000


def test_overpayment(office):
    with pytest.raises(ValueError):
        office.invoices["R1"].pay(10001, after(3))
    with pytest.raises(ValueError):
        office.invoices["R1"].pay(0, after(3))


def test_disputed(office):
    office.invoices["R1"].disputed = True
    assert office.run(after(8)) == []


def test_waive(office):
    for days in (7, 21):
        office.run(after(days))
    assert office.waive("R1") == 500
    assert office.invoices["R1"].outstanding == 10000


def test_collection(office):
    for days in (7, 21, 35):
        office.run(after(days))
    assert office.for_collection(after(48)) == []
    assert office.for_collection(after(49)) == ["R1"]


def test_aging(office):
    assert office.aging(after(10)) == [4000, 10000, 0, 0]
    assert office.aging(after(61)) == [0, 0, 4000, 10000]
