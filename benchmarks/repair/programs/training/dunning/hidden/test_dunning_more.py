from datetime import date, timedelta

import pytest

from dunning import Dunning, Invoice, Level

DUE = date(2024, 7, 10)


def after(days):
    return DUE + timedelta(days=days)


def dunned(*days, amount=2000):
    office = Dunning()
    office.add(Invoice("A", "cy", amount, DUE))
    for day in days:
        office.run(after(day))
    return office, office.invoices["A"]


def test_both_fees():
    _, invoice = dunned(7, 21, 35)
    assert invoice.fees == 2000
    assert invoice.outstanding == 4000


def test_both_fees_have_to_be_paid():
    _, invoice = dunned(7, 21, 35)
    invoice.pay(3999, after(36))
    assert not invoice.settled
    assert invoice.outstanding == 1
    invoice.pay(1, after(37))
    assert invoice.settled
    assert invoice.outstanding == 0


def test_pay_amount_and_fee_at_once():
    _, invoice = dunned(7, 21)
    invoice.pay(2500, after(22))
    assert invoice.settled
    assert invoice.log[-1] == (after(22), "payment", 2500)


def test_pay_more_than_amount_and_fee():
    _, invoice = dunned(7, 21)
    with pytest.raises(ValueError):
        invoice.pay(2501, after(22))
    assert invoice.paid == 0


def test_dunned_for_the_fee_alone():
    office, invoice = dunned(7, 21)
    invoice.pay(2000, after(22))
    assert office.run(after(35)) == [("A", "final notice")]
    assert invoice.outstanding == 2000


def test_waived_after_payment():
    office, invoice = dunned(7, 21)
    invoice.pay(2000, after(22))
    assert office.waive("A") == 500
    assert invoice.settled
    assert invoice.outstanding == 0
    assert office.run(after(35)) == []


def test_collection_of_the_fee():
    office, invoice = dunned(7, 21, 35)
    invoice.pay(2000, after(36))
    assert office.for_collection(after(60)) == ["A"]
    invoice.pay(2000, after(61))
    assert office.for_collection(after(62)) == []


def test_aging_with_fees():
    office, invoice = dunned(7, 21)
    assert office.aging(after(25)) == [0, 2500, 0, 0]
    invoice.pay(2000, after(25))
    assert office.aging(after(31)) == [0, 0, 500, 0]


def test_balance_of_several():
    office, _ = dunned(7, 21)
    office.add(Invoice("B", "cy", 100, after(90)))
    office.add(Invoice("C", "dan", 100, after(90)))
    assert office.customer_balance("cy") == 2600
    assert office.customer_balance("dan") == 100


def test_own_levels():
    office = Dunning((Level("call", 1, 300),))
    office.add(Invoice("A", "cy", 1000, DUE))
    assert office.run(after(1)) == [("A", "call")]
    assert office.customer_balance("cy") == 1300
    assert office.run(after(30)) == []


def test_no_fee_no_change():
    _, invoice = dunned(7)
    invoice.pay(2000, after(8))
    assert invoice.settled
