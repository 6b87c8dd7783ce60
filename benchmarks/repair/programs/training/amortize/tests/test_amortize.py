import pytest

from amortize import Loan, LoanError, Row, format_plan, saved_by_extra, to_cents


def test_first_rows():
    rows = Loan(100000, 12, 30000).schedule()
    assert rows[0] == Row(1, 30000, 1000, 29000, 71000)
    assert rows[1] == Row(2, 30000, 710, 29290, 41710)


def test_last_row():
    rows = Loan(100000, 12, 30000).schedule()
    assert rows[-1] == Row(4, 12248, 121, 12127, 0)


def test_without_interest():
    rows = Loan(1000, 0, 400).schedule()
    assert [row.payment for row in rows] == [400, 400, 200]
    assert rows[-1].balance == 0


def test_grace():
    rows = Loan(100000, 12, 50000, grace=2).schedule()
    assert [row.payment for row in rows[:3]] == [1000, 1000, 50000]
    assert [row.balance for row in rows[:3]] == [100000, 100000, 51000]


def test_balance_after():
    loan = Loan(100000, 12, 30000)
    assert [loan.balance_after(m) for m in (0, 1, 2, 9)] == [100000, 71000, 41710, 0]


def test_extra():
    loan = Loan(100000, 12, 30000)
    loan.add_extra(1, 20000)
    assert loan.schedule()[0] == Row(1, 50000, 1000, 49000, 51000)
    assert loan.schedule()[1].interest == 510


def test_extra_of_everything():
    loan = Loan(100000, 12, 30000)
    loan.add_extra(2, 999999)
    assert len(loan.schedule()) == 2
    assert loan.years() == {1: (101710, 1710)}


def test_saved():
    loan = Loan(1000, 0, 400)
    assert saved_by_extra(loan, 1, 100) == 0
    assert loan.schedule()[0].payment == 400


def test_format():
    assert format_plan(Loan(1000, 0, 600)).splitlines() == [
        "month    payment  interest     balance",
        "    1       6.00      0.00        4.00",
        "    2       4.00      0.00        0.00",
    ]


def test_errors():
    assert to_cents("2.5") == 3
    for arguments in [(0, 5, 100), (100000, 12, 1000)]:
        with pytest.raises(LoanError):
            Loan(*arguments)
