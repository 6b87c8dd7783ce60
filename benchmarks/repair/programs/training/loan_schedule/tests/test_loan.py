from decimal import Decimal

import pytest

from loan import Loan, LoanError, by_year, table, to_cents


def test_to_cents():
    assert to_cents(Decimal("1.234")) == Decimal("1.23")
    assert to_cents(Decimal("1.236")) == Decimal("1.24")
    assert to_cents(Decimal("7")) == Decimal("7.00")


def test_interest():
    loan = Loan(1200, 5)
    assert loan.interest(loan.amount) == Decimal("5.00")
    assert loan.interest(Decimal("100.20")) == Decimal("0.42")


def test_interest_of_half_a_cent():
    loan = Loan(1000, 6)
    assert loan.interest(Decimal("897.00")) == Decimal("4.49")
    assert loan.interest(Decimal("901.00")) == Decimal("4.51")


def test_instalment():
    assert Loan(1000, 12).instalment(12) == Decimal("88.85")
    assert Loan(1000, 0).instalment(3) == Decimal("333.33")


def test_schedule():
    payments = Loan(1000, 12).schedule(400)
    assert [payment.interest for payment in payments] == [Decimal("10.00"), Decimal("6.10"), Decimal("2.16")]
    assert payments[-1].total == Decimal("218.26")
    assert payments[-1].balance == 0


def test_schedule_without_interest():
    payments = Loan(100, 0).schedule(30)
    assert [payment.principal for payment in payments] == [30, 30, 30, 10]


def test_extra():
    months, interest = Loan(1000, 12).saved_by_extra(200, {1: 500})
    assert months == 3
    assert interest == Decimal("16.89")


def test_never_paid_back():
    with pytest.raises(LoanError):
        Loan(1200, 10).schedule(10)


@pytest.mark.parametrize("arguments", [(0, 5), (100, -1), (100, 5, -1)])
def test_bad_loans(arguments):
    with pytest.raises(LoanError):
        Loan(*arguments)


def test_cost():
    loan = Loan("250.50", 0, fee=1)
    assert loan.cost(loan.schedule(100)) == Decimal("2.51")


def test_by_year():
    payments = Loan(1200, 12).schedule(100)
    assert list(by_year(payments)) == [1, 2]
    assert sum(by_year(payments).values()) == sum(payment.interest for payment in payments)


def test_table():
    assert table(Loan(50, 0).schedule(50)).splitlines()[1].split() == ["1", "0.00", "50.00", "0.00"]
