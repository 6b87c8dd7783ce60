from decimal import Decimal

import pytest

from loan import Loan, to_cents


@pytest.mark.parametrize(
    ("amount", "cents"),
    [("0.005", "0.01"), ("0.015", "0.02"), ("0.025", "0.03"), ("2.345", "2.35"), ("-0.125", "-0.13"), ("0.0049", "0.00")],
)
def test_to_cents(amount, cents):
    assert to_cents(Decimal(amount)) == Decimal(cents)


def test_below_half_stays_below():
    assert to_cents(Decimal("1.0149999")) == Decimal("1.01")
    assert to_cents(Decimal("1.0150001")) == Decimal("1.02")


def test_instalment_of_half_a_cent():
    assert Loan("100.05", 0).instalment(2) == Decimal("50.03")
    assert Loan("100.01", 0).instalment(2) == Decimal("50.01")


def test_fee():
    loan = Loan("100.50", 0, fee="0.5")
    assert loan.cost([]) == Decimal("0.50")
    assert Loan("105", 0, fee="0.1").cost([]) == Decimal("0.11")
    assert Loan("100.50", 0, fee=1).cost([]) == Decimal("1.01")


def test_schedule():
    payments = Loan("300.50", 12).schedule(100)
    assert payments[0].interest == Decimal("3.01")
    assert payments[-1].balance == 0
