import pytest

from amortize import Loan, LoanError, Row, saved_by_extra


def test_single_month():
    assert Loan(10000, 12, 20000).schedule() == [Row(1, 10100, 100, 10000, 0)]


def test_instalment_exactly_the_rest():
    assert Loan(10000, 12, 10100).schedule() == [Row(1, 10100, 100, 10000, 0)]


def test_instalment_just_below_the_rest():
    rows = Loan(10000, 12, 10050).schedule()
    assert rows == [Row(1, 10050, 100, 9950, 50), Row(2, 51, 1, 50, 0)]


@pytest.mark.parametrize("rate", [6.5, 12])
@pytest.mark.parametrize("instalment", [9000, 20000, 33333])
def test_sums(rate, instalment):
    loan = Loan(250000, rate, instalment)
    rows = loan.schedule()
    assert sum(row.principal for row in rows) == 250000
    assert sum(row.payment for row in rows) == 250000 + loan.total_interest()
    assert all(row.payment == instalment for row in rows[:-1])
    assert rows[-1].payment <= instalment
    assert rows[-1].payment == rows[-1].interest + rows[-2].balance


def test_total_interest():
    assert Loan(100000, 12, 30000).total_interest() == 1000 + 710 + 417 + 121


def test_grace_only_interest_then_all():
    rows = Loan(10000, 12, 20000, grace=1).schedule()
    assert rows == [Row(1, 100, 100, 0, 10000), Row(2, 10100, 100, 10000, 0)]


def test_extra_in_grace():
    loan = Loan(100000, 12, 50000, grace=3)
    loan.add_extra(2, 40000)
    assert loan.schedule()[1] == Row(2, 41000, 1000, 40000, 60000)
    assert loan.schedule()[2].payment == 600


def test_extra_pays_off_in_grace():
    loan = Loan(10000, 12, 5000, grace=6)
    loan.add_extra(1, 10000)
    assert loan.schedule() == [Row(1, 10100, 100, 10000, 0)]


def test_saved_interest():
    loan = Loan(100000, 12, 30000)
    assert saved_by_extra(loan, 1, 71000) == loan.total_interest() - 1000
    assert len(loan.schedule()) == 4


def test_bad_extra():
    loan = Loan(10000, 12, 5000)
    for arguments in [(0, 5), (1, 0)]:
        with pytest.raises(LoanError):
            loan.add_extra(*arguments)
