from decimal import Decimal as D
import pytest
from loan_schedule import Loan, money, yearly_summary


def test_money():
    assert money("1.005") == D("1.01")
    assert money(D("2.344")) == D("2.34")


def test_instalment():
    assert Loan(D(1000), D(12), 12).instalment() == D("88.85")


def test_instalment_zero_rate():
    assert Loan(D(1000), D(0), 3).instalment() == D("333.33")


def test_schedule_zero_rate():
    assert [p.amount for p in Loan(D(100), D(0), 3).schedule()] == [D("33.33"), D("33.33"), D("33.34")]


def test_schedule_first():
    p = next(Loan(D(1000), D(12), 12).schedule())
    assert (p.interest, p.principal, p.balance) == (D("10.00"), D("78.85"), D("921.15"))


def test_schedule_ends_at_zero():
    payments = list(Loan(D(5000), D("7.5"), 30).schedule())
    assert len(payments) == 30
    assert payments[-1].balance == 0
    assert sum(p.principal for p in payments) == 5000


def test_extra_ends_early():
    payments = list(Loan(D(100), D(0), 4).schedule({2: D(60)}))
    assert [p.principal for p in payments] == [D(25), D(75)]


def test_extra_saves_interest():
    loan = Loan(D(1000), D(10), 12)
    assert loan.total_interest({1: D(200)}) < loan.total_interest()


def test_bad_terms():
    with pytest.raises(ValueError):
        Loan(D(100), D(-1), 3)


def test_yearly():
    rows = yearly_summary(Loan(D(2400), D(0), 24))
    assert rows == [(1, D(0), D(1200)), (2, D(0), D(1200))]
