from decimal import Decimal as D
import pytest
from loan_schedule import Loan, yearly_summary


@pytest.mark.parametrize("months,years", [(1, 1), (11, 1), (12, 1), (13, 2), (24, 2), (25, 3)])
def test_number_of_years(months, years):
    rows = yearly_summary(Loan(D(1000), D(5), months))
    assert [r[0] for r in rows] == list(range(1, years + 1))


def test_eleven_month_row():
    assert yearly_summary(Loan(D(1100), D(0), 11)) == [(1, D(0), D(1100))]


def test_split_of_years():
    rows = yearly_summary(Loan(D(1500), D(0), 15))
    assert [r[2] for r in rows] == [D(1200), D(300)]


def test_sums_match():
    loan = Loan(D(20000), D("4.2"), 60)
    rows = yearly_summary(loan)
    assert len(rows) == 5
    assert sum(r[1] for r in rows) == loan.total_interest()
    assert sum(r[2] for r in rows) == 20000


def test_first_year_interest():
    loan = Loan(D(10000), D(6), 36)
    first = sum(p.interest for p in list(loan.schedule())[:12])
    assert yearly_summary(loan)[0][1] == first


def test_interest_falls():
    rows = yearly_summary(Loan(D(10000), D(6), 48))
    assert [r[1] for r in rows] == sorted((r[1] for r in rows), reverse=True)
